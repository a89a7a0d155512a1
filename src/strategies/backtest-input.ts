import { getDefault } from "valibot";
import { backtestEntries, RULES_DEFAULT } from "../../workers/backtest/schema";
import type { Column, Series } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import { barsAround, isSentiment, sentimentIn } from "../../workers/traded-bars";
import { assetColumns } from "../analysis/assets/asset-set";
import type { JobInput, JobValue } from "../client/pool";
import type { StrategyContent } from "../state/strategy-body";
import { type BacktestSettings, momentsOf, type TradingAmount, type TradingSettings } from "./backtest-settings";
import { benchmarkOf } from "./benchmark";

export type BacktestInput = JobInput<Jobs, "run-backtest">;
export type BacktestValue = JobValue<Jobs, "run-backtest">;

/** The traded column: the chosen one, otherwise the one detected by the reader. */
export const tradedColumn = (series: Series, name: string | null): Column =>
  series.columns.find((column) => column.name === name) ?? series.columns[series.primary];

/** Columns that can be traded together, one asset each. */
export const tradableColumns = (series: Series): Column[] => assetColumns(series).filter((column) => !isSentiment(column));

/** The chosen ones of these; all of them if the data have none of those names. */
export function chosenAssets(series: Series, names: readonly string[]): Column[] {
  const columns = tradableColumns(series);
  const chosen = columns.filter(({ name }) => names.includes(name));
  return chosen.length > 0 ? chosen : columns;
}

/** The assets that share the cash; null if one column is traded, also because the data have no other. */
function severalAssets(series: Series, { assets }: BacktestSettings): BacktestInput["assets"] {
  if (!assets || tradableColumns(series).length < 2) return null;
  return chosenAssets(series, assets).map(({ name, values }) => ({ name, close: values }));
}

/** Trading settings as job input; an empty box is its default. */
export function tradingOf(settings: TradingSettings) {
  const amount = (key: TradingAmount) => settings[key] ?? getDefault(backtestEntries[key]);
  return {
    initialCapital: amount("initialCapital"),
    transactionCosts: amount("transactionCosts"),
    slippage: amount("slippage"),
    fixedCosts: amount("fixedCosts"),
    unitCommission: amount("unitCommission"),
    minimumCommission: amount("minimumCommission"),
    borrowFee: amount("borrowFee"),
    positionSize: amount("positionSize"),
    behavioralAdjustment: settings.behavioralAdjustment,
    direction: settings.direction,
    tradeOnClose: settings.fill === "same-close",
    wholeUnits: settings.wholeUnits,
    closeAtEnd: settings.closeAtEnd,
  };
}

/** A strategy as job input. */
export const rulesOf = ({ type, parameters, behavioralFactors, rules }: StrategyContent): BacktestInput["strategy"] => ({
  type,
  parameters,
  behavioralFactors,
  ...(type === "rules" && { rules: rules ?? RULES_DEFAULT }),
});

/** The job's input for a strategy on a series; `benchmark` is another series, matched by date. */
export function backtestInput(
  series: Series,
  strategy: StrategyContent,
  settings: BacktestSettings,
  annualization: number,
  benchmark: Series | null,
): BacktestInput {
  return {
    bars: barsAround(series.columns, tradedColumn(series, settings.column)),
    assets: severalAssets(series, settings),
    allocation: settings.allocation,
    times: series.times,
    sentiment: sentimentIn(series.columns),
    benchmark: benchmarkOf(benchmark),
    strategy: rulesOf(strategy),
    ...momentsOf(settings),
    ...tradingOf(settings),
    riskFree: settings.riskFree ?? getDefault(backtestEntries.riskFree),
    periodsPerYear: annualization,
  };
}
