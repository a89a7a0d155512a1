import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { type ByProgram, useByProgram } from "../../analysis/programs/use-by-program";
import { wealthQuestion } from "../../analysis/programs/wealth-question";
import { useFollowing } from "../../analysis/use-follow-up";
import { figuresAsAtom } from "../../state/figures-as";
import type { BacktestInput } from "../../strategies/backtest-input";
import type { ValidationRun } from "./use-validation";

/** The backtest behind the tested strategy's figures, whose equity is not part of a validation. */
function backtestOf({ input }: ValidationRun): BacktestInput | null {
  const { tested, candidates, market, backtest, startDate, endDate, riskFree, perYear } = input;
  if (!tested || !candidates || !market) return null;
  return { ...market, strategy: candidates[0].strategy, ...backtest, startDate, endDate, riskFree, periodsPerYear: perYear };
}

/** The tested strategy's figures by the chosen program; nothing is computed while ours are chosen. */
export function useTestedByProgram(run: ValidationRun): ByProgram {
  const own = useAtomValue(figuresAsAtom) === "prospect";
  const question = useMemo(() => (own ? null : backtestOf(run)), [own, run]);
  const { value } = useFollowing("run-backtest", question, { priority: "batch" });
  const wealth = useMemo(() => {
    if (!value) return null;
    const { equity, times, settings } = value;
    return wealthQuestion({ values: equity, times, periodsPerYear: settings.periodsPerYear, riskFree: settings.riskFree });
  }, [value]);
  return useByProgram(wealth);
}
