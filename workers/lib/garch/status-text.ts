import type { FitStatus, GarchModel } from "../garch-model";
import { type Constraints, PERSISTENCE } from "./constraints";
import type { ParameterLayout } from "./state";

/** Starts that end further apart than this, in log-likelihood, are worth a word. */
export const SPREAD_WORTH_SAYING = 1e-4;

interface Ending {
  model: GarchModel;
  layout: ParameterLayout;
  constraints: Constraints;
  theta: Float64Array;
  converged: boolean;
  iterations: number;
  startSpread: number;
  errorsKnown: boolean;
}

function boundSentence({ model, layout, theta, constraints }: Ending, held: number): string {
  if (held === PERSISTENCE) {
    return "The alphas and betas add up to 1: in this model a shock to volatility never fades, so there is no half-life and no long-run variance, and the standard errors of alpha and beta hold that sum at 1. A longer series, or one without a break in it, may bring the sum below 1.";
  }
  const key = layout.keys[held];
  if (key.startsWith("alpha")) {
    return model.q > 1
      ? `${key} is at zero: this lag adds nothing. Try a smaller ARCH(q).`
      : "alpha1 is at zero: large moves are not followed by larger ones here, so a constant volatility describes this series as well.";
  }
  if (key.startsWith("beta")) {
    return model.p > 1
      ? `${key} is at zero: this lag adds nothing. Try a smaller GARCH(p).`
      : `${key} is at zero: volatility remembers only the last ${model.q === 1 ? "shock" : "shocks"}. Try a larger ARCH(q).`;
  }
  if (key === "nu") {
    return theta[held] <= constraints.lower[held]
      ? "The degrees of freedom are at their smallest value: a few moves dwarf all others. Look for bad ticks or splits in the data."
      : "The degrees of freedom are at their largest value: the tails are no heavier than Normal's. Try Normal.";
  }
  if (key === "lambda") return "The asymmetry is at its limit: nearly all moves lie on one side. Look for bad ticks in the data.";
  return "omega is at its smallest value: the variance has no floor here. Try Student's t or fewer lags.";
}

/** How a fit ended, in words, with what to try next. */
export function describeEnding(ending: Ending): { status: FitStatus; statusText: string } {
  const { constraints, converged, iterations, startSpread, errorsKnown } = ending;
  const active = constraints.active;
  const sentences: string[] = [];
  let status: FitStatus = active.length > 0 ? "boundary" : "converged";
  if (!converged) {
    status = "not-converged";
    sentences.push(
      `Stopped after ${iterations} steps before the best parameters were certain. Allow more iterations, or try fewer lags or another error distribution.`,
    );
  } else if (active.length === 0) {
    sentences.push("Converged: nothing near these parameters describes the data better, from two different starting points.");
  } else {
    sentences.push("Converged, with a parameter at the edge of what the model allows.");
  }
  for (const held of active) sentences.push(boundSentence(ending, held));
  if (active.some((held) => held !== PERSISTENCE)) sentences.push("A parameter at a bound has no standard error.");
  if (!errorsKnown) sentences.push("The data do not tell some parameters apart, so standard errors are not available. Try fewer lags.");
  if (startSpread > SPREAD_WORTH_SAYING && converged) {
    sentences[0] = active.length > 0 ? sentences[0] : "Converged: nothing near these parameters describes the data better.";
    sentences.push(
      `The two starting points ended ${startSpread.toPrecision(2)} apart in log-likelihood; the better one is shown. Fewer lags may give one clear answer.`,
    );
  }
  return { status, statusText: sentences.join(" ") };
}
