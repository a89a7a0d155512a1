import type { Count } from "../contract";
import { significant } from "../format";
import type { FitStatus } from "./garch-model";
import type { Ending, VolatilityModel } from "./models/volatility-model";

/** Starts that end further apart than this, in log-likelihood, are worth a word. */
const SPREAD_WORTH_SAYING = 1e-4;

/** How a search ended. */
interface Outcome {
  converged: boolean;
  iterations: Count;
  startSpread: number;
  errorsKnown: boolean;
}

/** How a fit ended, in words, with what to try next. */
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
      `Stopped after ${iterations} steps before the best parameters were certain. Allow more iterations, or try fewer lags or another error distribution.`,
    );
  } else if (bounded) sentences.push("Converged, with a parameter at the edge of what the model allows.");
  else {
    const start = agreed ? ", from every starting point tried" : "";
    sentences.push(`Converged: nothing near these parameters describes the data better${start}.`);
  }
  for (const sentence of kind.boundSentences(ending)) if (sentence) sentences.push(sentence);
  if (active.some((constraint) => constraint >= 0)) sentences.push("A parameter at a bound has no standard error.");
  if (!errorsKnown) sentences.push("The data do not tell all parameters apart, so there are no standard errors.");
  if (!agreed && converged) {
    const spread = `The starting points ended ${significant(startSpread, 2)} apart in log-likelihood; the best is shown.`;
    const advice = kind.advice?.(ending.model);
    sentences.push(advice ? `${spread} ${advice}` : spread);
  }
  return { status: converged ? (bounded ? "boundary" : "converged") : "not-converged", statusText: sentences.join(" ") };
}
