import type uPlot from "uplot";
import type { Samples } from "./chart-reader";
import type { PathPen } from "./marks";
import { type Frame, seriesPaths } from "./series-paths";

interface ColumnStyle {
  color: string;
  /** Line width in canvas pixels; null: bars that start at zero. */
  thickness: number | null;
}

/** Whether samples are the extremes of pixel columns: then two neighbors have the same position. */
export const areColumns = ({ x }: Samples): boolean => x.length > 3 && x[0] === x[1] && x[2] === x[3];

/** Until `restore`, everything is filled with this color and clipped to the plot. */
function beginInside({ ctx, bbox: { left, top, width, height } }: uPlot, color: string): uPlot["ctx"] {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.fillStyle = color;
  return ctx;
}

/** Paints candles or sticks: rising ones in the up color and, if wide enough, hollow; the others in the down color. */
export function paintCandles(u: uPlot, paths: { up: Path2D; down: Path2D }, colors: { up: string; down: string }): void {
  const ctx = beginInside(u, colors.up);
  ctx.fill(paths.up);
  ctx.fillStyle = colors.down;
  ctx.fill(paths.down);
  ctx.restore();
}

/** Fills each path separately, so that overlaps are denser. */
export function paintFills(u: uPlot, paths: readonly Path2D[], color: string): void {
  const ctx = beginInside(u, color);
  for (const path of paths) ctx.fill(path);
  ctx.restore();
}

const outOfPlace = () => {
  throw new Error("bars are rectangles");
};

/** Fills bars one by one: as a single path, a thousand of them block painting for 60 ms. */
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
 * Paints the extremes of pixel columns as vertical strips, each reaching to the next so that the line has no gaps. A path of thousands of
 * steep strokes looks the same but takes ten times as long to paint.
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
    // Each strip starts where the previous one ends: rounding leaves no gaps and paints no pixel twice.
    const from = i === 0 ? Math.round(toX(x[0]) - stride / 2) : Math.max(end, Math.round(toX((x[i - 2] + x[i]) / 2)));
    end = Math.max(from + 1, Math.round(i + 3 < x.length ? toX((x[i] + x[i + 2]) / 2) : toX(x[i]) + stride / 2));
    ctx.fillRect(from, upper - half, end - from, lower - upper + 2 * half);
  }
  ctx.restore();
}
