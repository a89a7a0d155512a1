import type { ChartAxis } from "./chart-spec";
import { indexTicks, logTicks, numberText, numberTicks, percentTicks, type Tick } from "./number-ticks";
import { MARGIN } from "./pane-plot";
import type { PaneScene } from "./pane-scene";
import { positionsOf } from "./position";
import { timeTicks } from "./time-ticks";
import type { View } from "./view";

/** Steps of the y axis from bottom to top, about one per pixel. */
const LEVELS = 200;
/** Minimum distance between y labels, in CSS pixels: closer ones would overlap. */
const LABEL_HEIGHT = 17;
/** Minimum spacing of y labels; on a numeric or index x axis, of x labels too (plus their digits). In CSS pixels. */
const Y_ROOM = 54;
const NUMBER_ROOM = 72;
const INDEX_ROOM = 28;
const DIGIT_WIDTH = 7;

/** Tick labels of the x axis (dates, round numbers or row numbers): as many as fit the width, in CSS pixels. */
export function xTicks(axis: ChartAxis, rows: number, { low, high }: View, width: number): Tick[] {
  if (rows === 0) return [];
  const ticks =
    axis.kind === "time" && axis.values
      ? timeTicks(axis.values, rows, low, high, width)
      : positionsOf(axis)
        ? numberTicks(low, high, Math.max(5, width / NUMBER_ROOM), axis.digits === 0 ? 1 : 0)
        : indexTicks(low, high, width / (INDEX_ROOM + String(rows).length * DIGIT_WIDTH));
  // A label centered on the very edge would be clipped.
  const perPixel = (high - low) / Math.max(1, width);
  return ticks.filter((tick) => tick.at <= high - (tick.text.length * 3.3 - MARGIN) * perPixel);
}

/** Round numbers, plus the labels of the pane's guides; a number too close to a guide is dropped. */
export function yTicks({ pane, extent, log, base }: Pick<PaneScene, "pane" | "extent" | "log" | "base">, height: number): Tick[] {
  const [low, high] = extent;
  const guides = (pane.guides ?? []).filter(({ y }) => y >= low && y <= high).map(({ y, label }) => ({ at: y, text: label }));
  const apart = ((high - low) * LABEL_HEIGHT) / Math.max(1, height);
  const most = Math.max(2, height / Y_ROOM);
  const numbers = base !== null ? percentTicks(low, high, base, most) : log ? logTicks(low, high, most) : numberTicks(low, high, most);
  return [...numbers.filter(({ at }) => guides.every((guide) => Math.abs(guide.at - at) >= apart)), ...guides];
}

/** Width of the longest y label, in CSS pixels; the panes of a group share it. */
export function gutterOf(scenes: readonly Pick<PaneScene, "yTicks">[]): number {
  const widest = Math.max(3, ...scenes.flatMap(({ yTicks }) => yTicks.map(({ text }) => text.length)));
  return Math.ceil(widest * DIGIT_WIDTH + 8);
}

/** A value of y to the precision of a pixel, in the format of the axis labels. */
export function levelText({ extent: [low, high], base }: Pick<PaneScene, "extent" | "base">, value: number): string {
  const share = (of: number) => (base === null ? of : (of / base - 1) * 100);
  const text = numberText(share(value), (share(high) - share(low)) / LEVELS, Math.max(Math.abs(share(low)), Math.abs(share(high))));
  return base === null ? text : `${text}%`;
}
