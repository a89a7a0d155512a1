import type { Fraction } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { solvePositive } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";

/** An investor's view: the assets, held with these weights, will return `expected` per year. */
export interface View {
  /** By asset: 1 for a view on the asset alone, 1 and -1 for one asset over another. */
  weights: readonly number[];
  expected: Fraction;
  /** Variance of the view; null derives it from the confidence. */
  variance: number | null;
  /** In (0, 1]: 1 is certain; 1/2, the default, means a variance of tau times that of the view portfolio (He and Litterman). */
  confidence?: Fraction;
}

export interface BlackLitterman {
  /** Market weights; the prior is the returns that make them optimal. */
  market: readonly number[];
  /** Risk aversion of the market: prior = aversion S w. */
  aversion: number;
  /** Uncertainty of the prior, as a fraction of S. */
  tau: number;
  views: readonly View[];
}

/**
 * Expected returns that combine market-implied returns with views, weighted by their confidence, and the covariance including the remaining
 * uncertainty about the means.
 * @term Black–Litterman
 * @formula prior pi = a S w; A = P tau S P' + O; mean = pi + tau S P' A^-1 (q - P pi); covariance = S + tau S - tau S P' A^-1 P tau S; for
 * confidence c, O_kk = ((1 - c) / c) p_k tau S p_k'
 * @source Black and Litterman 1992; He and Litterman 1999; Idzorek 2005 in the closed form of Walters 2014
 * @tolerance the formulas in numpy 2.4 within 1e-12; He and Litterman's published tables to all digits printed
 * @returns null if certain views contradict each other
 */
export function blackLitterman(
  context: JobContext,
  kernels: PortfolioKernels,
  covariance: Float64Array,
  { market, aversion, tau, views }: BlackLitterman,
): { means: Float64Array; covariance: Float64Array; prior: Float64Array } | null {
  const n = market.length;
  const times = (w: readonly number[]) =>
    Float64Array.from({ length: n }, (_, i) => w.reduce((sum, weight, j) => sum + covariance[i * n + j] * weight, 0));
  const product = (a: readonly number[], b: Float64Array) => b.reduce((sum, value, i) => sum + value * a[i], 0);
  const prior = times(market).map((value) => aversion * value);
  const k = views.length;
  const pulls = views.map(({ weights }) => times(weights).map((value) => tau * value));
  const spread = new Float64Array(k * k);
  for (const [a, view] of views.entries()) {
    for (let b = 0; b < k; b++) spread[a * k + b] = product(view.weights, pulls[b]);
    const { variance, confidence = 0.5 } = view;
    spread[a * (k + 1)] += variance ?? ((1 - confidence) / confidence) * product(view.weights, pulls[a]);
  }
  const means = prior.slice();
  const posterior = covariance.map((value) => (1 + tau) * value);
  if (k === 0) return { means, covariance: posterior, prior };
  const surprise = solvePositive(
    context,
    kernels,
    spread,
    Float64Array.from(views, ({ weights, expected }) => expected - product(weights, prior)),
  );
  if (!surprise) return null;
  for (const [a, pull] of pulls.entries()) for (let i = 0; i < n; i++) means[i] += surprise[a] * pull[i];
  for (let j = 0; j < n; j++) {
    const solved = solvePositive(
      context,
      kernels,
      spread,
      Float64Array.from(pulls, (pull) => pull[j]),
    );
    if (!solved) return null;
    for (const [a, pull] of pulls.entries()) for (let i = 0; i < n; i++) posterior[i * n + j] -= pull[i] * solved[a];
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) posterior[i * n + j] = posterior[j * n + i];
  return { means, covariance: posterior, prior };
}
