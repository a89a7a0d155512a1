import { headIn } from "../lib/format";
import type { ChartAxis, ChartPane } from "./chart-spec";
import type { ChartCsvColumn } from "./feed";
import { isBackdrop, partsOf, placeHead, unitOf } from "./row-text";

/** The columns of a chart for export; an index axis becomes a column of row numbers. */
export function columnsOf(axis: ChartAxis, panes: ChartPane[]): ChartCsvColumn[] {
  const place: ChartCsvColumn[] = axis.values
    ? [
        {
          name: placeHead(axis),
          values: axis.values,
          kind: axis.kind === "time" ? "time" : "number",
        },
      ]
    : [];
  const names: ChartCsvColumn[] = axis.names ? [{ name: "Name", values: [...axis.names] }] : [];
  const values = panes.flatMap((pane) =>
    pane.series.flatMap((series): ChartCsvColumn[] => {
      if (isBackdrop(series)) return [];
      const unit = unitOf(pane, series);
      const name = (edge: string) => headIn(`${series.label}${edge}`, unit);
      const { start } = series;
      if (series.kind !== "band" && series.price?.range) {
        const { open, high, low } = series.price.range;
        return [open, high, low, series.values].map((values, i) => ({ name: name(partsOf(series)[i]), values, start }));
      }
      if (series.kind !== "band")
        return [{ name: name(""), values: series.values, start, absolute: series.absolute, factor: series.factor }];
      return [
        { name: name(", lower"), values: series.lower, start },
        { name: name(", upper"), values: series.upper, start },
      ];
    }),
  );
  return [...names, ...place, ...values];
}
