import { symbol } from "../symbols";
import type { Ending } from "./volatility-model";

/** What a parameter at a bound says about the data. */
function boundSentence(key: string, low: boolean): string {
  if (key === "nu" && low) return "The tail parameter is at its lower bound: a few outliers dominate. Check for bad ticks or splits.";
  if (key === "nu") return "The tail parameter is at its upper bound: try Normal.";
  if (key === "lambda") return "The skewness is at its bound: nearly all shocks have one sign. Check for bad ticks.";
  if (key === "d" && low) return "The memory parameter d is zero: decay is geometric, and GARCH is more parsimonious.";
  if (key === "d") return "The memory parameter d is 1: shocks to volatility do not decay.";
  return `${symbol(key)} is at a bound.`;
}

/**
 * A sentence on every parameter at a bound, and one on an active joint constraint. @param told parameters covered by the model's own
 * sentences
 */
export function plainSentences({ keys, theta, constraints }: Ending, ofJointConstraint: string, covered?: RegExp): string[] {
  const { active, lower } = constraints;
  const said = active
    .filter((index) => index >= 0 && !covered?.test(keys[index]))
    .map((index) => boundSentence(keys[index], theta[index] <= lower[index]));
  return active.some((index) => index < 0) ? [...said, ofJointConstraint] : said;
}
