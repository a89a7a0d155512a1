import type { Cause } from "../../workers/contract";
import { count, fixed, percent } from "../lib/format.ts";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { InfoButton } from "../ui/info-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Words } from "../ui/texts.ts";
import type { RegimeFigures } from "./regimes-question";

const COLUMNS: TableColumn<RegimeFigures>[] = [
  { id: "label", header: "Regime", cell: ({ label }) => label },
  { id: "share", header: "Share of rows", cell: ({ share }) => percent(share) },
  { id: "rows", header: "Rows", cell: ({ rows }) => count(rows) },
  { id: "return", header: "Return per year", matters: true, cell: ({ annualReturn }) => percent(annualReturn) },
  { id: "volatility", header: "Volatility", cell: ({ volatility }) => percent(volatility) },
  { id: "sharpe", header: "Sharpe ratio", matters: true, cell: ({ sharpeRatio }) => fixed(sharpeRatio, 2) },
  { id: "drawdown", header: "Max drawdown", cell: ({ maxDrawdown }) => percent(maxDrawdown) },
  { id: "benchmark", header: "Benchmark per year", matters: true, cell: ({ benchmarkReturn }) => percent(benchmarkReturn) },
];

interface RegimesPanelProps {
  regimes: readonly RegimeFigures[] | null;
  /** Note below them. */
  note: string | null;
  /** Why there are none. */
  reason: Cause | null;
}

/** Performance in each regime of the traded asset. */
export function RegimesPanel({ regimes, note, reason }: RegimesPanelProps) {
  return (
    <Panel
      title="By regime"
      note="each row by the regime known at the close before"
      actions={
        <InfoButton
          title="Performance by regime"
          computedBy="splitByRegime"
          formula="figures of the returns from t to t+1, grouped by the most probable regime at t (filtered probabilities)"
          differs="The probabilities do not look ahead; the model they come from is fitted to the whole series."
        />
      }
      flush
      footer={note}
    >
      {regimes ? (
        <DataTable label="By regime" columns={COLUMNS} rows={regimes} rowKey={({ label }) => label} copyable />
      ) : reason ? (
        <p className="px-3.5 py-3 text-muted">
          <Words of={reason} />
        </p>
      ) : (
        <Skeleton rows={3} shape="table" />
      )}
    </Panel>
  );
}
