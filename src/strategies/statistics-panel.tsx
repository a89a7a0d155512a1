import { memo } from "react";
import {
  type EstimateLine,
  type FigureIntervals,
  figureInterval,
  type Intervals,
  withInterval,
} from "../analysis/intervals/interval-words";
import { programColumn } from "../analysis/programs/program-column";
import type { ToolFigure } from "../analysis/programs/tool-figures";
import { count, fixed, percent } from "../lib/format.ts";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { InfoButton } from "../ui/info-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { type KeyFiguresProps, ratio, share } from "./key-figures.tsx";
import { provenanceOf } from "./provenance";
import type { BacktestRun } from "./use-backtest";
import { useEquityByProgram } from "./use-equity-by-program";

interface Line {
  name: string;
  /** If other programs define it too. */
  figure?: ToolFigure;
  strategy: () => string;
  /** Text of its interval; null if it cannot have one. */
  interval: ((intervals: Intervals) => string) | null;
  /** Null if the row has no such value. */
  unadjusted: (() => string) | null;
  benchmark: (() => string) | null;
}

/** The account's figures besides the four cards: with and without the adjustment, and of the benchmark. */
export const StatisticsPanel = memo(function StatisticsPanel({ run, intervals }: KeyFiguresProps) {
  const { unadjusted, reasons, performance } = run.value;
  const rows = linesOf(run);
  const by = useEquityByProgram(run);
  const cell = (text: (() => string) | null) => text?.() ?? "—";
  const columns: TableColumn<Line>[] = [
    { id: "name", header: "Figure", cell: ({ name }) => name },
    { id: "strategy", header: "Strategy", matters: true, cell: ({ strategy }) => strategy() },
    ...programColumn<Line>(by, ({ figure }) => figure),
    ...(intervals
      ? [{ id: "interval", header: "95% interval", cell: ({ interval }: Line) => interval?.(intervals) ?? "—", words: false as const }]
      : []),
    ...(unadjusted ? [{ id: "unadjusted", header: "Without adjustment", cell: (row: Line) => cell(row.unadjusted) }] : []),
    { id: "benchmark", header: "Benchmark", matters: true, cell: ({ benchmark }) => cell(benchmark) },
  ];
  const missing = [...new Set(Object.entries(reasons).flatMap(([name, reason]) => (name in performance ? [reason] : [])))];
  return (
    <Panel
      title="Performance"
      note={unadjusted ? "with and without the behavioral adjustment" : undefined}
      actions={<InfoButton {...withInterval(provenanceOf(run).account, intervals)} />}
      flush
      footer={missing.length > 0 ? `— ${missing.join("; ")}` : undefined}
    >
      <DataTable label="Backtest statistics" columns={columns} rows={rows} rowKey={({ name }) => name} copyable />
    </Panel>
  );
});

type Performance = BacktestRun["value"]["performance"];
type Account = BacktestRun["value"]["account"];

const IN_PROGRAMS: ReadonlySet<string> = new Set<ToolFigure>(["cagr", "volatility", "sharpe", "sortino", "maxDrawdown"]);
const isInPrograms = (figure: string): figure is ToolFigure => IN_PROGRAMS.has(figure);

const PERFORMANCE: [keyof Performance, string, (value: number | null) => string][] = [
  ["totalReturn", "Total return", share],
  ["cagr", "Return per year, compounded", share],
  ["volatility", "Volatility per year", share],
  ["sharpe", "Sharpe ratio", ratio],
  ["sortino", "Sortino ratio", ratio],
  ["calmar", "Calmar ratio", ratio],
  ["omega", "Omega ratio", ratio],
  ["maxDrawdown", "Max drawdown", share],
  ["ulcer", "Ulcer index", share],
  ["skewness", "Skewness", ratio],
  ["kurtosis", "Excess kurtosis", ratio],
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
  ["Borrow fees", ({ borrow }) => fixed(borrow ?? 0, 2)],
  ["Orders", ({ orders }) => count(orders)],
  ["Canceled orders", ({ canceled }) => count(canceled)],
  ["Turnover, multiple of capital", ({ turnover }) => fixed(turnover, 2)],
  ["Time in the market", ({ exposure }) => percent(exposure)],
];

export function linesOf({ value }: BacktestRun): Line[] {
  const { performance, benchmarkPerformance, growth, benchmarkGrowth, account, unadjusted } = value;
  return [
    ...PERFORMANCE.map(([figure, name, text]) => ({
      name,
      figure: isInPrograms(figure) ? figure : undefined,
      strategy: () => text(performance[figure]),
      interval: (intervals: Intervals) => figureInterval(intervals, figure, text),
      unadjusted: unadjusted && (() => text(unadjusted.performance[figure])),
      benchmark: () => text(benchmarkPerformance[figure]),
    })),
    ...GROWTH.map(([name, text]) => ({
      name,
      strategy: () => text(growth),
      interval: null,
      unadjusted: unadjusted && (() => text(unadjusted.growth)),
      benchmark: () => text(benchmarkGrowth),
    })),
    ...ACCOUNT.map(([name, text]) => ({
      name,
      strategy: () => text(account),
      interval: null,
      unadjusted: unadjusted && (() => text(unadjusted.account)),
      benchmark: null,
    })),
  ];
}

/** Each performance figure with its interval, for a file. */
export const estimateLines = ({ metrics }: FigureIntervals): EstimateLine[] =>
  PERFORMANCE.map(([figure, label]) => ({ ...metrics[figure], label }));
