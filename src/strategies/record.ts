import { type ScreenRecord, screenRecord } from "../analysis/record";
import { contentOf, type StrategyContent } from "../state/strategy-body";
import type { BacktestSettings } from "./backtest-settings";
import { strategyLine } from "./families";
import type { BacktestRun } from "./use-backtest";

/** A backtest as stored in runs and links. */
type Recorded = BacktestSettings & { strategy: StrategyContent };

/** Names of columns and hashes depend on the data, so they are not shared. */
export const backtestRecord = (screen: `/${string}`): ScreenRecord<Recorded> =>
  screenRecord<Recorded>(screen, ["column", "benchmark", "assets"]);

export const recordedSettings = ({ settings, strategy }: Pick<BacktestRun, "settings" | "strategy">): Recorded => ({
  ...settings,
  strategy: contentOf(strategy),
});

/** The data fields of a backtest, and its name, from its strategy. */
export const dataOf = ({ series, text, benchmark }: BacktestRun) => ({
  data: { series, text },
  ...(benchmark ? { benchmark: { series: benchmark, text: "" } } : {}),
});
export const nameOf = ({ strategy }: { strategy: StrategyContent }): string => strategy.name || strategyLine(strategy);

export function recordBacktest(screen: `/${string}`, run: BacktestRun): Promise<void> {
  const { metrics } = run.value;
  return backtestRecord(screen).record(
    { ...run, settings: recordedSettings(run) },
    {
      title: `Backtest of ${nameOf(run)}`,
      data: dataOf(run),
      figures: [
        { label: "Total Return", value: metrics.returns, unit: "fraction" },
        { label: "Sharpe Ratio", value: metrics.sharpeRatio ?? "not available", unit: "", decimals: 2 },
        { label: "Max Drawdown", value: metrics.maxDrawdown, unit: "fraction" },
        { label: "Win Rate", value: metrics.winRate ?? "not available", unit: "fraction" },
        { label: "Trades", value: metrics.trades, unit: "" },
      ],
    },
  );
}
