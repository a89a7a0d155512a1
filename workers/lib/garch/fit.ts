import { fail, type Outcome, succeed } from "../../contract";
import type { KernelsOf } from "../../wasm/kernels";
import { completeModel, type GarchFit, type GarchModel, type ModelAsk, meanLags } from "../garch-model";
import type { JobContext } from "../job";
import { quadraticForm } from "../linear-algebra";
import { messages } from "../messages";
import { PERSISTENCE } from "./constraints";
import { type Covariances, covariances } from "./errors";
import { estimatesOf } from "./estimates";
import { GjrLikelihood } from "./gjr-likelihood";
import { afterLags, momentsOfMean } from "./gjr-series";
import { GarchLikelihood } from "./likelihood";
import { polish } from "./polish";
import { carryOver, type NaturalPoint, report } from "./report";
import { type FitOptions, findMaximum, type Search, type Searchable } from "./search";
import { type PreparedSeries, standardise } from "./series";
import { describeEnding } from "./status-text";

export { DEFAULT_FIT_OPTIONS, type FitOptions } from "./search";

/** Persistence from which a half-life is said to be infinite. */
const NO_DECAY = 1 - 1e-8;

/** A log-likelihood with all that a fit asks of it. */
interface Fittable extends Searchable {
  naturalAt(theta: Float64Array): NaturalPoint;
  /** At the parameters of the last `forward`: sum of the outer products of the scores, and the gradient of ln h[n] by the kernels' parameters. */
  finalProducts(): { scores: Float64Array; nextLogSlopes: Float64Array };
  nextVariance(): number;
  presampleVariance(): number;
  /** Writes sigma[t] and the standardised residuals into two columns: the last thing asked. */
  columns(volatility: Float64Array, residuals: Float64Array | null): void;
}

/** True for the models the core's own passes know: GARCH(p,q) with a constant mean, normal or either t. */
export const isPlain = ({ variance, mean, targeting, distribution }: GarchModel): boolean =>
  variance === "garch" && mean === "constant" && !targeting && distribution !== "ged";

const NAMES = { garch: "GARCH", gjr: "GJR", ewma: "EWMA" } as const;

/** "GJR(1,1)" */
export function nameOf({ variance, p, q }: GarchModel): string {
  if (variance === "ewma") return NAMES.ewma;
  return `${variance === "gjr" ? NAMES.gjr : NAMES.garch}(${p},${q})`;
}

function likelihoodOf(context: JobContext, series: PreparedSeries, model: GarchModel, kernels?: KernelsOf<"volatility">): Fittable | null {
  if (isPlain(model)) {
    const backcast = context.kernels.garchBackcast(series.address, series.n);
    return new GarchLikelihood(context, model, series, backcast);
  }
  if (!kernels) throw new Error("the volatility kernels are needed for this model");
  const rows = afterLags(series, model);
  const moments = momentsOfMean(context, rows, model);
  return moments && new GjrLikelihood(context, kernels, model, rows, moments);
}

/**
 * Maximum likelihood fit of a GARCH(p,q), GJR(p,q) or EWMA with zero, constant or autoregressive mean. The series is brought to mean 0 and
 * variance 1 inside, so a fit does not depend on its units; everything returned is in the units of `returns`. An AR(L) mean is fitted jointly,
 * given the first L returns: the likelihood and the columns are of the others.
 * @param kernels of the module "volatility"; needed for all but `isPlain` models
 * @param lean leaves the residuals empty where they follow from the returns: of all but an autoregressive mean
 */
export function fitGarch(
  context: JobContext,
  returns: Float64Array,
  ask: ModelAsk,
  options: FitOptions,
  kernels?: KernelsOf<"volatility">,
  lean = false,
): Outcome<GarchFit> {
  const asked = completeModel(ask);
  // An EWMA is a GARCH(1,1) whose two weights add up to 1.
  const model = asked.variance === "ewma" ? { ...asked, p: 1, q: 1, targeting: false } : asked;
  const progress = (fraction: number) => context.progress(fraction, `Fitting ${nameOf(model)}`);
  return context.arena.scope(() => {
    progress(0);
    // 1. Standardise; find where to begin.
    const series = standardise(context, returns);
    if (!series) return fail("bad-input", messages.noVariation);
    const likelihood = likelihoodOf(context, series, model, kernels);
    if (!likelihood) return fail("bad-input", messages.noVariation);
    // 2. Climb to the top of the likelihood.
    const search = findMaximum(context, likelihood, series.kurtosis, options, (share) => progress(0.7 * share));
    if (!Number.isFinite(search.maximum.logLikelihood)) return fail("not-converged", messages.garchNoParameters);
    return succeed(conclude(context, likelihood, search, model, progress, lean));
  });
}

/** Standard errors in the units of the returns, and what follows from the parameters. */
function conclude(
  context: JobContext,
  likelihood: Fittable,
  search: Search,
  model: GarchModel,
  progress: (fraction: number) => void,
  lean: boolean,
): GarchFit {
  const { maximum } = search;
  const { theta, constraints } = maximum;
  const { space } = constraints;
  const free = likelihood.layout.keys;
  const k = free.length;
  const { mean, scale, n } = likelihood.series;
  // 1. Curvature and scores at the top.
  progress(0.75);
  const { curvature, logLikelihood } = polish(likelihood, maximum);
  progress(0.9);
  const { scores, nextLogSlopes } = likelihood.finalProducts();
  // Without shocks the betas weigh nothing: they are left out of the matrices.
  const known = constraints.copy();
  if (constraints.withoutShocks) for (let j = space.beta; j < space.shape; j++) known.hold(j);
  const raw = covariances(theta, curvature, scores, known);
  const { keys, values, jacobian, gradient } = report(likelihood.naturalAt(theta), free, mean, scale, model.variance === "ewma");
  const found: Covariances = {
    classic: carryOver(raw.classic, jacobian, k),
    outerProduct: carryOver(raw.outerProduct, jacobian, k),
    robust: carryOver(raw.robust, jacobian, k),
  };
  const atBound = (index: number) => known.isHeld(free.includes(keys[index]) ? free.indexOf(keys[index]) : PERSISTENCE);
  const estimates = estimatesOf(keys, values, found, atBound, context);
  // 2. What follows from the parameters.
  const named = (prefix: string) => values.filter((_, i) => keys[i].startsWith(prefix));
  const single = (key: string) => (keys.includes(key) ? values[keys.indexOf(key)] : null);
  const smoothed = model.variance === "ewma";
  const decay = single("decay") ?? model.decay ?? 0;
  const omega = single("omega") ?? 0;
  const persistence = constraints.isHeld(PERSISTENCE) ? 1 : space.persistence(theta);
  const decays = persistence < NO_DECAY;
  const slopes = space.persistenceSlopes(theta);
  const errorOf = (direction: Float64Array) => {
    const variance = raw.robust && !constraints.isHeld(PERSISTENCE) ? quadraticForm(direction, raw.robust, direction) : 0;
    return variance > 0 ? Math.sqrt(variance) : null;
  };
  const persistenceError = errorOf(slopes);
  const logarithm = context.kernels.naturalLog(persistence);
  const longRun = decays && !smoothed ? omega / (1 - persistence) : null;
  const longRunSlopes = slopes.map((slope, i) => ((longRun ?? 0) * slope + (free[i] === "omega" ? scale * scale : 0)) / (1 - persistence));
  const m = keys.length;
  const ending = describeEnding({
    model,
    layout: { keys: free },
    constraints,
    theta,
    converged: maximum.converged,
    iterations: maximum.iterations,
    startSpread: search.startSpread,
    errorsKnown: found.robust !== null,
  });
  const fit: Omit<GarchFit, "volatility" | "residuals"> = {
    model,
    parameters: {
      mu: single("mu") ?? 0,
      ar: named("ar"),
      omega,
      alpha: smoothed ? [1 - decay] : named("alpha"),
      gamma: named("gamma"),
      beta: smoothed ? [decay] : named("beta"),
      nu: single("nu"),
      lambda: single("lambda"),
    },
    estimates,
    covariance: { classic: found.classic ?? new Float64Array(m * m), robust: found.robust ?? new Float64Array(m * m) },
    n,
    k,
    logLikelihood,
    aic: 2 * k - 2 * logLikelihood,
    bic: k * context.kernels.naturalLog(n) - 2 * logLikelihood,
    persistence,
    persistenceError,
    halfLife: decays ? -Math.LN2 / logarithm : Number.POSITIVE_INFINITY,
    halfLifeError: decays && persistenceError !== null ? (Math.LN2 * persistenceError) / (persistence * logarithm ** 2) : null,
    unconditionalVariance: longRun,
    unconditionalVarianceError: longRun === null || model.targeting ? null : errorOf(longRunSlopes),
    preSampleVariance: likelihood.presampleVariance() * scale * scale,
    nextVariance: likelihood.nextVariance() * scale * scale,
    nextLogVarianceGradient: gradient(nextLogSlopes),
    iterations: search.iterations,
    evaluations: search.evaluations,
    startSpread: search.startSpread,
    ...ending,
  };
  const volatility = context.column(n);
  const full = !lean || meanLags(model) > 0;
  const residuals = context.column(full ? n : 0);
  likelihood.columns(volatility, full ? residuals : null);
  progress(1);
  return { ...fit, volatility, residuals };
}
