import type { BandSeries, ChartPane, ChartSeries } from "./chart-spec";

/** How densely a series is filled, where it is. */
export const FILL_OPACITY: Partial<Record<ChartSeries["kind"], number>> = { band: 0.2, area: 0.12, bars: 0.6 };

/** Of each band of quantiles around a median. */
export const QUANTILE_OPACITY = 0.25;

/** A mark is too small to be as faint as the area. */
const AREA_MARK = 0.35;

const endWidth = ({ lower, upper }: BandSeries): number => upper[upper.length - 1] - lower[lower.length - 1];

/** Density of a legend's mark. Bands of a fan are over each other: each is as dense as it and all wider ones together. */
export function swatchOpacity(pane: ChartPane, series: ChartSeries): number {
  const single = FILL_OPACITY[series.kind] ?? 1;
  if (series.kind === "area") return AREA_MARK;
  if (series.kind !== "band") return single;
  if (series.backdrop) return AREA_MARK;
  const around = pane.series.filter((other) => other.kind === "band" && !other.backdrop && endWidth(other) >= endWidth(series));
  return 1 - (1 - single) ** around.length;
}
