import type { Outcome } from "../../../workers/contract";
import type { ComparePricesOutput } from "../../../workers/indicators/jobs/compare-prices";
import type { ListedSeries } from "../chart-desk";
import type { ChartPane, ChartSeries, ColorToken, ValueSeries } from "../chart-spec";
import { isPrice } from "../price-panes";

/** A series compared with a price, as shown in the chart. */
export interface ShownOther extends ListedSeries {
  color: ColorToken;
  /** Null until aligned. */
  values: Outcome<Float64Array> | null;
}

/** Colors not used by the first indicators. */
const COLORS: readonly ColorToken[] = ["series-5", "series-4", "series-6", "series-7", "series-3", "series-8"];
export const otherColor = (place: number): ColorToken => COLORS[place % COLORS.length];

/** The columns of a pane in units of its price. */
export const pricedColumns = ({ series }: ChartPane): Float64Array[] => series.flatMap(columnsOf);

function columnsOf(series: ChartSeries): Float64Array[] {
  if (series.kind === "band") return [series.lower, series.upper];
  const { range } = series.price ?? {};
  return range ? [series.values, range.open, range.high, range.low] : [series.values];
}

/** A series with its columns replaced. Drawings are dropped: their levels are in the original units. */
function replaced(series: ChartSeries, columns: Iterator<Float64Array>): ChartSeries {
  const next = () => columns.next().value as Float64Array;
  if (series.kind === "band") return { ...series, lower: next(), upper: next(), unit: undefined };
  const values = next();
  const { price } = series;
  const range = price?.range ? { open: next(), high: next(), low: next() } : null;
  return { ...series, values, unit: undefined, price: price && { range, volume: price.volume } };
}

export interface Compared {
  shown: readonly ShownOther[];
  /** All columns of the price pane, rebased; null if they are not. */
  rebased: Pick<ComparePricesOutput, "along" | "base"> | null;
}

/** The panes of a chart with the compared series beside its price. */
export function withOthers(panes: ChartPane[], { shown, rebased }: Compared): ChartPane[] {
  const pane = panes.find(({ series }) => series.some(isPrice));
  const price = pane?.series.find(isPrice);
  const lines = shown.flatMap(({ hash, column, name, color, values }): ValueSeries[] =>
    values?.ok ? [{ key: `other-${hash}-${column ?? ""}`, label: name, kind: "line", color, values: values.value }] : [],
  );
  if (!pane || !price || lines.length === 0) return panes;
  if (!rebased) return panes.map((one) => (one === pane ? { ...pane, series: [...pane.series, ...lines] } : one));
  const columns = rebased.along.values();
  const series = pane.series.map((one) => replaced(one, columns));
  const factor = 100 / price.values[rebased.base ?? 0];
  const guides = pane.guides?.map((guide) => ({ ...guide, y: factor * guide.y }));
  return panes.map((one) => (one === pane ? { ...pane, unit: undefined, digits: 2, guides, series: [...series, ...lines] } : one));
}
