import { fail, type Outcome, succeed } from "../../contract";
import { completeModel, type GarchFit, type ModelAsk } from "../garch-model";
import type { JobContext } from "../job";
import { quadraticForm } from "../linear-algebra";
import { messages } from "../messages";
import { PERSISTENCE } from "./constraints";
import { type Covariances, covariances, rescale } from "./errors";
import { estimatesOf } from "./estimates";
import { GarchLikelihood } from "./likelihood";
import { polish } from "./polish";
import { type FitOptions, findMaximum } from "./search";
import { standardise } from "./series";
import { describeEnding } from "./status-text";

export { DEFAULT_FIT_OPTIONS, type FitOptions } from "./search";

/** Persistence from which a half-life is said to be infinite. */
const NO_DECAY = 1 - 1e-8;

/**
 * Maximum likelihood fit of a GARCH(p,q) with constant mean. The series is brought to mean 0 and variance 1 inside, so a fit does not
 * depend on its units; everything returned is in the units of `returns`.
 */
export function fitGarch(context: JobContext, returns: Float64Array, ask: ModelAsk, options: FitOptions): Outcome<GarchFit> {
  const model = completeModel(ask);
  const label = `Fitting GARCH(${model.p},${model.q})`;
  const report = (fraction: number) => context.progress(fraction, label);
  return context.arena.scope(() => {
    report(0);
    // 1. Standardise; find where to begin.
    const series = standardise(context, returns);
    if (!series) return fail("bad-input", messages.noVariation);
    const backcast = context.kernels.garchBackcast(series.address, series.n);
    const likelihood = new GarchLikelihood(context, model, series, backcast);
    // 2. Climb to the top of the likelihood.
    const search = findMaximum(context, likelihood, series, options, (share) => report(0.7 * share));
    if (!Number.isFinite(search.maximum.logLikelihood)) return fail("not-converged", messages.garchNoParameters);
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
        ar: [],
        omega: values[1],
        alpha: values.slice(layout.alpha, layout.beta),
        gamma: [],
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
      halfLifeError: null,
      unconditionalVariance: decays ? values[1] / (1 - persistence) : null,
      unconditionalVarianceError: null,
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
