import type { Samples } from "./chart-reader";
import type { ChartPane } from "./chart-spec";
import type { View } from "./view";

/** Padding above and below the data, as a share of the height. */
const AIR = 0.06;

/**
 * Limits of a pane's y axis for the current view: fixed ones if given, otherwise the extremes of the samples (a few per pixel) with
 * padding. Bars include zero, without padding on a side that has no values.
 */
export function extentOf(pane: ChartPane, samples: Samples[], view: View): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let grounded = false;
  const fitting = pane.series.some((series) => series.fitsAxis !== false) ? (fits?: boolean) => fits !== false : () => true;
  pane.series.forEach((series, index) => {
    if (series.kind === "bars") grounded = true;
    if (!fitting(series.fitsAxis) || !samples[index]) return;
    const { x, y, upper, quantiles } = samples[index];
    const { high: highs = quantiles?.[0][1] ?? upper, low: lows = quantiles?.[0][0] } = samples[index];
    for (let i = 0; i < x.length; i++) {
      if (x[i] < view.low || x[i] > view.high) continue;
      if (y[i] < low) low = y[i];
      if (y[i] > high) high = y[i];
      if (highs && highs[i] < low) low = highs[i];
      if (highs && highs[i] > high) high = highs[i];
      if (lows && lows[i] < low) low = lows[i];
    }
  });
  const [fixedLow, fixedHigh] = pane.range ?? [null, null];
  if (low > high) [low, high] = [fixedLow ?? 0, fixedHigh ?? (fixedLow ?? 0) + 1];
  if (grounded) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
  if (pane.scale === "log" && low > 0) {
    const ratio = (high / low) ** AIR || 1;
    return ratio > 1 ? [low / ratio, high * ratio] : [low / 2, high * 2];
  }
  const air = (high - low) * AIR || Math.abs(high) * 0.1 || 1;
  const bottom = fixedLow ?? (grounded && low === 0 ? 0 : low - air);
  const top = fixedHigh ?? (grounded && high === 0 ? 0 : high + air);
  return top > bottom ? [bottom, top] : [bottom, bottom + 1];
}
