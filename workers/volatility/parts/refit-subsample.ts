import { type Cause, type Count, type Fraction, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { fitModel } from "../fit";
import { followReturns } from "../follow";
import { innovationQuantile } from "../garch-forecast";
import type { FitStatus, GarchFit, ModelAsk } from "../garch-model";
import type { FitOptions } from "../search";

export interface RefitPlan {
  model: ModelAsk;
  options: FitOptions;
  /** Returns used per fit (`rolling`), or in the first fit (`expanding`: every return up to the refit). */
  window: Count;
  scheme: "rolling" | "expanding";
  /** Returns between two refits. */
  step: Count;
  /** Probabilities of the value at risk. */
  probabilities: Fraction[];
}

export interface RefitSubsampleInput extends RefitPlan {
  returns: Float64Array;
  /** For each refit of this subsample, the first return that it forecasts. */
  origins: Count[];
}

/** One refit, in the order of the parameters of the model. */
export interface Refit {
  /** The fit uses the returns before this one. */
  origin: Count;
  values: number[];
  robust: (number | null)[];
  logLikelihood: number;
  persistence: number;
  status: FitStatus;
  /** True if the search started at the parameters of the previous refit. */
  warm: boolean;
}

export interface RefitSubsample {
  keys: string[];
  refits: Refit[];
  /** Refits that failed, with the reason; the forecasts continue with the previous parameters. */
  failures: { origin: Count; cause: Cause }[];
  /** One-step-ahead forecast for each return from the first origin on. */
  sigmas: number[];
  means: number[];
  /** Per probability: loss that is exceeded with that probability, positive. */
  valueAtRisk: number[][];
}

/** Refits a model over a subsample of origins, each starting from the previous result, and forecasts the returns in between. */
export async function refitSubsample(input: RefitSubsampleInput, context: JobContext): Promise<Outcome<RefitSubsample>> {
  const { returns, origins, model, options, window, scheme, step, probabilities } = input;
  const kernels = await context.load("volatility");
  const subsample: RefitSubsample = { keys: [], refits: [], failures: [], sigmas: [], means: [], valueAtRisk: probabilities.map(() => []) };
  let last: { fit: GarchFit; origin: Count } | null = null;
  // The progress of individual fits is suppressed, since it would run back and forth.
  const quiet: JobContext = { ...context, progress: () => {}, column: (length) => new Float64Array(length) };
  for (const [index, origin] of origins.entries()) {
    context.progress(index / origins.length, "Refitting");
    const begin = scheme === "rolling" ? origin - window : 0;
    const warmStart: number[] | undefined =
      last?.fit.status === "not-converged" ? undefined : last?.fit.estimates.map(({ value }) => value);
    const fitted: Outcome<GarchFit> = await fitModel(
      quiet,
      returns.slice(begin, origin),
      model,
      warmStart ? { ...options, warmStart } : options,
    );
    if (fitted.ok) {
      const { estimates, logLikelihood, persistence, status } = fitted.value;
      last = { fit: fitted.value, origin };
      subsample.keys = estimates.map(({ key }) => key);
      subsample.refits.push({
        origin,
        logLikelihood,
        persistence,
        status,
        values: estimates.map(({ value }) => value),
        robust: estimates.map(({ robust }) => robust),
        warm: warmStart !== undefined,
      });
    } else subsample.failures.push({ origin, cause: fitted.failure });
    if (!last) return fail("not-converged", "volatility/failed", { cause: subsample.failures[0].cause });
    const { fit, origin: from }: { fit: GarchFit; origin: Count } = last;
    const sample = returns.slice(scheme === "rolling" ? from - window : 0, from);
    const { sigmas, means } = followReturns(quiet, kernels, fit, sample, returns.slice(from, Math.min(origin + step, returns.length)));
    const quantiles = probabilities.map((p) => innovationQuantile(context.kernels, fit.model, fit.parameters, p));
    for (let t = origin - from; t < sigmas.length; t++) {
      subsample.sigmas.push(sigmas[t]);
      subsample.means.push(means[t]);
      quantiles.forEach((quantile, i) => {
        subsample.valueAtRisk[i].push(-(means[t] + quantile * sigmas[t]));
      });
    }
  }
  return succeed(subsample);
}
