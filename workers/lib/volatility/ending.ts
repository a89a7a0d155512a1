import type { FitStatus } from "../garch-model";
import type { VolatilitySearch } from "./search";
import type { VolatilityLikelihood } from "./volatility-likelihood";

/** Starts that end further apart than this, in log-likelihood, are worth a word. */
const SPREAD_WORTH_SAYING = 1e-4;

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

/** How a fit ended, in words, with what to try next. */
export function describeEnding(
  likelihood: VolatilityLikelihood,
  { maximum, startSpread }: VolatilitySearch,
  errorsKnown: boolean,
): { status: FitStatus; statusText: string } {
  const { constraints, theta, converged, iterations } = maximum;
  const bounded = constraints.active.length > 0;
  const agreed = startSpread <= SPREAD_WORTH_SAYING;
  const said: string[] = [];
  if (!converged) {
    said.push(
      `Stopped after ${iterations} steps before the best parameters were certain. Allow more iterations, or try fewer lags or another error distribution.`,
    );
  } else if (bounded) said.push("Converged, with a parameter at the edge of what the model allows.");
  else said.push(`Converged: nothing near these parameters describes the data better${agreed ? ", from every starting point tried" : ""}.`);
  const bounds = constraints.active.filter((index) => index >= 0);
  for (const index of bounds) said.push(boundSentence(likelihood.keys[index], theta[index] <= constraints.lower[index]));
  if (constraints.active.some((index) => index < 0)) said.push(likelihood.faceSentence);
  if (bounds.length > 0) said.push("A parameter at a bound has no standard error.");
  if (!errorsKnown) said.push("The data do not tell all parameters apart, so there are no standard errors.");
  if (!agreed && converged)
    said.push(`The starting points ended ${startSpread.toPrecision(2)} apart in log-likelihood; the best is shown.`);
  return { status: converged ? (bounded ? "boundary" : "converged") : "not-converged", statusText: said.join(" ") };
}
