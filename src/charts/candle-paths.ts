import type { Samples } from "./chart-reader";
import type { PathPen } from "./marks";
import type { Frame } from "./series-paths";

/** Width of a candle body as a share of its slot, and the width below which a rising body is filled rather than hollow, in CSS pixels. */
const BODY = 0.7;
const HOLLOW = 4;

/**
 * Fill paths of candles (body from open to close, wick from high to low) or sticks (stroke from high to low, open at the left, close at the
 * right): one path for rows that rise or are unchanged, one for those that fall. A wide enough rising body is hollow, so that it can be
 * told from a falling one without color. Rows without a high or a low are skipped.
 */
export function candlePaths<Pen extends PathPen>(
  frame: Frame,
  kind: "candles" | "sticks",
  { x, y, open = y, high = y, low = y }: Samples,
  pen: () => Pen,
): { up: Pen; down: Pen } {
  const paths = { up: pen(), down: pen() };
  const slot = x.length > 1 ? Math.abs(frame.x(x[x.length - 1]) - frame.x(x[0])) / (x.length - 1) : 12 * frame.unit;
  const line = Math.max(1, Math.round(frame.unit));
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(high[i]) || Number.isNaN(low[i]) || Number.isNaN(y[i])) continue;
    const first = Number.isNaN(open[i]) ? y[i] : open[i];
    const bar = {
      middle: Math.round(frame.x(x[i]) - line / 2),
      open: frame.y(first),
      close: frame.y(y[i]),
      top: frame.y(high[i]),
      bottom: frame.y(low[i]),
    };
    const path = y[i] < first ? paths.down : paths.up;
    if (kind === "sticks") stick(path, bar, slot, line);
    else candle(path, bar, bodyWidth(slot, line), { line, hollow: path === paths.up && slot * BODY >= HOLLOW * frame.unit });
  }
  return paths;
}

/** In whole pixels, symmetric about the wick. */
function bodyWidth(slot: number, line: number): number {
  const width = Math.max(line, Math.round(slot * BODY));
  return width - ((width - line) % 2);
}

interface Bar {
  /** Left edge of the wick. */
  middle: number;
  open: number;
  close: number;
  top: number;
  bottom: number;
}

function candle(
  path: PathPen,
  { middle, open, close, top, bottom }: Bar,
  width: number,
  { line, hollow }: { line: number; hollow: boolean },
): void {
  const upper = Math.min(open, close);
  const height = Math.max(line, Math.abs(close - open));
  const left = middle - (width - line) / 2;
  path.rect(middle, top, line, Math.max(0, upper - top));
  path.rect(middle, upper + height, line, Math.max(0, bottom - upper - height));
  if (!hollow || height <= 2 * line) {
    path.rect(left, upper, width, height);
    return;
  }
  path.rect(left, upper, width, line);
  path.rect(left, upper + height - line, width, line);
  path.rect(left, upper, line, height);
  path.rect(left + width - line, upper, line, height);
}

function stick(path: PathPen, { middle, open, close, top, bottom }: Bar, slot: number, line: number): void {
  const arm = Math.max(line, Math.round((slot * BODY) / 2));
  path.rect(middle, top, line, Math.max(line, bottom - top));
  path.rect(middle - arm, open - line / 2, arm, line);
  path.rect(middle + line, close - line / 2, arm, line);
}
