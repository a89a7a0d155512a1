import { useMemo } from "react";
import { type ByProgram, useByProgram } from "../analysis/programs/use-by-program";
import { wealthQuestion } from "../analysis/programs/wealth-question";
import type { BacktestRun } from "./use-backtest";

/** Input for other programs' figures of a backtest: its equity, with its own settings. */
export const equityQuestion = ({ value: { equity, times, settings }, annualization }: BacktestRun) =>
  wealthQuestion({ values: equity, times, periodsPerYear: annualization, riskFree: settings.riskFree });

/** A backtest's figures by the chosen program. */
export function useEquityByProgram(run: BacktestRun): ByProgram {
  return useByProgram(useMemo(() => equityQuestion(run), [run]));
}
