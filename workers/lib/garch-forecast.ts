import type { Fraction } from "../contract";
import type { Kernels } from "../wasm/kernels";
import type { Distribution, GarchFit, GarchModel, GarchParameters } from "./garch-model";

/** What a forecast starts from: the newest squared shocks and variances of the sample, newest first. */
export interface Past {
  squares: Float64Array;
  variances: Float64Array;
}

/** Codes of the kernels for the innovation densities. */
export const distributionCode: Record<Distribution, number> = { normal: 0, t: 1, skewt: 2, ged: 3 };

/** The last max(p, q) squared shocks and variances of a fit, newest first. */
export function pastOf(fit: Pick<GarchFit, "model" | "parameters" | "volatility">, returns: Float64Array): Past {
  const slots = Math.max(fit.model.p, fit.model.q);
  const last = returns.length - 1;
  return {
    squares: Float64Array.from({ length: slots }, (_, lag) => (returns[last - lag] - fit.parameters.mu) ** 2),
    variances: Float64Array.from({ length: slots }, (_, lag) => fit.volatility[last - lag] ** 2),
  };
}

/**
 * Exact expected variance of each of the next `horizon` steps: the recursion itself, where a squared shock still to come counts
 * as its variance. For (1,1) that is h[k] = omega + (alpha + beta) h[k - 1].
 */
export function expectedVariances({ omega, alpha, beta }: GarchParameters, past: Past, horizon: number): Float64Array {
  const variances = new Float64Array(horizon);
  for (let k = 0; k < horizon; k++) {
    let h = omega;
    alpha.forEach((weight, i) => {
      h += weight * (k > i ? variances[k - 1 - i] : past.squares[i - k]);
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
  { nu, lambda }: GarchParameters,
  p: Fraction,
): number {
  if (model.distribution === "normal" || nu === null) return kernels.normalQuantile(p);
  return model.distribution === "t" ? kernels.unitStudentQuantile(p, nu) : kernels.skewedTQuantile(p, nu, lambda ?? 0);
}

/** Standard error of ln h[T+1] from the robust covariance of the parameters (delta method). */
export function nextLogVarianceError({ nextLogVarianceGradient: gradient, covariance }: GarchFit): number {
  const k = gradient.length;
  let variance = 0;
  for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) variance += gradient[i] * gradient[j] * covariance.robust[i * k + j];
  return Math.sqrt(Math.max(variance, 0));
}
