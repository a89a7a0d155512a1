import { useMemo } from "react";
import { count, fixed, pValue } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { saveInformation } from "./exports.tsx";
import { type InformationRow, informationRows } from "./information-rows";
import { provenanceOf } from "./provenance";
import type { AlphaRun } from "./use-alpha";

const columns: TableColumn<InformationRow>[] = [
  { id: "factor", header: "Factor", cell: ({ factor }) => factor, sortBy: ({ factor }) => factor },
  { id: "horizon", header: "Horizon", matters: true, cell: ({ horizon }) => count(horizon), sortBy: ({ horizon }) => horizon },
  { id: "mean", header: "Mean IC", matters: true, cell: ({ mean }) => fixed(mean, 4), sortBy: ({ mean }) => mean },
  { id: "ratio", header: "IR", matters: true, cell: ({ ratio }) => fixed(ratio, 3), sortBy: ({ ratio }) => ratio },
  { id: "t", header: "t (Newey–West)", cell: ({ neweyWestT }) => fixed(neweyWestT, 2), sortBy: ({ neweyWestT }) => neweyWestT },
  { id: "p", header: "p", matters: true, cell: ({ neweyWestP }) => pValue(neweyWestP), sortBy: ({ neweyWestP }) => neweyWestP },
  { id: "count", header: "ICs", cell: (row) => count(row.count), sortBy: (row) => row.count },
];

/** Information coefficients by horizon, with a t-statistic adjusted for overlap. */
export function InformationTable({ run }: { run: AlphaRun }) {
  const rows = useMemo(() => informationRows(run), [run]);
  const { window } = run.input.settings ?? {};
  const series = run.value.mode === "series";
  return (
    <Panel
      title="Information Coefficients"
      note={series ? `Spearman's, in windows of ${count(window)} steps` : "Spearman's across the assets of each date"}
      actions={
        <>
          <Button size="small" kind="quiet" onPress={() => saveInformation(run)}>
            <TableFormatName />
          </Button>
          <InfoButton {...provenanceOf(run).information} />
        </>
      }
      footer={
        series
          ? "A slow factor of the same prices is biased toward reversal in short windows: use the permutation p-value under Factor Statistics."
          : "Horizons of more than one step overlap; the t-statistics are HAC-corrected."
      }
      flush
    >
      <DataTable label="Information Coefficients" columns={columns} rows={rows} rowKey={({ key }) => key} copyable />
    </Panel>
  );
}
