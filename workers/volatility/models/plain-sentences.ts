import type { Ending } from "./volatility-model";

/** What a parameter at a bound says about the data. */
function boundSentence(key: string, low: boolean): string {
  if (key === "nu" && low)
    return "The shape of the tails is at its smallest value: a few moves dwarf all others. Look for bad ticks or splits.";
  if (key === "nu") return "The shape of the tails is at its largest value: try Normal.";
  if (key === "lambda") return "The asymmetry is at its limit: nearly all moves lie on one side. Look for bad ticks.";
  if (key === "d" && low)
    return "The memory parameter d is at zero: volatility forgets geometrically, and a GARCH says the same with less.";
  if (key === "d") return "The memory parameter d is at 1: a shock to volatility never fades.";
  return `${key} stands at a bound.`;
}

/** A sentence on every parameter at a bound, and one on an active joint constraint. */
export function plainSentences({ keys, theta, constraints }: Ending, ofJointConstraint: string): string[] {
  const { active, lower } = constraints;
  const said = active.filter((index) => index >= 0).map((index) => boundSentence(keys[index], theta[index] <= lower[index]));
  return active.some((index) => index < 0) ? [...said, ofJointConstraint] : said;
}
