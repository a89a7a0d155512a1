import type { FitStatus, ModelAsk } from "../garch-model";
import { type Constraints, PERSISTENCE } from "./constraints";

/** Starts that end further apart than this, in log-likelihood, are worth a word. */
export const SPREAD_WORTH_SAYING = 1e-4;

interface Ending {
  model: ModelAsk;
  layout: { keys: string[] };
  constraints: Constraints;
  theta: Float64Array;
  converged: boolean;
  iterations: number;
  startSpread: number;
  errorsKnown: boolean;
}

const NO_CLUSTERING =
  "The alphas are at zero: large moves are not followed by larger ones here, so a constant volatility describes this series as well, and beta has nothing to weigh.";
const ONLY_LOSSES = "alpha1 is at zero: only losses move the next variance.";
const ONLY_GAINS = "alpha1 + gamma1 is at zero: only gains move the next variance.";
const NEVER_FADES =
  "The alphas and betas add up to 1: in this model a shock to volatility never fades, so there is no half-life and no long-run variance, and the standard errors of alpha and beta hold that sum at 1. A longer series, or one without a break in it, may bring the sum below 1.";

function lagSentence(keys: string[], all: boolean, advice: string): string | null {
  if (keys.length === 0) return null;
  const one = keys.length === 1;
  const zero = `${keys.join(", ")} ${one ? "is" : "are"} at zero`;
  return all
    ? `${zero}: volatility remembers only the last shocks.`
    : `${zero}: ${one ? "this lag adds" : "these lags add"} nothing. ${advice}`;
}

/** What stands at a bound, and what that says about the data. */
function boundSentences({ model, layout, theta, constraints }: Ending): string[] {
  const held = constraints.active.filter((index) => index !== PERSISTENCE);
  const named = (prefix: string) => held.map((index) => layout.keys[index]).filter((key) => key.startsWith(prefix));
  const said: (string | null)[] = [constraints.isHeld(PERSISTENCE) ? NEVER_FADES : null];
  if (constraints.withoutShocks) said.push(NO_CLUSTERING);
  else {
    const betas = named("beta");
    const asymmetric = layout.keys.includes("gamma1");
    if (asymmetric && named("alpha1").length > 0) said.push(ONLY_LOSSES);
    if (named("gamma1").length > 0) said.push(ONLY_GAINS);
    said.push(lagSentence(asymmetric ? named("alpha").filter((key) => key !== "alpha1") : named("alpha"), false, "Try a smaller ARCH(q)."));
    said.push(lagSentence(betas, betas.length === model.p, "Try a smaller GARCH(p)."));
  }
  for (const index of held) {
    const key = layout.keys[index];
    const low = theta[index] <= constraints.lower[index];
    if (key === "nu" && low)
      said.push("The degrees of freedom are at their smallest value: a few moves dwarf all others. Look for bad ticks or splits.");
    else if (key === "nu")
      said.push("The degrees of freedom are at their largest value: the tails are no heavier than Normal's. Try Normal.");
    else if (key === "lambda") said.push("The asymmetry is at its limit: nearly all moves lie on one side. Look for bad ticks.");
    else if (key === "omega") said.push("omega is at its smallest value: nothing holds the variance up. Try Student's t or fewer lags.");
  }
  return said.filter((sentence) => sentence !== null);
}

/** How a fit ended, in words, with what to try next. */
export function describeEnding(ending: Ending): { status: FitStatus; statusText: string } {
  const { model, constraints, converged, iterations, startSpread, errorsKnown } = ending;
  const bounded = constraints.active.length > 0;
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
  sentences.push(...boundSentences(ending));
  if (constraints.active.some((held) => held !== PERSISTENCE)) sentences.push("A parameter at a bound has no standard error.");
  if (!errorsKnown) sentences.push("The data do not tell all parameters apart, so there are no standard errors.");
  if (!agreed && converged) {
    const advice = model.p * model.q > 1 ? "Fewer lags may give one clear answer." : "Look for single huge moves or a break in the series.";
    sentences.push(`The starting points ended ${startSpread.toPrecision(2)} apart in log-likelihood; the best is shown. ${advice}`);
  }
  const status = converged ? (bounded ? "boundary" : "converged") : "not-converged";
  return { status, statusText: sentences.join(" ") };
}
