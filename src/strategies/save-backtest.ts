import { dated, fileStem, saveTable } from "../analysis/data/save-table.ts";
import type { BacktestValue } from "./backtest-input";
import type { BacktestRun } from "./use-backtest";

type Trade = BacktestValue["trades"][number];

export const EXITS: Record<Trade["exit"], string> = {
  open: "still open",
  signal: "signal",
  reversal: "reversal",
  "stop-loss": "stop loss",
  "trailing-stop": "trailing stop",
  "take-profit": "take profit",
  end: "last close",
  ruin: "wiped out",
};

/** Open trades: one, or one per asset. */
export const openTrades = ({ openTrade, assets }: BacktestValue): Trade[] =>
  assets ? assets.flatMap((asset) => asset.openTrade ?? []) : openTrade ? [openTrade] : [];

/** Trades as columns of a file, with dates if the series has them. */
export function tradeColumns(trades: readonly Trade[], ofAssets: boolean) {
  const numbers = (of: (trade: Trade) => number | null) => Float64Array.from(trades, (trade) => of(trade) ?? Number.NaN);
  const texts = (of: (trade: Trade) => string) => trades.map(of);
  const haveDates = trades.every(({ entryTime }) => entryTime !== null);
  const place = (row: number | null) => (row === null ? "" : `row ${row + 1}`);
  const when = (end: "entry" | "exit") =>
    haveDates
      ? { kind: "time" as const, values: numbers((trade) => trade[`${end}Time`]) }
      : { values: texts((trade) => place(trade[`${end}Row`])) };
  return [
    ...(ofAssets ? [{ name: "Asset", values: texts(({ asset }) => asset ?? "") }] : []),
    { name: "Entry", ...when("entry") },
    { name: "Exit", ...when("exit") },
    { name: "Side", values: texts(({ side }) => side) },
    { name: "Exit reason", values: texts(({ exit }) => EXITS[exit]) },
    { name: "Quantity", values: numbers(({ quantity }) => quantity) },
    { name: "Entry price", values: numbers(({ entryPrice }) => entryPrice) },
    { name: "Exit price", values: numbers(({ exitPrice }) => exitPrice) },
    { name: "Fees", values: numbers(({ fees }) => fees) },
    { name: "Slippage", values: numbers(({ slippage }) => slippage) },
    { name: "Profit", values: numbers(({ profit }) => profit) },
    { name: "Return", values: numbers((trade) => trade.return) },
    { name: "Bars", values: numbers(({ bars }) => bars) },
  ];
}

/** All trades, open ones last. */
export function saveTrades({ value, series }: BacktestRun): void {
  void saveTable(tradeColumns([...value.trades, ...openTrades(value)], value.assets !== null), `${fileStem(series.name)}-trades`);
}

/** Value, benchmark, drawdown and weight, one row per bar. */
export function saveRows({ value, series }: BacktestRun): void {
  const { equity, benchmark, drawdown, weight, unadjusted } = value;
  const columns = [
    { name: "Strategy", values: equity },
    { name: "Benchmark", values: benchmark },
    ...(unadjusted ? [{ name: "Without adjustment", values: unadjusted.equity }] : []),
    { name: "Drawdown", values: drawdown },
    { name: "Weight", values: weight },
  ];
  void saveTable(dated(value.times, columns), `${fileStem(series.name)}-performance`);
}

/** Strategy and benchmark at the end of every month. */
export function saveMonths({ value: { performanceData }, series }: BacktestRun): void {
  const columns = [
    { name: "Month", values: performanceData.map(({ date }) => date) },
    { name: "Strategy", values: Float64Array.from(performanceData, ({ portfolio }) => portfolio) },
    { name: "Benchmark", values: Float64Array.from(performanceData, ({ benchmark }) => benchmark) },
  ];
  void saveTable(columns, `${fileStem(series.name)}-months`);
}
