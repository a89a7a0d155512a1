import { type Millis, type Series, YEAR } from "./contract";

/** Common numbers of observations per year: yearly, quarterly, monthly, weekly, by trading day, daily. */
const USUAL = [1, 4, 12, 52, 252, 365] as const;
/** Relative tolerance, for holidays and irregular first days. */
const SLACK = 0.04;

export interface DatedLength {
  /** Number of observations. */
  length: number;
  /** Times of the first and the last. */
  span: { from: Millis; to: Millis } | null;
}

/** Length and time span of a series; null if its rows have no dates. */
export function datedLength({ length, times }: Pick<Series, "length" | "times">): DatedLength | null {
  return times && length > 0 ? { length, span: { from: times[0], to: times[length - 1] } } : null;
}

/** Steps per year by the dates, rounded to a common number nearby; null if dates are missing or too few. */
export function stepsInData({ length, span }: DatedLength): number | null {
  if (!span || length < 3 || span.to <= span.from) return null;
  const steps = ((length - 1) * YEAR) / (span.to - span.from);
  return USUAL.find((usual) => Math.abs(steps / usual - 1) <= SLACK) ?? Math.round(steps * 100) / 100;
}

/** Minimum number of steps per year for each name, low enough for data with gaps. */
const NAMES = [
  [367, "step"],
  [200, "day"],
  [49, "week"],
  [11, "month"],
  [3.8, "quarter"],
  [0.9, "year"],
] as const;

/** Name of the step between dates: "day", "week" and so on; "step" if dates are missing or of another frequency. */
export function stepName(times: Float64Array | null): string {
  const data = times && datedLength({ length: times.length, times });
  const steps = data && stepsInData(data);
  return (steps !== null && NAMES.find(([fewest]) => steps >= fewest)?.[1]) || "step";
}
