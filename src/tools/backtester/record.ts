import { recordRun } from "../../state/runs";
import { strategyLine } from "../../strategies/families";
import { basisOf } from "../../strategies/record";
import type { BacktestRun } from "../../strategies/use-backtest";
import type { FollowedUp } from "./use-follow-up";

const SCREEN = "/backtester";

const nameOf = ({ strategy }: BacktestRun) => strategy.name || strategyLine(strategy);

/** Writes a finished sweep into the list of runs with the number of its combinations, which validation counts as trials. */
export function recordSweep({ of, value, input, startedAt, millis }: FollowedUp<"sweep-backtest">): Promise<void> {
  const { optimized, original, selection, combinations } = value;
  return recordRun({
    ...basisOf(SCREEN, of),
    title: `Sweep of ${nameOf(of)}`,
    job: "sweep-backtest",
    input,
    outcome: { ok: true, value },
    figures: [
      { label: "Best Sharpe Ratio", value: optimized.sharpeRatio ?? "not available", unit: "" },
      { label: "Here", value: original.sharpeRatio ?? "not available", unit: "" },
      { label: "Deflated Sharpe Ratio", value: selection?.dsr ?? "not available", unit: "fraction" },
      { label: "Trials", value: combinations, unit: "" },
    ],
    startedAt,
    millis,
  });
}

/** Writes a finished stress test into the list of runs. */
export function recordStress({ of, value, input, startedAt, millis }: FollowedUp<"stress-backtest">): Promise<void> {
  const { luck, prefixes } = value;
  return recordRun({
    ...basisOf(SCREEN, of),
    title: `Stress test of ${nameOf(of)}`,
    job: "stress-backtest",
    input,
    outcome: { ok: true, value },
    figures: [
      { label: "Return, lowest 5 %", value: luck?.returns[0] ?? "not available", unit: "fraction" },
      { label: "Median return", value: luck?.returns[2] ?? "not available", unit: "fraction" },
      { label: "Looks ahead", value: prefixes.firstDifference === null ? "no" : "yes", unit: "" },
    ],
    startedAt,
    millis,
  });
}
