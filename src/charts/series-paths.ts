import type { Samples } from "./chart-reader";
import type { ChartSeries } from "./chart-spec";
import type { Box, PathPen } from "./marks";
import type { PaneScene } from "./pane-scene";
import type { View } from "./view";

/** Gap in each bar's slot as a share of the slot, and its maximum in CSS pixels. */
const CATEGORY_GAP = 0.1;
const BAR_GAP = 4;
const POINT_RADIUS = 2.5;

/** Maps positions and values to canvas pixels. */
export interface Frame {
  x: (position: number) => number;
  y: (value: number) => number;
  top: number;
  height: number;
  /** Canvas pixels per CSS pixel, times the scale of an exported picture. */
  unit: number;
}

/** Maps positions and values into a plot's box. */
export function frameIn({ left, top, width, height }: Box, { low, high }: View, [bottom, ceiling]: [number, number], unit: number): Frame {
  const perX = width / (high - low);
  // If the range, or its share per pixel, would overflow or underflow: scaling by a power of two is exact.
  const by = ceiling - bottom < 1e-300 ? 2 ** 600 : ceiling - bottom > 1e300 ? 0.25 : 1;
  const perY = height / (ceiling * by - bottom * by);
  return { x: (position) => left + (position - low) * perX, y: (value) => top + (ceiling * by - value * by) * perY, top, height, unit };
}

/** The frame of a pane for its scale. */
export function frameOf(scene: Pick<PaneScene, "view" | "extent" | "log">, box: Box, unit = 1): Frame {
  if (!scene.log) return frameIn(box, scene.view, scene.extent, unit);
  const frame = frameIn(box, scene.view, axisEnds(scene), unit);
  // Values without a logarithm are placed below the picture, so that the line to them is still drawn.
  const least = scene.extent[0] / 10;
  return { ...frame, y: (value) => frame.y(Math.log(value < least ? least : value)) };
}

/** Position of a point within the area around the plot; clamped to the plot's edge. */
export function placeIn(
  scene: Pick<PaneScene, "view" | "extent" | "log">,
  box: Box,
  area: Pick<Box, "left" | "top">,
  [x, y]: [number, number],
) {
  const [left, top] = [box.left - area.left, box.top - area.top];
  const frame = frameOf(scene, { left, top, width: box.width, height: box.height });
  const within = (value: number, from: number, length: number) => Math.min(Math.max(value, from), from + length);
  return { left: within(frame.x(x), left, box.width), top: within(frame.y(y), top, box.height) };
}

/** Position of a value on uPlot's scale, which is always linear. */
export const onAxis = ({ log }: Pick<PaneScene, "log">, value: number): number => (log ? Math.log(value) : value);

export const axisEnds = (scene: Pick<PaneScene, "extent" | "log">): [number, number] => [
  onAxis(scene, scene.extent[0]),
  onAxis(scene, scene.extent[1]),
];

/** Value at a share of a pane's height, measured from the top. */
export function valueAtHeight(scene: Pick<PaneScene, "extent" | "log">, share: number): number {
  const [low, high] = axisEnds(scene);
  const height = high - share * (high - low);
  return scene.log ? Math.exp(height) : height;
}

/** Paths of one series to stroke and to fill. A NaN interrupts a line. */
export function seriesPaths<Pen extends PathPen>(
  frame: Frame,
  kind: ChartSeries["kind"],
  samples: Samples,
  pen: () => Pen,
): { stroke?: Pen; fill?: Pen } {
  switch (kind) {
    case "line":
      return { stroke: line(frame, samples, pen()) };
    case "area":
      return { stroke: line(frame, samples, pen()), fill: between(frame, samples, zeroEdge(samples), pen()) };
    case "band":
      return {
        fill: samples.side ? ground(frame, samples, samples.side, pen()) : between(frame, samples, samples.upper ?? samples.y, pen()),
      };
    case "bars":
      return { fill: bars(frame, samples, pen()) };
    case "points":
      return { fill: points(frame, samples, pen()) };
    case "candles":
    case "sticks":
      // Painted by `candlePaths`, in two colors.
      return {};
  }
}

/** The bands around the median of a line, widest first. */
export const quantilePaths = <Pen extends PathPen>(frame: Frame, { x, quantiles = [] }: Samples, pen: () => Pen): Pen[] =>
  quantiles.map(([lower, upper]) => between(frame, { x, y: lower }, upper, pen()));

function line<Pen extends PathPen>(frame: Frame, { x, y }: Samples, path: Pen): Pen {
  let open = false;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(y[i])) {
      open = false;
      continue;
    }
    const px = frame.x(x[i]);
    const py = frame.y(y[i]);
    if (open) path.lineTo(px, py);
    else {
      path.moveTo(px, py);
      // A number between two gaps has no line: drawn as a dot.
      if (i + 1 === x.length || Number.isNaN(y[i + 1])) path.lineTo(px + frame.unit, py);
    }
    open = true;
  }
  return path;
}

/** The lower edge of an area is zero, which may be out of view. */
const zeroEdge = ({ y }: Samples): Float64Array => new Float64Array(y.length);

/** The surface between a series and another edge, one piece per run of finite values. */
function between<Pen extends PathPen>(frame: Frame, { x, y }: Samples, edge: Float64Array, path: Pen): Pen {
  let start = -1;
  for (let i = 0; i <= x.length; i++) {
    const inside = i < x.length && !Number.isNaN(y[i]) && !Number.isNaN(edge[i]);
    if (inside && start < 0) start = i;
    if (inside || start < 0) continue;
    path.moveTo(frame.x(x[start]), frame.y(y[start]));
    for (let k = start + 1; k < i; k++) path.lineTo(frame.x(x[k]), frame.y(y[k]));
    for (let k = i - 1; k >= start; k--) path.lineTo(frame.x(x[k]), frame.y(edge[k]));
    path.closePath();
    start = -1;
  }
  return path;
}

/**
 * Full-height strips where samples have the sign, each up to the next sample. One of the two extremes of a pixel is enough: the regime is
 * in force in some of its rows.
 */
function ground<Pen extends PathPen>({ x: toX, top, height }: Frame, { x, y }: Samples, side: 1 | -1, path: Pen): Pen {
  const has = (i: number, place: number) => x[i] === place && side * y[i] > 0;
  let start = -1;
  for (let i = 0; i <= x.length; i++) {
    const inside = i < x.length && (has(i, x[i]) || has(i - 1, x[i]) || has(i + 1, x[i]));
    if (inside && start < 0) start = i;
    if (inside || start < 0) continue;
    const left = toX(x[start]);
    path.rect(left, top, toX(x[Math.min(i, x.length - 1)]) - left, height);
    start = -1;
  }
  return path;
}

function bars<Pen extends PathPen>(frame: Frame, { x, y }: Samples, path: Pen): Pen {
  if (x.length === 0) return path;
  const last = x.length - 1;
  const slot = last > 0 ? (frame.x(x[last]) - frame.x(x[0])) / last : 40 * frame.unit;
  const width = Math.max(1, slot - Math.min(slot * CATEGORY_GAP, BAR_GAP * frame.unit));
  const ground = frame.y(0);
  if (slot < 1) return columnsOfBars(frame, { x, y }, ground, path);
  for (let i = 0; i <= last; i++) {
    if (Number.isNaN(y[i])) continue;
    const top = frame.y(y[i]);
    path.rect(frame.x(x[i]) - width / 2, Math.min(top, ground), width, Math.abs(ground - top));
  }
  return path;
}

/** Bars that share pixels as one strip per pixel column, which looks the same. */
function columnsOfBars<Pen extends PathPen>(frame: Frame, { x, y }: Pick<Samples, "x" | "y">, ground: number, path: Pen): Pen {
  let column = Number.NaN;
  let upper = ground;
  let lower = ground;
  const close = () => {
    if (lower > upper) path.rect(column, upper, 1, lower - upper);
  };
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(y[i])) continue;
    const top = frame.y(y[i]);
    const here = Math.floor(frame.x(x[i]));
    if (here !== column) {
      close();
      column = here;
      upper = ground;
      lower = ground;
    }
    upper = Math.min(upper, top);
    lower = Math.max(lower, top);
  }
  close();
  return path;
}

function points<Pen extends PathPen>(frame: Frame, { x, y }: Samples, path: Pen): Pen {
  const radius = POINT_RADIUS * frame.unit;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(y[i])) continue;
    const px = frame.x(x[i]);
    const py = frame.y(y[i]);
    path.moveTo(px + radius, py);
    path.arc(px, py, radius, 0, 2 * Math.PI);
  }
  return path;
}
