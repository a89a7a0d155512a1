import type { Count, Fraction } from "../contract";
import type { Kernels } from "../runtime/wasm/kernels";
import { sharpeVariance } from "./sharpe-error";

/** A Sharpe ratio per period and what its uncertainty depends on. */
export interface SharpeSample {
  /** Per period. */
  sharpe: number;
  n: Count;
  skewness: number;
  /** Not in excess: 3 for a normal distribution. */
  kurtosis: number;
}

const EULER = 0.5772156649015329;

/**
 * Probabilistic Sharpe ratio: the probability that the true Sharpe ratio exceeds a target.
 *
 * @term Probabilistic Sharpe ratio
 * @formula PSR = Phi((SR - SR*) sqrt(n - 1) / sqrt(1 - S SR + (K - 1)/4 SR^2)), per period, K not in excess
 * @source Bailey and Lopez de Prado 2012
 * @tolerance 1e-12 against pypbo's published .91323430688486
 */
export function probabilisticSharpe(kernels: Kernels, { sharpe, n, skewness, kurtosis }: SharpeSample, target: number): Fraction | null {
  const variance = sharpeVariance(sharpe, skewness, kurtosis);
  if (n < 2 || !(variance > 0)) return null;
  return kernels.normalCdf(((sharpe - target) * Math.sqrt(n - 1)) / Math.sqrt(variance));
}

/**
 * Expected maximum of N independent standard normal variables.
 *
 * @formula (1 - g) Phi^-1(1 - 1/N) + g Phi^-1(1 - 1/(N e)), g = .5772156649 (Euler)
 * @source Bailey, Borwein, Lopez de Prado and Zhu 2014
 * @tolerance 1e-12 against pypbo's published 2.5306028932016846 for N = 100
 * @param trials at least 1; fractions count
 */
export function expectedMaximum(kernels: Kernels, trials: number): number {
  if (trials <= 1) return 0;
  return (1 - EULER) * kernels.normalQuantile(1 - 1 / trials) + EULER * kernels.normalQuantile(1 - 1 / (trials * Math.E));
}

/**
 * Deflated Sharpe ratio: the probability that the true Sharpe ratio exceeds the expected maximum of as many null trials.
 *
 * @term Deflated Sharpe ratio
 * @formula PSR with SR* = sqrt(V) x expected maximum of N, V the variance of the Sharpe ratios of the trials per period
 * @source Bailey and Lopez de Prado 2014
 * @tolerance 1e-12 against pypbo's published .90039683444939
 */
export function deflatedSharpe(kernels: Kernels, sample: SharpeSample, variance: number, trials: number): Fraction | null {
  return probabilisticSharpe(kernels, sample, Math.sqrt(variance) * expectedMaximum(kernels, trials));
}

/**
 * Number of periods needed for a Sharpe ratio to exceed the target with the given confidence; null if the estimate does not exceed it.
 *
 * @term Minimum track record length
 * @formula 1 + (1 - S SR + (K - 1)/4 SR^2) (z / (SR - SR*))^2, z = Phi^-1(confidence)
 * @source Bailey and Lopez de Prado 2012
 * @tolerance 1e-12 against pypbo's published 2.73, 2.83 and 27.35 years
 */
export function minimumTrackRecord(kernels: Kernels, { sharpe, skewness, kurtosis }: SharpeSample, target: number, confidence: Fraction) {
  if (!(sharpe > target)) return null;
  const z = kernels.normalQuantile(confidence) / (sharpe - target);
  return 1 + sharpeVariance(sharpe, skewness, kurtosis) * z * z;
}

/**
 * Years of backtest needed so that the best of N null trials is not expected to reach the given annual Sharpe ratio; null if it is not
 * above 0.
 *
 * @term Minimum backtest length
 * @formula ((expected maximum of N) / SR)^2
 * @source Bailey, Borwein, Lopez de Prado and Zhu 2014
 * @tolerance 1e-12 against pypbo's published 4.9980870044434 for N = 45, SR = 1
 */
export function minimumBacktestLength(kernels: Kernels, trials: number, yearlySharpe: number): number | null {
  const best = expectedMaximum(kernels, trials) / yearlySharpe;
  return yearlySharpe > 0 ? best * best : null;
}
