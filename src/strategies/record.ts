import { recordRun } from "../state/runs";
import { copyShareLink } from "../state/share";
import { contentOf } from "../state/strategy-body";
import { sharedSettings } from "./backtest-settings";
import { strategyLine } from "./families";
import type { BacktestRun } from "./use-backtest";

/** What every run about a backtest tells of it: its screen, data and settings. */
export function basisOf(screen: `/${string}`, run: BacktestRun) {
  const { series, benchmark, settings, text } = run;
  return {
    screen,
    data: { data: { series, text }, ...(benchmark ? { benchmark: { series: benchmark, text: "" } } : {}) },
    settings: { ...sharedSettings(settings), strategy: sharedStrategy(run) },
    content: { column: settings.column, benchmark: settings.benchmark, assets: settings.assets },
  };
}

/** Writes a finished backtest into the list of runs; nobody waits for it. */
export function recordBacktest(screen: `/${string}`, run: BacktestRun): Promise<void> {
  const { strategy, input, value, startedAt, millis } = run;
  const { metrics } = value;
  return recordRun({
    ...basisOf(screen, run),
    title: `Backtest of ${strategy.name || strategyLine(strategy)}`,
    job: "run-backtest",
    input,
    outcome: { ok: true, value },
    figures: [
      { label: "Total Return", value: metrics.returns, unit: "fraction" },
      { label: "Sharpe Ratio", value: metrics.sharpeRatio ?? "not available", unit: "" },
      { label: "Max Drawdown", value: metrics.maxDrawdown, unit: "fraction" },
      { label: "Win Rate", value: metrics.winRate ?? "not available", unit: "fraction" },
      { label: "Trades", value: metrics.trades, unit: "" },
    ],
    startedAt,
    millis,
  });
}

const sharedStrategy = ({ strategy }: BacktestRun) => contentOf(strategy);

/** Puts a link to the screen with the settings of a run on the clipboard. */
export const copyLink = (screen: `/${string}`, run: BacktestRun): Promise<void> =>
  copyShareLink(screen, { ...sharedSettings(run.settings), strategy: sharedStrategy(run) });
