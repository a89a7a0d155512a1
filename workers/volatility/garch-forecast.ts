import type { Fraction } from "../contract";
import type { Kernels } from "../runtime/wasm/kernels";
import { type GarchModel, type GarchParameters, type KeptFit, meanLags } from "./garch-model";
import { isLagModel, lagCount, lagModelOf } from "./lag-weights";
import { SIMULATED } from "./schema";

/** State that a forecast starts from, newest first. */
export interface Past {
  /** Shocks e of the sample, with their signs; before the sample, the root of the pre-sample variance. */
  shocks: Float64Array;
  variances: Float64Array;
  returns: Float64Array;
  /** Share of z^2 below 0, which weights a GJR's gamma for future shocks. */
  shareBelow: number;
}

const total = (weights: number[]) => weights.reduce((sum, weight) => sum + weight, 0);

/** The newest shocks, variances and returns of a fit, as many as its model has lags. */
export function pastOf(fit: PastFit, returns: Float64Array): Past {
  const { model, parameters, volatility, residuals, preSampleVariance, persistence } = fit;
  const slots = isLagModel(model) ? lagCount(model) : Math.max(model.p, model.q, meanLags(model));
  const last = volatility.length - 1;
  const at = (of: (t: number) => number, before: number) =>
    Float64Array.from({ length: slots }, (_, lag) => (lag <= last ? of(last - lag) : before));
  // Fits without residuals have a constant mean.
  const shock = (t: number) => (residuals ? residuals[t] * volatility[t] : returns[returns.length - 1 - last + t] - parameters.mu);
  const asymmetry = total(parameters.gamma);
  const symmetric = total(parameters.alpha) + total(parameters.beta);
  return {
    shocks: at(shock, Math.sqrt(preSampleVariance)),
    variances: at((t) => volatility[t] ** 2, preSampleVariance),
    returns: Float64Array.from({ length: slots }, (_, lag) => returns[returns.length - 1 - lag] ?? 0),
    shareBelow: model.variance === "gjr" && asymmetry !== 0 ? (persistence - symmetric) / asymmetry : 0.5,
  };
}

/** What forecasts need of a fit. */
export type PastFit = Pick<KeptFit, "model" | "parameters" | "volatility" | "residuals" | "preSampleVariance" | "persistence">;

/** Expected return of each of the next steps. */
export function expectedReturns({ mu, ar }: GarchParameters, past: Pick<Past, "returns">, horizon: number): Float64Array {
  const returns = new Float64Array(horizon);
  for (let k = 0; k < horizon; k++) {
    returns[k] = ar.reduce((level, weight, i) => level + weight * (k > i ? returns[k - 1 - i] : past.returns[i - k]), mu);
  }
  return returns;
}

/**
 * Variance of the sum of the returns up to each step, with the cumulated effects of each shock until then. Var = sum over j of h[j] (psi[0]
 * + ... + psi[k-j])^2, psi the moving-average weights of the mean.
 */
export function cumulativeVariances({ ar }: GarchParameters, variances: Float64Array): Float64Array {
  const effects = new Float64Array(variances.length);
  const reach = new Float64Array(variances.length);
  for (let k = 0; k < variances.length; k++) {
    effects[k] = k === 0 ? 1 : ar.reduce((sum, weight, i) => sum + (k > i ? weight * effects[k - 1 - i] : 0), 0);
    reach[k] = effects[k] + (k > 0 ? reach[k - 1] : 0);
  }
  return variances.map((_, k) => {
    let sum = 0;
    for (let j = 0; j <= k; j++) sum += variances[j] * reach[k - j] * reach[k - j];
    return sum;
  });
}

/** True if the expected variance several steps ahead has a closed recursion: all models except those of a logarithm or a power. */
export const hasExactForecast = ({ variance }: Pick<GarchModel, "variance">): boolean => !SIMULATED.includes(variance);

/**
 * Exact expected variance of each of the next `horizon` steps: the recursion itself, with each future squared shock replaced by its
 * variance.
 * @term Variance forecast
 * @formula h[k] = omega + (alpha + beta) h[k - 1] for a GARCH(1,1)
 * @source Bollerslev 1986; a GJR's gamma enters with the share of z^2 below 0 that the fitted density has, as in simulated paths (Python
 * arch's analytic forecast takes 1/2 for a skewed t, too)
 * @tolerance forecasts of Python arch 8.0.0 within 1e-8 over 60 steps
 */
export function expectedVariances(
  model: Pick<GarchModel, "variance">,
  parameters: GarchParameters,
  past: Past,
  horizon: number,
): Float64Array {
  const { omega, alpha, gamma, beta } = parameters;
  const lagged = isLagModel(model) ? lagModelOf(model, parameters) : null;
  const variances = new Float64Array(horizon);
  const squareAt = (place: number) => past.shocks[place] ** 2;
  for (let k = 0; k < horizon; k++) {
    let h = lagged ? lagged.constant : omega;
    if (lagged) {
      lagged.weights.forEach((weight, i) => {
        h += weight * (k > i ? variances[k - 1 - i] : squareAt(i - k));
      });
      variances[k] = h;
      continue;
    }
    alpha.forEach((weight, i) => {
      const bent = gamma[i] ?? 0;
      if (k > i) h += (weight + bent * past.shareBelow) * variances[k - 1 - i];
      else h += (weight + (past.shocks[i - k] < 0 ? bent : 0)) * squareAt(i - k);
    });
    beta.forEach((weight, j) => {
      h += weight * (k > j ? variances[k - 1 - j] : past.variances[j - k]);
    });
    variances[k] = h;
  }
  return variances;
}

/** Quantile of the fitted unit-variance density. */
export function innovationQuantile(
  kernels: Kernels,
  model: Pick<GarchModel, "distribution">,
  { nu, lambda }: Pick<GarchParameters, "nu" | "lambda">,
  p: Fraction,
): number {
  if (model.distribution === "normal" || nu === null) return kernels.normalQuantile(p);
  if (model.distribution === "ged") return kernels.gedQuantile(p, nu);
  return model.distribution === "t" ? kernels.unitStudentQuantile(p, nu) : kernels.skewedTQuantile(p, nu, lambda ?? 0);
}

/**
 * The next return of a fitted model: its expectation, its standard deviation, and the quantiles of its error, standardized to mean 0 and
 * variance 1.
 */
export interface NextReturn {
  mean: number;
  deviation: number;
  errorQuantile: (p: Fraction) => number;
}

/** One step ahead, nothing is simulated. @param returns those of the fit */
export function nextReturn(kernels: Kernels, fit: KeptFit, returns: Float64Array): NextReturn {
  return {
    mean: expectedReturns(fit.parameters, pastOf(fit, returns), 1)[0],
    deviation: Math.sqrt(fit.nextVariance),
    errorQuantile: (p) => innovationQuantile(kernels, fit.model, fit.parameters, p),
  };
}

/** Standard error of ln h[T+1] from the robust covariance of the parameters (delta method). */
export function nextLogVarianceError({ nextLogVarianceGradient: gradient, covariance }: KeptFit): number {
  const k = gradient.length;
  let variance = 0;
  for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) variance += gradient[i] * gradient[j] * covariance.robust[i * k + j];
  return Math.sqrt(Math.max(variance, 0));
}
