import { because, type Cause, fail, failBecause, type Outcome, succeed } from "../contract";
import { type Covariances, covariances } from "../numerics/covariances";
import { deltaMethod } from "../numerics/linear-algebra";
import { polish } from "../numerics/polish";
import type { JobContext } from "../runtime/job";
import { readSettings } from "../runtime/schema";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { describeEnding } from "./ending";
import { estimatesOf } from "./estimates";
import { completeModel, type GarchFit, type GarchModel, type GarchParameters, type ModelAsk, meanLags } from "./garch-model";
import type { Likelihood } from "./likelihood";
import { models } from "./models";
import { type Ending, PERSISTENCE } from "./models/volatility-model";
import { persistenceFigures } from "./persistence-figures";
import { modelSchema } from "./schema";
import { type FitOptions, findMaximum, type Search, type Task } from "./search";
import { shapeBounds } from "./shape";
import { report } from "./units";
import { prepareSeries } from "./volatility-series";

/** Degrees of freedom this close to their lower bound count as at it. */
const NEAR_SHAPE_LIMIT = 0.05;
/** Fraction of exact zeros above which they, rather than a few huge moves, drive the density to its limit. */
const MIN_ZEROS = 0.05;

/** Why a model specification is invalid, whatever the data; null if it is valid. */
export function modelError(ask: ModelAsk): Cause | null {
  const model = completeModel(ask);
  const { refusal } = readSettings(modelSchema, model);
  if (refusal !== null) return refusal;
  const { variance } = model;
  if (!Object.hasOwn(models, variance)) return because("volatility/model");
  return model.targeting ? (models[variance].targetingTrouble ?? null) : null;
}

/** Fits a volatility model to returns. @param lean omits the residuals if they follow from the returns */
export async function fitModel(
  context: JobContext,
  returns: Float64Array,
  ask: ModelAsk,
  options: FitOptions,
  lean = false,
): Promise<Outcome<GarchFit>> {
  const trouble = modelError(ask);
  if (trouble) return failBecause("bad-input", trouble);
  const model = completeModel(ask);
  const kernels = models[model.variance].needsNoModule?.(model) ? null : await context.load("volatility");
  return fitVolatility(context, returns, ask, options, kernels, lean);
}

/**
 * Maximum likelihood fit of a volatility model. The series is standardized internally to mean 0 and variance 1, so that a fit does not
 * depend on its units; everything returned is in the units of `returns`. An AR(L) mean is fitted jointly, conditional on the first L
 * returns: the likelihood and the columns cover the others.
 * @param kernels of the module "volatility"; needed by all models that do not say otherwise
 * @param lean omits the residuals if they follow from the returns: for every mean but an autoregressive one
 */
export function fitVolatility(
  context: JobContext,
  returns: Float64Array,
  ask: ModelAsk,
  options: FitOptions,
  kernels: KernelsOf<"volatility"> | null = null,
  lean = false,
): Outcome<GarchFit> {
  const model = completeModel(ask);
  return fitKind(context, { kind: models[model.variance], kernels }, returns, model, options, lean);
}

/** How a model is fitted: likelihood, kernels, and the output column if it already exists. */
interface Means extends Pick<Task, "kind" | "kernels"> {
  volatility?: Float64Array;
}

/** The same for a kind of model that may have a likelihood of its own. */
export function fitKind(
  context: JobContext,
  { kind, kernels, volatility }: Means,
  returns: Float64Array,
  asked: GarchModel,
  options: FitOptions,
  lean: boolean,
): Outcome<GarchFit> {
  const model = kind.settle?.(asked) ?? asked;
  const progress = (fraction: number) => context.progress(fraction, `Fitting ${kind.label(model)}`);
  return context.arena.scope(() => {
    progress(0);
    const series = prepareSeries(context, returns, model, kind.regressesMean(model));
    if (!series) return fail("bad-input", "series/noVariation");
    const likelihood = kind.likelihood(context, kernels, model, series);
    const task = { context, kernels, kind, likelihood, series };
    const search = findMaximum(task, options, (share) => progress(0.7 * share));
    if (!search || !Number.isFinite(search.maximum.value)) return fail("not-converged", "volatility/noParameters");
    const fraction = spikeOfZeros(likelihood, search.maximum.theta, returns);
    if (fraction !== null) return fail("not-converged", "volatility/zeros", { fraction, distribution: model.distribution });
    return succeed(conclude(task, search, progress, lean, volatility));
  });
}

/**
 * The fraction of returns that are exactly zero, if the density's shape has run to its limit to put a spike on them: its likelihood then
 * has no maximum. Otherwise null.
 */
function spikeOfZeros({ keys, model }: Likelihood, theta: Float64Array, returns: Float64Array): number | null {
  const nu = keys.indexOf("nu");
  if (nu < 0 || theta[nu] - shapeBounds(model.distribution)[0][0] > NEAR_SHAPE_LIMIT) return null;
  const fraction = returns.reduce((count, value) => count + Number(value === 0), 0) / returns.length;
  return fraction >= MIN_ZEROS ? fraction : null;
}

/** Standard errors in the units of the returns, and derived quantities. */
function conclude(
  { context, kind, likelihood }: Task,
  search: Search,
  progress: (fraction: number) => void,
  lean: boolean,
  given?: Float64Array,
): GarchFit {
  const { maximum, startSpread } = search;
  const { theta, constraints, converged, iterations } = maximum;
  const { keys: free, model } = likelihood;
  const k = free.length;
  const { scale, n } = likelihood.series;
  const { naturalLog } = context.kernels;
  progress(0.75);
  const { hessian, value: logLikelihood } = polish(likelihood, maximum);
  progress(0.9);
  const { scores, nextLogSlopes } = likelihood.finalScores();
  const ending: Ending = { model, keys: free, theta, constraints };
  // Parameters without any effect are excluded from the matrices.
  const known = constraints.copy();
  for (const index of kind.idle?.(ending) ?? []) known.activate(index);
  const raw = covariances(theta, hessian, scores, known);
  const { keys, values, jacobian, gradient } = report(likelihood, likelihood.naturalAt(theta), likelihood.series, context.kernels);
  const moved = (matrix: Float64Array | null) => matrix && deltaMethod(matrix, jacobian, k);
  const found: Covariances = { classic: moved(raw.classic), outerProduct: moved(raw.outerProduct), robust: moved(raw.robust) };
  const atBound = (index: number) => known.isActive(free.includes(keys[index]) ? free.indexOf(keys[index]) : PERSISTENCE);
  const estimates = estimatesOf(keys, values, found, atBound, context);
  const parameters = parametersOf(model, keys, values);
  const volatility = given ?? context.column(n);
  const full = !lean || meanLags(model) > 0;
  const residuals = context.column(full ? n : 0);
  const none = () => new Float64Array(keys.length * keys.length);
  const fit: GarchFit = {
    model,
    parameters,
    estimates,
    covariance: { classic: found.classic ?? none(), robust: found.robust ?? none() },
    n,
    k,
    logLikelihood,
    aic: 2 * k - 2 * logLikelihood,
    bic: k * naturalLog(n) - 2 * logLikelihood,
    ...persistenceFigures({ context, kind, likelihood }, ending, parameters.omega, raw.robust),
    preSampleVariance: likelihood.presampleVariance() * scale * scale,
    nextVariance: likelihood.nextVariance() * scale * scale,
    nextLogVarianceGradient: gradient(nextLogSlopes),
    iterations: search.iterations,
    evaluations: search.evaluations,
    startSpread,
    ...describeEnding(kind, ending, { converged, iterations, startSpread, errorsKnown: found.robust !== null }),
    volatility,
    residuals,
  };
  likelihood.columns(volatility, full ? residuals : null);
  progress(1);
  return fit;
}

/** Reported values as the parameters of a model. */
function parametersOf(model: GarchModel, keys: string[], values: number[]): GarchParameters {
  const named = (prefix: string) => values.filter((_, i) => keys[i].startsWith(prefix));
  const single = (key: string) => (keys.includes(key) ? values[keys.indexOf(key)] : null);
  const smoothed = model.variance === "ewma";
  const decay = single("decay") ?? model.decay ?? 0;
  const [d, delta] = [single("d"), single("delta")];
  return {
    mu: single("mu") ?? 0,
    ar: named("ar"),
    omega: single("omega") ?? 0,
    alpha: smoothed ? [1 - decay] : [...named("phi"), ...named("alpha")],
    gamma: named("gamma"),
    beta: smoothed ? [decay] : named("beta"),
    nu: single("nu"),
    lambda: single("lambda"),
    ...(d !== null && { d }),
    ...(delta !== null && { delta }),
  };
}
