import { type Cause, type Count, type Fraction, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { fitModel } from "../fit";
import { followReturns } from "../follow";
import { innovationQuantile, type PastFit } from "../garch-forecast";
import type { FitStatus, GarchFit, ModelAsk } from "../garch-model";
import { FIGARCH_LAGS } from "../lag-weights";
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

/** One-step-ahead forecasts, one per return. */
export interface StepForecasts {
  sigmas: number[];
  means: number[];
  /** Per probability: loss that is exceeded with that probability, positive. */
  valueAtRisk: number[][];
}

/** The latest refit that did not fail, with as much of its columns as forecasts need. */
export interface LatestFit {
  fit: PastFit;
  origin: Count;
}

/** The forecasts begin at the first refit that did not fail: those of the returns before it continue from an earlier subsample. */
export interface RefitSubsample extends StepForecasts {
  keys: string[];
  refits: Refit[];
  /** Refits that failed, with the reason; the forecasts continue with the previous parameters. */
  failures: { origin: Count; cause: Cause }[];
  latest: LatestFit | null;
}

export const noForecasts = (probabilities: readonly Fraction[]): StepForecasts => ({
  sigmas: [],
  means: [],
  valueAtRisk: probabilities.map(() => []),
});

/** Appends forecasts of the returns from `from` up to `to`, by a refit before them. */
export async function appendForecasts(
  forecasts: StepForecasts,
  { returns, window, scheme, probabilities }: Pick<RefitSubsampleInput, "returns" | "window" | "scheme" | "probabilities">,
  { fit, origin }: LatestFit,
  [from, to]: readonly [from: Count, to: Count],
  context: JobContext,
): Promise<void> {
  const kernels = await context.load("volatility");
  const sample = returns.slice(scheme === "rolling" ? origin - window : 0, origin);
  const { sigmas, means } = followReturns(context, kernels, fit, sample, returns.slice(origin, to));
  const quantiles = probabilities.map((p) => innovationQuantile(context.kernels, fit.model, fit.parameters, p));
  for (let t = from - origin; t < sigmas.length; t++) {
    forecasts.sigmas.push(sigmas[t]);
    forecasts.means.push(means[t]);
    quantiles.forEach((quantile, i) => {
      forecasts.valueAtRisk[i].push(-(means[t] + quantile * sigmas[t]));
    });
  }
}

const latestOf = ({ model, parameters, preSampleVariance, persistence, volatility, residuals }: GarchFit, origin: Count): LatestFit => ({
  origin,
  fit: {
    model,
    parameters,
    preSampleVariance,
    persistence,
    // The longest memory of a model.
    volatility: volatility.slice(-FIGARCH_LAGS),
    residuals: residuals.slice(-FIGARCH_LAGS),
  },
});

/** Refits a model over a subsample of origins, each starting from the previous result, and forecasts the returns in between. */
export async function refitSubsample(input: RefitSubsampleInput, context: JobContext): Promise<Outcome<RefitSubsample>> {
  const { returns, origins, model, options, window, scheme, step, probabilities } = input;
  const subsample: RefitSubsample = { keys: [], refits: [], failures: [], latest: null, ...noForecasts(probabilities) };
  let warmStart: number[] | undefined;
  // The progress of individual fits is suppressed, since it would run back and forth.
  const quiet: JobContext = { ...context, progress: () => {}, column: (length) => new Float64Array(length) };
  for (const [index, origin] of origins.entries()) {
    context.progress(index / origins.length, "Refitting");
    const begin = scheme === "rolling" ? origin - window : 0;
    const fitted: Outcome<GarchFit> = await fitModel(
      quiet,
      returns.slice(begin, origin),
      model,
      warmStart ? { ...options, warmStart } : options,
    );
    if (fitted.ok) {
      const { estimates, logLikelihood, persistence, status } = fitted.value;
      const values = estimates.map(({ value }) => value);
      subsample.latest = latestOf(fitted.value, origin);
      subsample.keys = estimates.map(({ key }) => key);
      subsample.refits.push({
        origin,
        logLikelihood,
        persistence,
        status,
        values,
        robust: estimates.map(({ robust }) => robust),
        warm: warmStart !== undefined,
      });
      warmStart = status === "not-converged" ? undefined : values;
    } else subsample.failures.push({ origin, cause: fitted.failure });
    const { latest } = subsample;
    if (latest) await appendForecasts(subsample, input, latest, [origin, Math.min(origin + step, returns.length)], quiet);
  }
  return succeed(subsample);
}
