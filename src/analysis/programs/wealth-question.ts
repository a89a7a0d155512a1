import type { Jobs } from "../../../workers/jobs";
import type { JobInput } from "../../client/pool";

export type ProgramQuestion = JobInput<Jobs, "figures-by-tool">;

/** A growth of wealth: an equity curve, the value of a portfolio. */
export interface Wealth {
  /** A value after each row, with their dates if there are any. */
  values: Float64Array;
  times: Float64Array | null;
  /** The money before the first row, where the first return is made from it. */
  before?: number;
  periodsPerYear: number | undefined;
  riskFree: number | undefined;
}

/** Rows from which returns have a deviation. */
const FEWEST = 3;

/** A column with a value ahead of it. */
function from(first: number, column: Float64Array): Float64Array {
  const longer = new Float64Array(column.length + 1);
  longer[0] = first;
  longer.set(column, 1);
  return longer;
}

/** What is asked of a growth of wealth, losses of all its returns; null where it is too short. */
export function wealthQuestion({ values, times, before, periodsPerYear, riskFree }: Wealth): ProgramQuestion | null {
  const wealth = before === undefined ? values : from(before, values);
  const dates = before === undefined || !times ? times : from(times[0], times);
  if (wealth.length < FEWEST) return null;
  return { values: wealth, kind: "values", times: dates, perYear: periodsPerYear, riskFree, lookbackPeriod: wealth.length - 1 };
}
