import type uPlot from "uplot";
import type { Samples } from "./chart-reader";
import type { PathPen } from "./marks";
import { type Frame, seriesPaths } from "./series-paths";

export interface ColumnStyle {
  color: string;
  /** Thickness of a line in canvas pixels; null paints bars that are on zero. */
  thickness: number | null;
}

/** Whether samples are the extremes of pixel columns: then two neighbors share their position. */
export const areColumns = ({ x }: Samples): boolean => x.length > 3 && x[0] === x[1] && x[2] === x[3];

/** Whatever is filled from here to `restore` has this color and stays in the plot. */
function beginInside({ ctx, bbox: { left, top, width, height } }: uPlot, color: string): uPlot["ctx"] {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.fillStyle = color;
  return ctx;
}

/** Paints candles or sticks, those that rise in the color of up and hollow where they are wide enough, the others in the color of down. */
export function paintCandles(u: uPlot, paths: { up: Path2D; down: Path2D }, colors: { up: string; down: string }): void {
  const ctx = beginInside(u, colors.up);
  ctx.fill(paths.up);
  ctx.fillStyle = colors.down;
  ctx.fill(paths.down);
  ctx.restore();
}

/** Paints surfaces one over the other: where they meet they are denser. */
export function paintFills(u: uPlot, paths: readonly Path2D[], color: string): void {
  const ctx = beginInside(u, color);
  for (const path of paths) ctx.fill(path);
  ctx.restore();
}

const outOfPlace = () => {
  throw new Error("bars are rectangles");
};

/** Paints bars one by one. Filled as a single path, a thousand of them hold the painter up for 60 ms. */
export function paintBars(u: uPlot, frame: Frame, samples: Samples, color: string): void {
  const ctx = beginInside(u, color);
  const pen: PathPen = {
    rect: (x, y, width, height) => ctx.fillRect(x, y, width, height),
    moveTo: outOfPlace,
    lineTo: outOfPlace,
    arc: outOfPlace,
    closePath: outOfPlace,
  };
  seriesPaths(frame, "bars", samples, () => pen);
  ctx.restore();
}

/**
 * Paints the extremes of pixel columns as upright strips, one per column, each reaching to the next so that a line does not tear.
 * A path through thousands of steep strokes looks the same and takes the painter ten times as long.
 */
export function paintColumns(u: uPlot, { x: toX, y: toY }: Frame, { x, y }: Samples, { color, thickness }: ColumnStyle): void {
  const stride = (toX(x[x.length - 2]) - toX(x[0])) / (x.length / 2 - 1);
  const ground = toY(0);
  const half = (thickness ?? 0) / 2;
  const ctx = beginInside(u, color);
  let end = 0;
  let before: { upper: number; lower: number } | null = null;
  for (let i = 0; i + 1 < x.length; i += 2) {
    const one = toY(y[i]);
    const other = toY(y[i + 1]);
    if (Number.isNaN(one) || Number.isNaN(other)) {
      before = null;
      continue;
    }
    let upper = Math.min(one, other);
    let lower = Math.max(one, other);
    const strip = { upper, lower };
    if (thickness === null) {
      upper = Math.min(upper, ground);
      lower = Math.max(lower, ground);
    } else if (before) {
      upper = Math.min(upper, before.lower);
      lower = Math.max(lower, before.upper);
    }
    before = strip;
    // A strip ends where the next begins, so that rounding leaves neither a gap between them nor a pixel painted twice.
    const from = i === 0 ? Math.round(toX(x[0]) - stride / 2) : Math.max(end, Math.round(toX((x[i - 2] + x[i]) / 2)));
    end = Math.max(from + 1, Math.round(i + 3 < x.length ? toX((x[i] + x[i + 2]) / 2) : toX(x[i]) + stride / 2));
    ctx.fillRect(from, upper - half, end - from, lower - upper + 2 * half);
  }
  ctx.restore();
}
