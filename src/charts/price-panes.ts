import type { ChartPane, ChartSeries, PriceStyle, ScaleKind, ValueSeries } from "./chart-spec";

/** How a user wants prices drawn. */
export interface PriceChoices {
  style: PriceStyle;
  scale: ScaleKind;
  volume: boolean;
  /** Where a new trading day begins, of prices within days. */
  sessions: boolean;
}

/** Height of the volume relative to the pane of the price. */
const VOLUME_SHARE = 0.25;

export const isPrice = (series: ChartSeries): series is ValueSeries => series.kind !== "band" && series.price !== undefined;

/** The series of a chart that is a price, if one is. */
export const priceOf = (panes: ChartPane[]): ValueSeries | undefined => panes.flatMap(({ series }) => series).find(isPrice);

/** The panes of a chart with the volume of its price below that, as table and files have it. */
export function withVolume(panes: ChartPane[]): ChartPane[] {
  return panes.flatMap((pane): ChartPane[] => {
    const price = pane.series.find(isPrice);
    const values = price?.price?.volume;
    if (!price || !values) return [pane];
    const { start } = price;
    const series: ValueSeries = { key: "volume", label: "Volume", kind: "bars", color: "muted", values, start, total: true };
    return [pane, { key: `${pane.key}-volume`, share: pane.share * VOLUME_SHARE, digits: 0, series: [series] }];
  });
}

/** The panes as a user wants to see them. Candles and sticks become a line where only closes are known. */
export function chosenPanes(panes: ChartPane[], { style, scale, volume }: Omit<PriceChoices, "sessions">): ChartPane[] {
  const all = volume ? withVolume(panes) : panes;
  return all.map((pane) => {
    if (!pane.series.some(isPrice)) return pane;
    const drawn = pane.series.map((series): ChartSeries => {
      if (!isPrice(series)) return series;
      return { ...series, kind: series.price?.range || style === "area" ? style : "line" };
    });
    return { ...pane, scale, series: drawn };
  });
}
