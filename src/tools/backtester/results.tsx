import { Suspense, useCallback } from "react";
import type { StrategyParameters } from "../../../workers/backtest/schema";
import type { Intervals } from "../../analysis/intervals/interval-words";
import type { FollowUp } from "../../analysis/use-follow-up";
import type { AxisChoice } from "../../strategies/axes";
import { BacktestResults } from "../../strategies/backtest-results.tsx";
import type { BacktestRun } from "../../strategies/use-backtest";
import { deferred } from "../../ui/deferred.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { BacktesterInputs } from "./settings";
import { StressPanel } from "./stress-panel.tsx";
import { SweepPanel } from "./sweep-panel.tsx";

const ComparePanel = deferred(async () => (await import("./compare-panel.tsx")).ComparePanel);

export interface ResultsProps {
  run: BacktestRun;
  intervals: Intervals | null;
  inputs: BacktesterInputs;
  change: (changes: Partial<BacktesterInputs>) => void;
  stress: FollowUp<"stress-backtest", { of: BacktestRun }>;
  sweep: FollowUp<"sweep-backtest", { of: BacktestRun }>;
  /** Takes parameters over into the form. */
  onTake: (parameters: StrategyParameters) => void;
}

/** Cards, chart, statistics and trades, then robustness. */
export function Results({ run, intervals, inputs, change, stress, sweep, onTake }: ResultsProps) {
  const vary = useCallback((axes: AxisChoice[]) => change({ axes }), [change]);
  return (
    <BacktestResults run={run} intervals={intervals} onTake={onTake}>
      <StressPanel run={run} stress={stress} iterations={inputs.iterations} seed={inputs.seed} />
      <SweepPanel run={run} sweep={sweep} axes={inputs.axes} onChange={vary} />
      <Suspense fallback={<Skeleton rows={2} />}>
        <ComparePanel run={run} />
      </Suspense>
    </BacktestResults>
  );
}
