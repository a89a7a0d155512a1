import type { ChartAxis, ChartPane } from "./chart-spec";
import { indexTicks, numberTicks, type Tick } from "./number-ticks";
import { MARGIN } from "./pane-plot";
import { positionsOf } from "./position";
import { timeTicks } from "./time-ticks";
import type { View } from "./view";

/** Labels of y closer than this would touch. */
const LABEL_HEIGHT = 17;
/** Room between the labels of y, and for a label of a measured or counted x (beside its digits), in CSS pixels. */
const Y_ROOM = 54;
const NUMBER_ROOM = 72;
const INDEX_ROOM = 28;
export const DIGIT_WIDTH = 7;

/** Moments, round numbers or rows below what is in view, as many as fit a width in CSS pixels. */
export function xTicks(axis: ChartAxis, rows: number, { low, high }: View, width: number): Tick[] {
  if (rows === 0) return [];
  const ticks =
    axis.kind === "time" && axis.values
      ? timeTicks(axis.values, rows, low, high, width)
      : positionsOf(axis)
        ? numberTicks(low, high, Math.max(5, width / NUMBER_ROOM))
        : indexTicks(low, high, width / (INDEX_ROOM + String(rows).length * DIGIT_WIDTH));
  // A label whose middle is at the very edge would be cut off.
  const perPixel = (high - low) / Math.max(1, width);
  return ticks.filter((tick) => tick.at <= high - (tick.text.length * 3.3 - MARGIN) * perPixel);
}

/** Round numbers, and the guides of the pane by name where they stand; a number too close to a guide gives way. */
export function yTicks(pane: ChartPane, extent: [number, number], height: number): Tick[] {
  const [low, high] = extent;
  const guides = (pane.guides ?? []).filter(({ y }) => y >= low && y <= high).map(({ y, label }) => ({ at: y, text: label }));
  const apart = ((high - low) * LABEL_HEIGHT) / Math.max(1, height);
  const numbers = numberTicks(low, high, Math.max(2, height / Y_ROOM));
  return [...numbers.filter(({ at }) => guides.every((guide) => Math.abs(guide.at - at) >= apart)), ...guides];
}
