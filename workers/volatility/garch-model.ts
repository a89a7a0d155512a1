import type { Count, Fraction } from "../contract";
import type { VARIANCES } from "./schema";

/** Innovation densities, all of mean 0 and variance 1. */
export type Distribution = "normal" | "t" | "skewt" | "ged";

/**
 * The variance equation. `garch`: Bollerslev (1986). `gjr`: gamma is added to the weight of a shock below 0 (Glosten, Jagannathan and
 * Runkle 1993). `egarch`: the logarithm of the variance (Nelson 1991). `ewma`: RiskMetrics. `figarch`: long memory (Baillie, Bollerslev and
 * Mikkelsen 1996). `aparch`: an estimated power of sigma (Ding, Granger and Engle 1993). `har`: mean squares over a day, a week and a
 * month.
 */
export type VarianceModel = (typeof VARIANCES)[number];

/** Zero, a constant, or a constant and the last 1 to 5 returns. */
export type MeanModel = "zero" | "constant" | { ar: Count };

/**
 * Pre-sample squared shocks and variances.
 * `sample`: mean squared residual at the current mean (the published benchmark, fGarch, rugarch).
 * `ewma75`: exponentially weighted first 75 squared residuals, fixed while optimizing (Python arch).
 */
export type PreSample = "sample" | "ewma75";

/** A volatility model. p lags of variance (beta) and q lags of squared shocks (alpha), as Bollerslev orders them; each 1 to 5. */
export interface GarchModel {
  variance: VarianceModel;
  mean: MeanModel;
  distribution: Distribution;
  /** Variance targeting: omega is not estimated but follows from the sample variance as long-run variance. */
  targeting: boolean;
  p: Count;
  q: Count;
  preSample: PreSample;
  /** For `ewma` only: weight of the past variance, 0.94 for daily data in RiskMetrics; null estimates it. */
  decay: Fraction | null;
}

/** A model specification: by default a GARCH with constant mean. */
export type ModelAsk = Pick<GarchModel, "p" | "q" | "distribution" | "preSample"> & Partial<GarchModel>;

export const completeModel = (ask: ModelAsk): GarchModel => ({
  variance: "garch",
  mean: "constant",
  targeting: false,
  decay: null,
  ...ask,
});

/** Number of AR lags of the mean: the first returns, as many, are conditioned on and have no volatility of their own. */
export const meanLags = ({ mean }: Pick<GarchModel, "mean">): Count => (typeof mean === "object" ? mean.ar : 0);

/** In the units of the fitted returns: mu in percent per step, omega in percent squared if the returns are in percent. */
export interface GarchParameters {
  /** Constant of the mean: r[t] = mu + sum ar[i] r[t-i] + e[t]; 0 for a zero mean. */
  mu: number;
  /** Weights of past returns in the mean, newest first. */
  ar: number[];
  omega: number;
  /** Weights of squared shocks, newest first; length q. */
  alpha: number[];
  /**
   * Newest first: additional weight of a shock below 0 (GJR), weight of its sign (EGARCH), or tilt of a shock (APARCH); empty without
   * asymmetry.
   */
  gamma: number[];
  /** Weights of past variances, newest first; length p. */
  beta: number[];
  /** Degrees of freedom of t and skewed t, exponent of GED; null for Normal. */
  nu: number | null;
  /** Asymmetry of Hansen's skewed t, in (-1, 1); null for the others. */
  lambda: number | null;
  /** Order of fractional differencing, in [0, 1]; FIGARCH only. */
  d?: number;
  /** Power of sigma in the recursion; APARCH only. */
  delta?: number;
}

export interface ParameterEstimate {
  /** "mu", "ar1"..., "omega", "alpha1"..., "gamma1", "beta1"..., "nu", "lambda": this order everywhere; "decay" alone for EWMA. */
  key: string;
  value: number;
  /**
   * Standard errors: inverse Hessian, outer product of gradients, Bollerslev-Wooldridge sandwich; null at a bound. If the persistence is
   * constrained to 1, those of the alphas and betas hold their sum fixed.
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
  /** Number of returns in the likelihood: all except the first `meanLags`, which have no value in `volatility` and `residuals`. */
  n: Count;
  /** Number of estimated parameters, not counting those that follow from others or from the sample. */
  k: Count;
  logLikelihood: number;
  aic: number;
  bic: number;
  /** Share of a variance shock that remains a step later: sum of all alpha and beta, and of gamma times the share of z^2 below 0. */
  persistence: number;
  /** Robust standard error of the persistence; null at a bound. */
  persistenceError: number | null;
  /** Steps until half of a variance shock has decayed; Infinity if the persistence is 1. */
  halfLife: number;
  /** Robust standard errors by the delta method; null at a bound or without a value. */
  halfLifeError: number | null;
  /** omega / (1 - persistence); null if the persistence is 1. */
  unconditionalVariance: number | null;
  unconditionalVarianceError: number | null;
  preSampleVariance: number;
  /** h[T+1]: exact, known at the end of the sample. */
  nextVariance: number;
  /** Gradient of ln h[T+1] with respect to the parameters, in the order of `estimates`. */
  nextLogVarianceGradient: Float64Array;
  status: FitStatus;
  /** Optimizer status and recommendation, in words. */
  statusText: string;
  iterations: Count;
  evaluations: Count;
  /** Largest difference in log-likelihood between the optima reached from the starts. */
  startSpread: number;
  /** sigma[t], length n, units of the returns. */
  volatility: Float64Array;
  /** e[t] / sigma[t], length n. */
  residuals: Float64Array;
}

/** A fit as passed between jobs: its residuals are recomputed on demand, except for an autoregressive mean. */
export type KeptFit = Omit<GarchFit, "residuals"> & { residuals: Float64Array | null };
