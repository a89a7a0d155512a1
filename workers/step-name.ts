import { type Millis, type Series, YEAR } from "./contract";

/** Counts of a year that data is meant to have: months, weeks, trading days, days. */
const USUAL = [1, 4, 12, 52, 252, 365] as const;
/** Holidays and odd first days move a count by about this much. */
const SLACK = 0.04;

export interface DatedLength {
  /** Number of observations. */
  length: number;
  /** First and last of them. */
  span: { from: Millis; to: Millis } | null;
}

/** Data frequency of a series; null where rows have no dates. */
export function datedLength({ length, times }: Pick<Series, "length" | "times">): DatedLength | null {
  return times && length > 0 ? { length, span: { from: times[0], to: times[length - 1] } } : null;
}

/** Steps per year that dates show: observations over time, taken to the usual count near it; null where dates are missing or too few. */
export function stepsInData({ length, span }: DatedLength): number | null {
  if (!span || length < 3 || span.to <= span.from) return null;
  const steps = ((length - 1) * YEAR) / (span.to - span.from);
  return USUAL.find((usual) => Math.abs(steps / usual - 1) <= SLACK) ?? Math.round(steps * 100) / 100;
}

/** Fewest steps a year has where a step is this long; months with gaps are months still. */
const NAMES = [
  [367, "step"],
  [200, "day"],
  [49, "week"],
  [11, "month"],
  [3.8, "quarter"],
  [0.9, "year"],
] as const;

/** What a step between dates is called: "day", "week" and so on, "step" where dates are missing or of no such frequency. */
export function stepName(times: Float64Array | null): string {
  const data = times && datedLength({ length: times.length, times });
  const steps = data && stepsInData(data);
  return (steps !== null && NAMES.find(([fewest]) => steps >= fewest)?.[1]) || "step";
}
