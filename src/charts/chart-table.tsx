import { useMemo } from "react";
import { headIn } from "../lib/format";
import type { TableColumn } from "../ui/data-table";
import { PagedTable } from "../ui/paged-table";
import type { ChartAxis, ChartPane } from "./chart-spec";
import { numbersBetween } from "./figures/figure-table";
import { type Playhead, useKnownRows } from "./playhead";
import { rowsOf } from "./position";
import { isBackdrop, partsOf, placeHead, placeText, unitOf, valuesAt, valueText } from "./row-text";

/** All values of a chart as a table, 25 rows per page; rows are read when their page is shown. */
export function ChartTable({ title, axis, panes, playhead }: { title: string; axis: ChartAxis; panes: ChartPane[]; playhead?: Playhead }) {
  const known = useKnownRows(playhead);
  const columns = useMemo(() => columnsOf(axis, panes), [axis, panes]);
  return (
    <PagedTable
      label={title}
      columns={columns}
      total={Math.min(known, rowsOf(axis, panes))}
      rowsAt={numbersBetween}
      rowKey={(row: number) => row}
    />
  );
}

function columnsOf(axis: ChartAxis, panes: ChartPane[]): TableColumn<number>[] {
  const values = panes.flatMap((pane) =>
    pane.series.flatMap((series) => {
      if (isBackdrop(series)) return [];
      const unit = unitOf(pane, series);
      return partsOf(series).map((edge, part) => ({
        id: `${pane.key}.${series.key}${edge}`,
        header: headIn(`${series.label}${edge}`, unit),
        cell: (row: number) => valueText(pane, series, valuesAt(series, row)[part]),
      }));
    }),
  );
  const place = { id: "row", header: placeHead(axis), cell: (row: number) => placeText(axis, row), words: false };
  const { names } = axis;
  return names ? [{ id: "name", header: "Name", cell: (row) => names[row] }, place, ...values] : [place, ...values];
}
