import { fail, type Outcome, succeed } from "../../contract";
import { type MonthlyReturns, monthlyReturns } from "../../performance";

export interface ReturnsByMonthInput {
  /** Milliseconds since 1970, ascending, one per row. */
  times: Float64Array;
  /** Account values after each row, and those of the benchmark. */
  strategy: Float64Array;
  benchmark: Float64Array;
  /** Initial value of both: the capital. */
  before: number;
}

export interface ReturnsByMonth {
  strategy: MonthlyReturns;
  benchmark: MonthlyReturns;
}

/** Returns of a backtest and its benchmark by month and year. */
export function returnsByMonth({ times, strategy, benchmark, before }: ReturnsByMonthInput): Outcome<ReturnsByMonth> {
  const rows = times.length;
  if (rows === 0) return fail("bad-input", "backtest/fewRows", { least: 1, given: 0 });
  if (strategy.length !== rows || benchmark.length !== rows) return fail("bad-input", "backtest/uneven");
  return succeed({ strategy: monthlyReturns(times, strategy, before), benchmark: monthlyReturns(times, benchmark, before) });
}
