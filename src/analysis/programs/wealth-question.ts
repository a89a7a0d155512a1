import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";

export type ProgramQuestion = JobInput<Jobs, "figures-by-tool">;

/** A wealth series: an equity curve, the value of a portfolio. */
export interface Wealth {
  /** Value after each row, with dates if any. */
  values: Float64Array;
  times: Float64Array | null;
  /** Initial wealth, if the first return is computed from it. */
  before?: number;
  periodsPerYear: number | undefined;
  riskFree: number | undefined;
}

/** Minimum rows for returns to have a standard deviation. */
const FEWEST = 3;

/** A column with a value prepended. */
function from(first: number, column: Float64Array): Float64Array {
  const longer = new Float64Array(column.length + 1);
  longer[0] = first;
  longer.set(column, 1);
  return longer;
}

/** The request for a wealth series, with losses of all its returns; null if it is too short. */
export function wealthQuestion({ values, times, before, periodsPerYear, riskFree }: Wealth): ProgramQuestion | null {
  const wealth = before === undefined ? values : from(before, values);
  const dates = before === undefined || !times ? times : from(times[0], times);
  if (wealth.length < FEWEST) return null;
  return { values: wealth, kind: "values", times: dates, perYear: periodsPerYear, riskFree, lookbackPeriod: wealth.length - 1 };
}
