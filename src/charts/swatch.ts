import type { ChartPane, ChartSeries } from "./chart-spec";

/** How densely a series is filled, where it is. */
export const FILL_OPACITY: Partial<Record<ChartSeries["kind"], number>> = { band: 0.2, area: 0.12, bars: 0.6 };

/** Density of a legend's mark. Bands lie over each other, the widest first: each is as dense as all up to it together. */
export function swatchOpacity(pane: ChartPane, series: ChartSeries): number {
  const single = FILL_OPACITY[series.kind] ?? 1;
  if (series.kind !== "band") return single;
  const bands = pane.series.filter((other) => other.kind === "band");
  return 1 - (1 - single) ** (bands.indexOf(series) + 1);
}
