import type { Count } from "../contract";
import { plural, significant } from "../format";
import type { FitStatus } from "./garch-model";
import type { Ending, VolatilityModel } from "./models/volatility-model";

/** Difference in log-likelihood between the starts above which the result gets a caution. */
const SPREAD_WORTH_SAYING = 1e-4;

/** How a search ended. */
interface Outcome {
  converged: boolean;
  iterations: Count;
  startSpread: number;
  errorsKnown: boolean;
}

/** How a fit ended, in words, with a recommendation. */
export function describeEnding(
  kind: VolatilityModel,
  ending: Ending,
  { converged, iterations, startSpread, errorsKnown }: Outcome,
): { status: FitStatus; statusText: string } {
  const { active } = ending.constraints;
  const bounded = active.length > 0;
  const agreed = startSpread <= SPREAD_WORTH_SAYING;
  const sentences: string[] = [];
  if (!converged) {
    sentences.push(
      `Stopped after ${plural(iterations, "iteration")} without convergence. Allow more iterations, or try fewer lags or another error distribution.`,
    );
  } else if (bounded) sentences.push("Converged, with a parameter at its bound.");
  else {
    const start = agreed ? " from every starting point" : "";
    sentences.push(`Converged to a local maximum of the likelihood${start}.`);
  }
  for (const sentence of kind.boundSentences(ending)) if (sentence) sentences.push(sentence);
  if (active.some((constraint) => constraint >= 0)) sentences.push("A parameter at a bound has no standard error.");
  if (!errorsKnown) sentences.push("The parameters are not identified, so there are no standard errors.");
  if (!agreed && converged) {
    const spread = `The starting points ended ${significant(startSpread, 2)} apart in log-likelihood; the best fit is shown.`;
    const advice = kind.advice?.(ending.model);
    sentences.push(advice ? `${spread} ${advice}` : spread);
  }
  return { status: converged ? (bounded ? "boundary" : "converged") : "not-converged", statusText: sentences.join(" ") };
}
