import { useMemo } from "react";
import { plural } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { figureColumn, percents } from "../../ui/figure-column.ts";
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

/** Returns implied by the current weights, and after taking the views into account. */
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
  const columns: TableColumn<Row>[] = [
    { id: "name", header: "Asset", cell: ({ name }) => name, sortBy: ({ name }) => name },
    figureColumn("held", "Market's weight", ({ held }) => held, percents(2)),
    figureColumn("implied", "Implied return", ({ implied: one }) => one, percents(2)),
    figureColumn("mixed", "With the views", ({ mixed }) => mixed, percents(2)),
    figureColumn("change", "Change", ({ implied: one, mixed }) => mixed - one, percents(2)),
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
