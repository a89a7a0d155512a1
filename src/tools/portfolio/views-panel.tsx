import { useMemo } from "react";
import { percent, plural } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import type { ProposalRun } from "./use-proposal";

interface Row {
  name: string;
  held: number;
  implied: number;
  mixed: number;
}

/** What the weights held imply for every asset, and what the views make of it. */
export function ViewsPanel({ run }: { run: ProposalRun }) {
  const { value: proposal, set, input } = run;
  const { implied, assets } = proposal;
  const rows = useMemo<Row[]>(
    () =>
      implied
        ? assets.map(({ name, expectedReturn }, i) => ({ name, held: set.weights[i], implied: implied[i], mixed: expectedReturn }))
        : [],
    [implied, assets, set],
  );
  if (!implied) return null;
  const figure = (id: string, header: string, pick: (row: Row) => number): TableColumn<Row> => ({
    id,
    header,
    cell: (row) => percent(pick(row), 2),
    sortBy: pick,
  });
  const columns: TableColumn<Row>[] = [
    { id: "name", header: "Asset", cell: ({ name }) => name, sortBy: ({ name }) => name },
    figure("held", "Market's weight", ({ held }) => held),
    figure("implied", "Implied return", ({ implied: one }) => one),
    figure("mixed", "With the views", ({ mixed }) => mixed),
    figure("change", "Change", ({ implied: one, mixed }) => mixed - one),
  ];
  return (
    <Panel
      title="Expected returns with the views"
      note={`per year, ${plural(input.views?.views.length ?? 0, "view")}`}
      actions={<InfoButton {...provenanceOf(run).views} />}
      flush
    >
      <DataTable label="Expected returns with the views" columns={columns} rows={rows} rowKey={({ name }) => name} copyable />
    </Panel>
  );
}
