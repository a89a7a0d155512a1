import { type Count, fail, type Outcome, succeed } from "../../contract";
import type { GarchFit, GarchModel, ParameterEstimate } from "../garch-model";
import type { JobContext } from "../job";
import { quadraticForm } from "../linear-algebra";
import { messages } from "../messages";
import { PERSISTENCE } from "./constraints";
import { negativeHessian } from "./curvature";
import { type Covariances, covariances, rescale } from "./errors";
import { GarchLikelihood } from "./likelihood";
import { type Maximum, maximise, newtonStep } from "./maximise";
import { type PreparedSeries, standardise, stretchOf } from "./series";
import { bestStarts, embed, startingNu } from "./starts";
import { describeEnding } from "./status-text";

/** From this length on the search starts on a stretch of the series. */
const LONG = 50_000;
const STRETCH = 20_000;
/** Persistence from which a half-life is said to be infinite. */
const NO_DECAY = 1 - 1e-8;
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
}

export const DEFAULT_FIT_OPTIONS: FitOptions = { nuStart: null, lambdaStart: 0, tolerance: 1e-10, maxIterations: 60 };

interface Search {
  maximum: Maximum;
  startSpread: number;
  evaluations: Count;
  iterations: Count;
}

/** Climbs from the best points of the start grid, and for more lags also from the best GARCH(1,1), and keeps the highest end. */
function searchFromStarts(
  context: JobContext,
  likelihood: GarchLikelihood,
  kurtosis: number,
  options: FitOptions,
  report: (share: number) => void,
): Search {
  const { model } = likelihood;
  const starts = bestStarts(likelihood, { nu: options.nuStart ?? startingNu(kurtosis), lambda: options.lambdaStart });
  const larger = model.p * model.q > 1;
  const begun = larger ? SMALLER_SHARE : 0;
  let evaluations = 0;
  let iterations = 0;
  if (larger) {
    const simple = context.arena.scope(() => {
      const smaller = likelihood.withModel({ ...model, p: 1, q: 1 });
      return searchFromStarts(context, smaller, kurtosis, options, (share) => report(SMALLER_SHARE * share));
    });
    evaluations += simple.evaluations;
    iterations += simple.iterations;
    starts.push(embed(simple.maximum.theta, model));
  }
  const ends: Maximum[] = [];
  starts.forEach((start, index) => {
    const onIteration = (done: Count) => report(begun + ((1 - begun) * (index + 1 - 0.75 ** done)) / starts.length);
    const known = ends.find((end) => end.converged);
    ends.push(maximise(likelihood, start, { ...options, known, onIteration }));
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
  model: GarchModel,
  series: PreparedSeries,
  backcast: number,
  options: FitOptions,
  report: (share: number) => void,
): Search {
  return context.arena.scope(() => {
    const part = stretchOf(context, series, 8 * Math.floor((series.n - STRETCH) / 16), STRETCH);
    return searchFromStarts(context, new GarchLikelihood(context, model, part, backcast), series.kurtosis, options, report);
  });
}

/** One more Newton step at the top: it squares what error the search left. */
function polish(likelihood: GarchLikelihood, maximum: Maximum): { curvature: Float64Array; logLikelihood: number } {
  const { theta, constraints } = maximum;
  let logLikelihood = likelihood.forward(theta);
  const gradient = likelihood.gradient();
  const curvature = negativeHessian(likelihood, theta, gradient, maximum.size, constraints);
  const move = newtonStep(curvature, gradient, theta, constraints);
  const before = theta.slice();
  if (move && constraints.limit(theta, move.step).share === 1) {
    for (let i = 0; i < theta.length; i++) theta[i] += move.step[i];
    constraints.snap(theta);
  }
  const moved = likelihood.forward(theta);
  if (moved >= logLikelihood - 1e-12 * Math.abs(logLikelihood)) logLikelihood = moved;
  else {
    theta.set(before);
    likelihood.forward(theta);
  }
  return { curvature, logLikelihood };
}

function estimatesOf(
  keys: string[],
  values: number[],
  found: Covariances,
  held: (index: number) => boolean,
  context: JobContext,
): ParameterEstimate[] {
  const k = keys.length;
  const error = (matrix: Float64Array | null, index: number) => (matrix && !held(index) ? Math.sqrt(matrix[index * k + index]) : null);
  return keys.map((key, index) => {
    const robust = error(found.robust, index);
    const t = robust ? values[index] / robust : null;
    return {
      key,
      value: values[index],
      classic: error(found.classic, index),
      outerProduct: error(found.outerProduct, index),
      robust,
      t,
      p: t === null ? null : context.kernels.normalTwoSided(t),
      atBound: held(index),
    };
  });
}

/**
 * Maximum likelihood fit of a GARCH(p,q) with constant mean. The series is brought to mean 0 and variance 1 inside, so a fit does not
 * depend on its units; everything returned is in the units of `returns`.
 */
export function fitGarch(context: JobContext, returns: Float64Array, model: GarchModel, options: FitOptions): Outcome<GarchFit> {
  const label = `Fitting GARCH(${model.p},${model.q})`;
  const report = (fraction: number) => context.progress(fraction, label);
  return context.arena.scope(() => {
    report(0);
    // 1. Standardise; find where to begin.
    const series = standardise(context, returns);
    if (!series) return fail("bad-input", messages.noVariation);
    const backcast = context.kernels.garchBackcast(series.address, series.n);
    const long = series.n > LONG;
    const stretch = long ? searchOnStretch(context, model, series, backcast, options, (share) => report(0.3 * share)) : null;
    const likelihood = new GarchLikelihood(context, model, series, backcast);
    // 2. Climb to the top of the whole series' likelihood.
    let search: Search;
    if (stretch) {
      const growth = series.n / STRETCH;
      const { theta, constraints, curvature, size } = stretch.maximum;
      const grown = (matrix: Float64Array) => matrix.map((value) => value * growth);
      const maximum = maximise(likelihood, theta, {
        ...options,
        warm: { curvature: curvature && grown(curvature), size: grown(size), constraints },
        onIteration: (done) => report(0.3 + 0.4 * (1 - 0.75 ** done)),
      });
      search = {
        maximum,
        startSpread: stretch.startSpread,
        evaluations: stretch.evaluations + likelihood.evaluations,
        iterations: stretch.iterations + maximum.iterations,
      };
    } else search = searchFromStarts(context, likelihood, series.kurtosis, options, (share) => report(0.7 * share));
    const { maximum } = search;
    const { theta, constraints } = maximum;
    // 3. Curvature and scores at the top: standard errors in the units of the returns.
    report(0.75);
    const { curvature, logLikelihood } = polish(likelihood, maximum);
    report(0.9);
    const scores = likelihood.outerProduct();
    const { layout } = likelihood;
    const k = layout.length;
    const { mean, scale, n } = series;
    const units = layout.keys.map((key) => (key === "mu" ? scale : key === "omega" ? scale * scale : 1));
    // Without shocks the betas weigh nothing: they are left out of the matrices.
    const known = constraints.copy();
    if (constraints.withoutShocks) for (let j = layout.beta; j < layout.shape; j++) known.hold(j);
    const raw = covariances(theta, curvature, scores, known);
    const found: Covariances = {
      classic: rescale(raw.classic, units),
      outerProduct: rescale(raw.outerProduct, units),
      robust: rescale(raw.robust, units),
    };
    const values = Array.from(theta, (value, i) => value * units[i] + (i === 0 ? mean : 0));
    const estimates = estimatesOf(layout.keys, values, found, (index) => known.isHeld(index), context);
    // 4. What follows from the parameters.
    const nextLogVarianceGradient = likelihood.nextLogSlopes().map((slope, i) => slope / units[i]);
    const persistence = constraints.isHeld(PERSISTENCE) ? 1 : constraints.persistence(theta);
    const weights = layout.keys.map((_, i) => (i >= layout.alpha && i < layout.shape ? 1 : 0));
    const errorKnown = found.robust !== null && !constraints.isHeld(PERSISTENCE);
    const persistenceVariance = found.robust && errorKnown ? quadraticForm(weights, found.robust, weights) : 0;
    const decays = persistence < NO_DECAY;
    const fit: Omit<GarchFit, "status" | "statusText" | "volatility" | "residuals"> = {
      model,
      parameters: {
        mu: values[0],
        omega: values[1],
        alpha: values.slice(layout.alpha, layout.beta),
        beta: values.slice(layout.beta, layout.shape),
        nu: layout.shape < k ? values[layout.shape] : null,
        lambda: layout.shape + 1 < k ? values[layout.shape + 1] : null,
      },
      estimates,
      covariance: { classic: found.classic ?? new Float64Array(k * k), robust: found.robust ?? new Float64Array(k * k) },
      n,
      k,
      logLikelihood,
      aic: 2 * k - 2 * logLikelihood,
      bic: k * context.kernels.naturalLog(n) - 2 * logLikelihood,
      persistence,
      persistenceError: persistenceVariance > 0 ? Math.sqrt(persistenceVariance) : null,
      halfLife: decays ? -Math.LN2 / context.kernels.naturalLog(persistence) : Number.POSITIVE_INFINITY,
      unconditionalVariance: decays ? values[1] / (1 - persistence) : null,
      preSampleVariance: likelihood.presampleVariance() * scale * scale,
      nextVariance: likelihood.nextVariance() * scale * scale,
      nextLogVarianceGradient,
      iterations: search.iterations,
      evaluations: search.evaluations,
      startSpread: search.startSpread,
    };
    const ending = describeEnding({
      model,
      layout,
      constraints,
      theta,
      converged: maximum.converged,
      iterations: maximum.iterations,
      startSpread: search.startSpread,
      errorsKnown: found.robust !== null,
    });
    const volatility = context.column(n);
    const residuals = context.column(n);
    likelihood.columns(volatility, residuals);
    report(1);
    return succeed({ ...fit, ...ending, volatility, residuals });
  });
}
