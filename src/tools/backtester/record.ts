import type { FollowedUp } from "../../analysis/use-follow-up";
import { backtestRecord, dataOf, nameOf, recordedSettings } from "../../strategies/record";
import type { BacktestRun } from "../../strategies/use-backtest";

const screen = backtestRecord("/backtester");

export const shared = (run: BacktestRun) => screen.shared(recordedSettings(run));

/** Records the number of combinations, which validation counts as trials. */
export function recordSweep(run: FollowedUp<"sweep-backtest", { of: BacktestRun }>): Promise<void> {
  const { optimized, original, selection, combinations } = run.value;
  return screen.record(
    { ...run, settings: recordedSettings(run.of) },
    {
      title: `Sweep of ${nameOf(run.of)}`,
      data: dataOf(run.of),
      figures: [
        { label: "Best Sharpe Ratio", value: optimized.sharpeRatio ?? "not available", unit: "", decimals: 2 },
        { label: "Current", value: original.sharpeRatio ?? "not available", unit: "", decimals: 2 },
        { label: "Deflated Sharpe Ratio", value: selection?.dsr ?? "not available", unit: "fraction" },
        { label: "Trials", value: combinations, unit: "" },
      ],
    },
  );
}

export function recordStress(run: FollowedUp<"stress-backtest", { of: BacktestRun }>): Promise<void> {
  const { luck, prefixes } = run.value;
  return screen.record(
    { ...run, settings: recordedSettings(run.of) },
    {
      title: `Stress test of ${nameOf(run.of)}`,
      data: dataOf(run.of),
      figures: [
        { label: "Return, lowest 5%", value: luck?.returns[0] ?? "not available", unit: "fraction" },
        { label: "Median return", value: luck?.returns[2] ?? "not available", unit: "fraction" },
        { label: "Looks ahead", value: prefixes.firstDifference === null ? "no" : "yes", unit: "" },
      ],
    },
  );
}
