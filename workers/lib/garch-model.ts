import type { Count } from "../contract";

/** Innovation densities, all of mean 0 and variance 1. */
export type Distribution = "normal" | "t" | "skewt";

/**
 * What stands for the squared shocks and variances before the first observation.
 * `sample`: mean squared residual at the current mean (the published benchmark, fGarch, rugarch).
 * `ewma75`: exponentially weighted first 75 squared residuals, fixed while optimising (Python arch).
 */
export type PreSample = "sample" | "ewma75";

/** p lags of variance (beta) and q lags of squared shocks (alpha), as Bollerslev orders them; each 1 to 5. */
export interface GarchModel {
  p: Count;
  q: Count;
  distribution: Distribution;
  preSample: PreSample;
}

/** In the units of the fitted returns: mu in percent per step, omega in percent squared when the returns are percent. */
export interface GarchParameters {
  mu: number;
  omega: number;
  /** Weights of squared shocks, newest first; length q. */
  alpha: number[];
  /** Weights of past variances, newest first; length p. */
  beta: number[];
  /** Degrees of freedom of t and skewed t; null for Normal. */
  nu: number | null;
  /** Asymmetry of Hansen's skewed t, in (-1, 1); null for the others. */
  lambda: number | null;
}

export interface ParameterEstimate {
  /** "mu", "omega", "alpha1"..., "beta1"..., "nu", "lambda": this order everywhere. */
  key: string;
  value: number;
  /**
   * Standard errors: inverse Hessian, outer product of gradients, Bollerslev-Wooldridge sandwich; null at a bound. Where the persistence is
   * held at 1, those of the alphas and betas keep their sum fixed.
   */
  classic: number | null;
  outerProduct: number | null;
  robust: number | null;
  /** value / robust, and its two-sided normal p-value; null at a bound. */
  t: number | null;
  p: number | null;
  atBound: boolean;
}

export type FitStatus = "converged" | "boundary" | "not-converged";

export interface GarchFit {
  model: GarchModel;
  parameters: GarchParameters;
  estimates: ParameterEstimate[];
  /** Row-major k x k in the order of `estimates`; rows and columns of parameters at a bound are zero. */
  covariance: { classic: Float64Array; robust: Float64Array };
  n: Count;
  /** Number of estimated parameters. */
  k: Count;
  logLikelihood: number;
  aic: number;
  bic: number;
  /** Sum of all alpha and beta. */
  persistence: number;
  /** Robust standard error of the persistence; null at a bound. */
  persistenceError: number | null;
  /** Steps until half of a variance shock is gone; Infinity where the persistence is 1. */
  halfLife: number;
  /** omega / (1 - persistence); null where the persistence is 1. */
  unconditionalVariance: number | null;
  preSampleVariance: number;
  /** h[T+1]: exact, known at the end of the sample. */
  nextVariance: number;
  /** Gradient of ln h[T+1] with respect to the parameters, in the order of `estimates`. */
  nextLogVarianceGradient: Float64Array;
  status: FitStatus;
  /** In words: what the optimiser met and what to try next. */
  statusText: string;
  iterations: Count;
  evaluations: Count;
  /** Largest difference in log-likelihood between the optima the starts reached. */
  startSpread: number;
  /** sigma[t], length n, units of the returns. */
  volatility: Float64Array;
  /** (r[t] - mu) / sigma[t], length n. */
  residuals: Float64Array;
}
