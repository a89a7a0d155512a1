import { percent } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { figureColumn, percents } from "../../ui/figure-column.ts";
import { InfoButton, type Provenance } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { objectiveLabel } from "./settings";
import type { BudgetRun } from "./use-budget";

interface Row {
  name: string;
  now: number;
  proposed: number;
  riskNow: number;
  riskProposed: number;
}

interface BudgetTableProps {
  run: BudgetRun;
  about: Provenance;
  onExport: () => void;
  /** Applies the proposed weights to the form; null if they belong to a client's portfolio. */
  onTake: (() => void) | null;
}

/** Weights and risk contributions by asset, current and proposed. */
export function BudgetTable({ run, about, onExport, onTake }: BudgetTableProps) {
  const { names, current, proposed } = run.value;
  const [before, after] = [current.contributions.assets, proposed.contributions.assets];
  const rows: Row[] = names.map((name, i) => ({
    name,
    now: before[i].weight,
    proposed: after[i].weight,
    riskNow: before[i].percentVolatility,
    riskProposed: after[i].percentVolatility,
  }));
  const columns: TableColumn<Row>[] = [
    { id: "asset", header: "Asset", cell: ({ name }) => name, sortBy: ({ name }) => name },
    figureColumn("proposed", "Proposed weight", (row) => row.proposed, percents(2), true),
    figureColumn("now", "Current weight", ({ now }) => now, percents(2)),
    figureColumn("change", "Change", (row) => row.proposed - row.now, percents(2), true),
    figureColumn("risk", "Proposed risk", ({ riskProposed }) => riskProposed, percents(2), true),
    figureColumn("risk-now", "Current risk", ({ riskNow }) => riskNow, percents(2)),
  ];
  const cash = proposed.cash > 0 ? ` ${percent(proposed.cash, 2)} remains in cash.` : "";
  return (
    <Panel
      title="Proposed weights"
      note={objectiveLabel(run.input.objective)}
      actions={
        <>
          {onTake ? (
            <Button size="small" onPress={onTake}>
              Use these weights
            </Button>
          ) : null}
          <Button size="small" kind="quiet" onPress={onExport}>
            <TableFormatName />
          </Button>
          <InfoButton {...about} />
        </>
      }
      footer={`Risk shares are measured over the sample; weights use a shrinkage estimate, so they differ slightly from the budget.${cash}`}
      flush
    >
      <DataTable label="Proposed weights" columns={columns} rows={rows} rowKey={({ name }) => name} />
    </Panel>
  );
}
