import type { Count } from "../../contract";
import type { ModelAsk } from "../garch-model";
import type { JobContext } from "../job";
import type { Climbable } from "../volatility/climbable";
import type { Constraints } from "./constraints";
import type { StandardisedSeries } from "./likelihood";
import { type Maximum, maximise } from "./maximise";
import { stretchOf } from "./series";

/** From this length on the search starts on a stretch of the series. */
const LONG = 50_000;
const STRETCH = 20_000;
/** Log-likelihoods this close are the same. */
const SAME_HEIGHT = 1e-9;
/** Share of a search for more lags that goes into the GARCH(1,1) it also starts from. */
const SMALLER_SHARE = 0.2;

export interface FitOptions {
  /** Degrees of freedom to start from; null: from the kurtosis of the series. */
  nuStart: number | null;
  lambdaStart: number;
  /** The search stops when twice the log-likelihood still to be gained is below this. */
  tolerance: number;
  maxIterations: Count;
  /** Parameters to begin from, in the order of a fit's estimates and the units of the returns; other starts only where these lead nowhere. */
  warmStart?: number[];
}

export const DEFAULT_FIT_OPTIONS: FitOptions = { nuStart: null, lambdaStart: 0, tolerance: 1e-10, maxIterations: 60 };

/** A log-likelihood that knows where to begin. */
export interface Searchable extends Climbable<Constraints> {
  readonly model: ModelAsk;
  readonly series: StandardisedSeries;
  readonly layout: { keys: string[] };
  evaluations: Count;
  /** Two points to begin from. */
  starts(kurtosis: number, options: FitOptions): Float64Array[];
  /** Values of a fit's estimates, in the units of the returns, as parameters of this model; null where they are another model's. */
  fromEstimates(values: number[]): Float64Array | null;
  /** The model with one lag of each kind, on the same series. */
  oneLag(): Searchable;
  /** Parameters of that model as those of this one: from here a larger model can only do better. */
  embed(simple: Float64Array, keys: string[]): Float64Array;
  /** The same model on another series. */
  onSeries(series: StandardisedSeries): Searchable;
}

export interface Search {
  maximum: Maximum;
  startSpread: number;
  evaluations: Count;
  iterations: Count;
}

/** Climbs from the best points of the start grid, and for more lags also from the best GARCH(1,1), and keeps the highest end. */
function searchFromStarts(
  context: JobContext,
  likelihood: Searchable,
  kurtosis: number,
  options: FitOptions,
  report: (share: number) => void,
): Search {
  const { warmStart, ...cold } = options;
  const start = warmStart ? likelihood.fromEstimates(warmStart) : null;
  if (start) {
    const maximum = maximise(likelihood, start, { ...cold, onIteration: (done) => report(1 - 0.75 ** done) });
    if (maximum.converged) return { maximum, startSpread: 0, evaluations: likelihood.evaluations, iterations: maximum.iterations };
  }
  const { model } = likelihood;
  const starts = likelihood.starts(kurtosis, options);
  const larger = model.p * model.q > 1;
  const begun = larger ? SMALLER_SHARE : 0;
  let evaluations = 0;
  let iterations = 0;
  if (larger) {
    const simple = context.arena.scope(() => {
      const smaller = likelihood.oneLag();
      const found = searchFromStarts(context, smaller, kurtosis, cold, (share) => report(SMALLER_SHARE * share));
      return { ...found, keys: smaller.layout.keys };
    });
    evaluations += simple.evaluations;
    iterations += simple.iterations;
    starts.push(likelihood.embed(simple.maximum.theta, simple.keys));
  }
  const ends: Maximum[] = [];
  starts.forEach((start, index) => {
    const onIteration = (done: Count) => report(begun + ((1 - begun) * (index + 1 - 0.75 ** done)) / starts.length);
    const known = ends.find((end) => end.converged);
    ends.push(maximise(likelihood, start, { ...cold, known, onIteration }));
  });
  // At the same height an end that arrived wins over one that was cut short.
  const maximum = ends.reduce((best, end) => {
    const gain = end.logLikelihood - best.logLikelihood;
    return gain > SAME_HEIGHT || (gain > -SAME_HEIGHT && end.converged && !best.converged) ? end : best;
  });
  // The end from the smaller model is a safety net, often a lesser summit of its own: it says nothing about the search.
  const startSpread = maximum.logLikelihood - Math.min(ends[0].logLikelihood, ends[1].logLikelihood);
  iterations += ends.reduce((total, end) => total + end.iterations, 0);
  return { maximum, startSpread, evaluations: evaluations + likelihood.evaluations, iterations };
}

/** The search on the middle rows of a long series: where to begin on the whole of it. */
function searchOnStretch(
  context: JobContext,
  likelihood: Searchable,
  kurtosis: number,
  options: FitOptions,
  report: (share: number) => void,
): Search {
  return context.arena.scope(() => {
    const { series } = likelihood;
    const part = stretchOf(context, series, 8 * Math.floor((series.n - STRETCH) / 16), STRETCH);
    return searchFromStarts(context, likelihood.onSeries(part), kurtosis, options, report);
  });
}

/** The highest point of the likelihood that can be found. A long series is climbed from where a stretch of it led. */
export function findMaximum(
  context: JobContext,
  likelihood: Searchable,
  kurtosis: number,
  options: FitOptions,
  report: (share: number) => void,
): Search {
  const { series } = likelihood;
  if (series.n <= LONG) return searchFromStarts(context, likelihood, kurtosis, options, report);
  const stretch = searchOnStretch(context, likelihood, kurtosis, options, (share) => report(0.4 * share));
  const { theta, constraints, curvature, size, logLikelihood } = stretch.maximum;
  if (Number.isFinite(logLikelihood)) {
    const growth = series.n / STRETCH;
    const grown = (matrix: Float64Array) => matrix.map((value) => value * growth);
    const maximum = maximise(likelihood, theta, {
      ...options,
      warm: { curvature: curvature && grown(curvature), size: grown(size), constraints },
      onIteration: (done) => report(0.4 + 0.6 * (1 - 0.75 ** done)),
    });
    const evaluations = stretch.evaluations + likelihood.evaluations;
    if (maximum.converged) return { ...stretch, maximum, evaluations, iterations: stretch.iterations + maximum.iterations };
  }
  // The stretch was not like the rest (all zeros, another regime): search the whole.
  return searchFromStarts(context, likelihood, kurtosis, options, (share) => report(0.4 + 0.6 * share));
}
