import { memo } from "react";
import { count, fixed, percent } from "../lib/format.ts";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { InfoButton } from "../ui/info-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import type { BacktestRun } from "./use-backtest";

/** A figure is formatted when shown or saved as text; files contain the number itself. */
interface TradeLine {
  name: string;
  all: () => string;
  long: () => string;
  short: () => string;
  unadjusted: () => string;
}

type All = BacktestRun["value"]["statistics"];
type Side = BacktestRun["value"]["sides"]["long"];

const loss = (value: number | null) => fixed(value === null ? null : -value, 2);

const OF_SIDES: [string, (figures: Side) => string][] = [
  ["Closed trades", ({ trades }) => count(trades)],
  ["Winning trades", ({ wins }) => count(wins)],
  ["Losing trades", ({ trades, wins }) => count(trades - wins)],
  ["Win rate", ({ winRate }) => percent(winRate)],
  ["Net profit", ({ netProfit }) => fixed(netProfit, 2)],
  ["Gross profit", ({ grossProfit }) => fixed(grossProfit, 2)],
  ["Gross loss", ({ grossLoss }) => fixed(grossLoss === 0 ? 0 : -grossLoss, 2)],
  ["Profit factor", ({ profitFactor }) => fixed(profitFactor, 2)],
  ["Expectancy per trade", ({ expectancy }) => fixed(expectancy, 2)],
  ["Average win", ({ averageWin }) => fixed(averageWin, 2)],
  ["Average loss", ({ averageLoss }) => loss(averageLoss)],
  ["Payoff ratio", ({ payoff }) => fixed(payoff, 2)],
  ["Largest win", ({ largestWin }) => fixed(largestWin, 2)],
  ["Largest loss", ({ largestLoss }) => loss(largestLoss)],
  ["Average holding period, bars", ({ averageDuration }) => fixed(averageDuration, 1)],
  ["Average holding period, winners", ({ averageDurationWon }) => fixed(averageDurationWon, 1)],
  ["Average holding period, losers", ({ averageDurationLost }) => fixed(averageDurationLost, 1)],
];
/** Available for all trades only. */
const OF_ALL: [string, (figures: All) => string][] = [
  ["Mean return per trade", ({ meanReturn }) => percent(meanReturn, 2)],
  ["Kelly fraction", ({ kelly }) => percent(kelly)],
  ["System quality number", ({ sqn }) => fixed(sqn, 2)],
];

export function tradeLinesOf({ value: { statistics, sides, unadjusted } }: BacktestRun): TradeLine[] {
  const none = () => "—";
  const without = (text: (figures: All) => string) => (unadjusted ? () => text(unadjusted.statistics) : none);
  return [
    ...OF_SIDES.map(([name, text]) => ({
      name,
      all: () => text(statistics),
      long: () => text(sides.long),
      short: () => text(sides.short),
      unadjusted: without(text),
    })),
    ...OF_ALL.map(([name, text]) => ({ name, all: () => text(statistics), long: none, short: none, unadjusted: without(text) })),
  ];
}

/** Statistics of the closed trades: all, long, short, and all without the adjustment. */
export const TradeFiguresPanel = memo(function TradeFiguresPanel({ run }: { run: BacktestRun }) {
  const { unadjusted, reasons, statistics } = run.value;
  const columns: TableColumn<TradeLine>[] = [
    { id: "name", header: "Figure", cell: ({ name }) => name },
    { id: "all", header: "All", matters: true, cell: ({ all }) => all() },
    { id: "long", header: "Long", matters: true, cell: ({ long }) => long() },
    { id: "short", header: "Short", matters: true, cell: ({ short }) => short() },
    ...(unadjusted ? [{ id: "unadjusted", header: "All, without adjustment", cell: (line: TradeLine) => line.unadjusted() }] : []),
  ];
  const missing = [...new Set(Object.entries(reasons).flatMap(([name, reason]) => (name in statistics ? [reason] : [])))];
  return (
    <Panel
      title="Trade statistics"
      note="net of costs, closed trades only"
      actions={<InfoButton {...provenanceOf(run).statistics} />}
      flush
      footer={missing.length > 0 ? `— ${missing.join("; ")}` : undefined}
    >
      <DataTable label="Trade statistics" columns={columns} rows={tradeLinesOf(run)} rowKey={({ name }) => name} copyable />
    </Panel>
  );
});
