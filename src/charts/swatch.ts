import type { BandSeries, ChartPane, ChartSeries } from "./chart-spec";

/** Fill opacity of a series by kind. */
export const FILL_OPACITY: Partial<Record<ChartSeries["kind"], number>> = { band: 0.2, area: 0.12, bars: 0.6 };

/** Opacity of each quantile band around a median. */
export const QUANTILE_OPACITY = 0.25;

/** Legend marks are small and need more opacity than the area. */
const AREA_MARK = 0.35;

const endWidth = ({ lower, upper }: BandSeries): number => upper[upper.length - 1] - lower[lower.length - 1];

/** Opacity of a legend mark. The bands of a fan overlap: each appears as dense as it and all wider ones together. */
export function swatchOpacity(pane: ChartPane, series: ChartSeries): number {
  const single = FILL_OPACITY[series.kind] ?? 1;
  if (series.kind === "area") return AREA_MARK;
  if (series.kind !== "band") return single;
  if (series.backdrop) return AREA_MARK;
  const around = pane.series.filter((other) => other.kind === "band" && !other.backdrop && endWidth(other) >= endWidth(series));
  return 1 - (1 - single) ** around.length;
}
