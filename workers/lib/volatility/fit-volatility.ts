import { fail, type Outcome, succeed } from "../../contract";
import type { KernelsOf } from "../../wasm/kernels";
import { covariances } from "../garch/errors";
import { estimatesOf } from "../garch/estimates";
import { polish } from "../garch/polish";
import type { FitOptions } from "../garch/search";
import { completeModel, type GarchFit, type GarchModel, type ModelAsk, meanLags } from "../garch-model";
import type { JobContext } from "../job";
import { multiply, quadraticForm } from "../linear-algebra";
import { messages } from "../messages";
import { describeEnding } from "./ending";
import { type Family, familyOf } from "./families";
import { searchFrom, searchOn, type VolatilitySearch } from "./search";
import { shapeStart } from "./shape";
import { carry, fromUnits, toUnits } from "./units";
import { middleOf, prepareSeries, type VolatilityLikelihood, type VolatilitySeries } from "./volatility-likelihood";

/** From this length on the search starts on a stretch of the series. */
const LONG = 50_000;
const STRETCH = 20_000;
/** Persistence from which a half-life is said to be infinite. */
const NO_DECAY = 1 - 1e-8;

export interface Volatility {
  kernels: KernelsOf<"volatility">;
  context: JobContext;
}

function search(
  context: JobContext,
  family: Family,
  likelihood: VolatilityLikelihood,
  series: VolatilitySeries,
  options: FitOptions,
  report: (share: number) => void,
): VolatilitySearch | null {
  const { warmStart } = options;
  if (warmStart?.length === likelihood.keys.length) {
    const start = fromUnits(context.kernels, likelihood.model, likelihood.keys, warmStart, series.mean, series.scale);
    const warm = searchFrom(likelihood, [start], options, report);
    if (warm?.maximum.converged) return warm;
  }
  const shape = shapeStart(likelihood.model.distribution, series.kurtosis, options.nuStart, options.lambdaStart);
  if (series.n <= LONG) return searchFrom(likelihood, family.starts(likelihood, shape, options), options, report);
  const stretch = context.arena.scope(() => {
    const part = likelihood.onSeries(middleOf(context, series, likelihood.model, STRETCH));
    return searchFrom(part, family.starts(part, shape, options), options, (share) => report(0.4 * share));
  });
  const later = (share: number) => report(0.4 + 0.6 * share);
  const whole = stretch && searchOn(likelihood, stretch, series.n / STRETCH, options, later);
  // Where the stretch was not like the rest, the whole is searched.
  return whole?.maximum.converged ? whole : searchFrom(likelihood, family.starts(likelihood, shape, options), options, later);
}

/**
 * Maximum likelihood fit of an EGARCH, FIGARCH or HAR model. The series is brought to mean 0 and variance 1 inside; everything returned is
 * in the units of `returns`.
 * @param lean leaves the residuals empty where they follow from the returns: with all but an autoregressive mean
 */
export function fitVolatility(
  { context, kernels }: Volatility,
  returns: Float64Array,
  ask: ModelAsk,
  options: FitOptions,
  lean = false,
): Outcome<GarchFit> {
  const model = completeModel(ask);
  const family = familyOf(model);
  if (!family) return fail("bad-input", messages.garchModel);
  const report = (fraction: number) => context.progress(fraction, `Fitting ${family.label(model)}`);
  return context.arena.scope(() => {
    report(0);
    const series = prepareSeries(context, returns, model);
    if (!series) return fail("bad-input", messages.noVariation);
    const likelihood = family.likelihood(context, kernels, model, series);
    const found = search(context, family, likelihood, series, options, (share) => report(0.7 * share));
    if (!found || !Number.isFinite(found.maximum.logLikelihood)) return fail("not-converged", messages.garchNoParameters);
    report(0.75);
    return succeed(conclude(context, family, likelihood, found, model, report, lean));
  });
}

/** Standard errors, and what follows from the parameters. */
function conclude(
  context: JobContext,
  family: Family,
  likelihood: VolatilityLikelihood,
  found: VolatilitySearch,
  model: GarchModel,
  report: (fraction: number) => void,
  lean: boolean,
): GarchFit {
  const { keys, series } = likelihood;
  const { maximum } = found;
  const { theta, constraints } = maximum;
  const k = keys.length;
  const { n, mean, scale } = series;
  const { curvature, logLikelihood } = polish(likelihood, maximum);
  report(0.9);
  const { scores, nextLogSlopes } = likelihood.outerProduct();
  const { values, jacobian, inverse } = toUnits(context.kernels, model, keys, theta, mean, scale);
  const raw = covariances(theta, curvature, scores, constraints);
  const errors = {
    classic: carry(raw.classic, jacobian, k),
    outerProduct: carry(raw.outerProduct, jacobian, k),
    robust: carry(raw.robust, jacobian, k),
  };
  const estimates = estimatesOf(keys, values, errors, (index) => constraints.isHeld(index), context);
  const named = (prefix: string) => values.filter((_, i) => keys[i].startsWith(prefix));
  const shape = (key: string) => (keys.includes(key) ? values[keys.indexOf(key)] : null);
  const weights = family.persistenceWeights(keys);
  const persistence = values.reduce((sum, value, i) => sum + weights[i] * value, family.persistenceBase);
  const decays = persistence < NO_DECAY;
  const persistenceError = errors.robust ? Math.sqrt(quadraticForm(weights, errors.robust, weights)) : null;
  const logarithm = decays ? context.kernels.naturalLog(persistence) : 0;
  const omega = named("omega")[0];
  const longRun = omega / (1 - persistence);
  const volatility = context.column(n);
  const full = !lean || meanLags(model) > 0;
  const residuals = context.column(full ? n : 0);
  const ending = describeEnding(likelihood, found, errors.robust !== null);
  const fit: GarchFit = {
    model,
    parameters: {
      mu: named("mu")[0] ?? 0,
      ar: named("ar"),
      omega,
      alpha: [...named("phi"), ...named("alpha")],
      gamma: named("gamma"),
      beta: named("beta"),
      nu: shape("nu"),
      lambda: shape("lambda"),
      ...(keys.includes("d") ? { d: values[keys.indexOf("d")] } : {}),
    },
    estimates,
    covariance: { classic: errors.classic ?? new Float64Array(k * k), robust: errors.robust ?? new Float64Array(k * k) },
    ...{ n, k, logLikelihood },
    aic: 2 * k - 2 * logLikelihood,
    bic: k * context.kernels.naturalLog(n) - 2 * logLikelihood,
    persistence,
    persistenceError,
    halfLife: decays && persistence > 0 ? -Math.LN2 / logarithm : decays ? 0 : Number.POSITIVE_INFINITY,
    halfLifeError:
      decays && persistence > 0 && persistenceError !== null ? (Math.LN2 * persistenceError) / (persistence * logarithm ** 2) : null,
    unconditionalVariance: decays ? family.longRunVariance(likelihood, longRun) : null,
    unconditionalVarianceError: null,
    preSampleVariance: likelihood.presampleVariance() * scale * scale,
    nextVariance: likelihood.nextVariance() * scale * scale,
    nextLogVarianceGradient: multiply(nextLogSlopes, inverse, 1, k, k),
    iterations: found.iterations,
    evaluations: found.evaluations,
    startSpread: found.startSpread,
    ...ending,
    ...{ volatility, residuals },
  };
  likelihood.columns(volatility, full ? residuals : null);
  report(1);
  return fit;
}
