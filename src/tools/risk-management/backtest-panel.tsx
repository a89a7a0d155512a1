import { count, fixed, percent, plural, pValue } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Verdict } from "../../ui/verdict.tsx";
import { LEVEL } from "./model-levels";
import { provenanceOf } from "./provenance";
import { methodLabel } from "./settings";
import type { RiskReport, RiskRun } from "./use-risk";

type Backtest = NonNullable<RiskReport["backtest"]>;
interface Row {
  id: string;
  label: string;
  test: Backtest["unconditional"];
}

const columns: TableColumn<Row>[] = [
  {
    id: "test",
    header: "Test",
    cell: ({ label, test }) => <Verdict state={test.pValue < LEVEL ? "caution" : "ok"}>{label}</Verdict>,
    text: ({ label }) => label,
  },
  { id: "statistic", header: "LR", cell: ({ test }) => fixed(test.statistic, 3) },
  { id: "p", header: "p", cell: ({ test }) => pValue(test.pValue) },
];

/** Interpretation of the tests, and what to do about it. */
function advice({ unconditional, independence, counts, expected }: Backtest): string {
  const found: string[] = [];
  if (unconditional.pValue < LEVEL) {
    found.push(
      counts.exceptions > expected
        ? "Exceptions are too frequent: try Cornish–Fisher or Monte Carlo VaR, or a shorter lookback."
        : "Exceptions are too rare: the VaR is too conservative.",
    );
  }
  if (independence.pValue < LEVEL) found.push("Exceptions cluster: a shorter lookback adapts faster to changing volatility.");
  return found.length > 0 ? found.join(" ") : "The backtest does not reject this VaR at the 5% level.";
}

/** Backtest of value at risk: number of exceptions, and whether they cluster. */
export function BacktestPanel({ run }: { run: RiskRun }) {
  const { value: report } = run;
  const { backtest, settings } = report;
  if (!backtest) {
    const needed = settings.lookbackPeriod + 10;
    return (
      <EmptyState>
        {report.allReturns < needed
          ? `VaR backtest: not available: needs ${count(needed)} returns, ${count(report.allReturns)} given. Reduce the lookback period in Settings.`
          : "VaR backtest: not available: needs returns that vary."}
      </EmptyState>
    );
  }
  const { counts, expected } = backtest;
  const share = percent(counts.exceptions / counts.observations, 2);
  const rows: Row[] = [
    { id: "kupiec", label: "Kupiec, coverage", test: backtest.unconditional },
    { id: "independence", label: "Christoffersen, independence", test: backtest.independence },
    { id: "conditional", label: "Both", test: backtest.conditional },
  ];
  return (
    <Panel
      title="VaR backtest"
      note={`${plural(counts.exceptions, "exception")}, ${fixed(expected, 1)} expected`}
      actions={<InfoButton {...provenanceOf(run).backtest} />}
      footer={`${methodLabel(settings.method)} was exceeded in ${share} of ${plural(counts.observations, "step")}. ${advice(backtest)}`}
      flush
    >
      <DataTable label="VaR backtest" columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Panel>
  );
}
