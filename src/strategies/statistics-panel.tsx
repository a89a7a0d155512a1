import { memo } from "react";
import { count, fixed, percent } from "../lib/format.ts";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { InfoButton } from "../ui/info-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import type { BacktestRun } from "./use-backtest";

interface Line {
  name: string;
  strategy: () => string;
  /** Null where the row means nothing for it. */
  unadjusted: (() => string) | null;
  benchmark: (() => string) | null;
}

/** The account's figures beside the four cards: with and without the adjustment, and of the benchmark. */
export const StatisticsPanel = memo(function StatisticsPanel({ run }: { run: BacktestRun }) {
  const { unadjusted, reasons, performance } = run.value;
  const rows = linesOf(run);
  const cell = (text: (() => string) | null) => text?.() ?? "—";
  const columns: TableColumn<Line>[] = [
    { id: "name", header: "Figure", cell: ({ name }) => name },
    { id: "strategy", header: "Strategy", matters: true, cell: ({ strategy }) => strategy() },
    ...(unadjusted ? [{ id: "unadjusted", header: "Without adjustment", cell: (row: Line) => cell(row.unadjusted) }] : []),
    { id: "benchmark", header: "Benchmark", matters: true, cell: ({ benchmark }) => cell(benchmark) },
  ];
  const missing = [...new Set(Object.entries(reasons).flatMap(([name, reason]) => (name in performance ? [reason] : [])))];
  return (
    <Panel
      title="Performance"
      note={unadjusted ? "with and without the behavioral adjustment" : undefined}
      actions={<InfoButton {...provenanceOf(run).account} />}
      flush
      footer={missing.length > 0 ? `— ${missing.join("; ")}` : undefined}
    >
      <DataTable label="Backtest statistics" columns={columns} rows={rows} rowKey={({ name }) => name} copyable />
    </Panel>
  );
});

type Performance = BacktestRun["value"]["performance"];
type Account = BacktestRun["value"]["account"];

const PERFORMANCE: [string, (figures: Performance) => string][] = [
  ["Total return", ({ totalReturn }) => percent(totalReturn)],
  ["Return per year, compounded", ({ cagr }) => percent(cagr)],
  ["Volatility per year", ({ volatility }) => percent(volatility)],
  ["Sharpe ratio", ({ sharpe }) => fixed(sharpe, 2)],
  ["Sortino ratio", ({ sortino }) => fixed(sortino, 2)],
  ["Calmar ratio", ({ calmar }) => fixed(calmar, 2)],
  ["Omega ratio", ({ omega }) => fixed(omega, 2)],
  ["Max drawdown", ({ maxDrawdown }) => percent(maxDrawdown)],
  ["Ulcer index", ({ ulcer }) => percent(ulcer)],
  ["Skewness", ({ skewness }) => fixed(skewness, 2)],
  ["Excess kurtosis", ({ kurtosis }) => fixed(kurtosis, 2)],
];
type Growth = BacktestRun["value"]["growth"];

const GROWTH: [string, (figures: Growth) => string][] = [
  ["Profit, open trade included", ({ profit }) => fixed(profit, 2)],
  ["Max run-up", ({ maxRunUp }) => fixed(maxRunUp, 2)],
  ["Max run-up, % of the prior low", ({ maxRunUpShare }) => percent(maxRunUpShare)],
  ["Max drawdown, amount", ({ maxFall }) => fixed(-maxFall, 2)],
];
const ACCOUNT: [string, (figures: Account) => string][] = [
  ["Fees", ({ fees }) => fixed(fees, 2)],
  ["Slippage", ({ slippage }) => fixed(slippage, 2)],
  ["Orders", ({ orders }) => count(orders)],
  ["Canceled orders", ({ canceled }) => count(canceled)],
  ["Turnover, multiple of capital", ({ turnover }) => fixed(turnover, 2)],
  ["Time in the market", ({ exposure }) => percent(exposure)],
];

export function linesOf({ value }: BacktestRun): Line[] {
  const { performance, benchmarkPerformance, growth, benchmarkGrowth, account, unadjusted } = value;
  return [
    ...PERFORMANCE.map(([name, text]) => ({
      name,
      strategy: () => text(performance),
      unadjusted: unadjusted && (() => text(unadjusted.performance)),
      benchmark: () => text(benchmarkPerformance),
    })),
    ...GROWTH.map(([name, text]) => ({
      name,
      strategy: () => text(growth),
      unadjusted: unadjusted && (() => text(unadjusted.growth)),
      benchmark: () => text(benchmarkGrowth),
    })),
    ...ACCOUNT.map(([name, text]) => ({
      name,
      strategy: () => text(account),
      unadjusted: unadjusted && (() => text(unadjusted.account)),
      benchmark: null,
    })),
  ];
}
