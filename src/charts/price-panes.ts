import type { ChartPane, ChartSeries, PriceStyle, ScaleKind, ValueSeries } from "./chart-spec";

/** How a user wants prices drawn. */
export interface PriceChoices {
  style: PriceStyle;
  scale: ScaleKind;
  volume: boolean;
  /** Marks where a new trading day begins, for intraday prices. */
  sessions: boolean;
}

/** Height of the volume pane relative to the price pane. */
const VOLUME_SHARE = 0.25;

export const isPrice = (series: ChartSeries): series is ValueSeries => series.kind !== "band" && series.price !== undefined;

/** The price series of a chart, if any. */
export const priceOf = (panes: ChartPane[]): ValueSeries | undefined => panes.flatMap(({ series }) => series).find(isPrice);

/** The panes of a chart with the volume below its price, as in table and files. */
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

/** The panes as the user wants to see them. Candles and sticks become a line if only closes are known. */
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
