import { type Count, VALUE_BYTES } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { solvePositive } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";
import { spanWeights } from "./covariance";
import type { ReturnTable } from "./return-table";

/** How annual expected returns are estimated, or given. */
export type MeanMethod =
  /** Arithmetic mean times the steps per year. */
  | { kind: "arithmetic" }
  /** Exponentially weighted; `span` as in 2 / (span + 1). */
  | { kind: "exponential"; span: Count }
  /** Shrunk to the mean of all assets, by the noise in their differences. */
  | { kind: "james-stein" }
  /** Shrunk to the mean of the minimum-variance portfolio. */
  | { kind: "bayes-stein" }
  /** Annual returns given by the user. */
  | { kind: "given"; means: Float64Array };

interface Known {
  returns: ReturnTable;
  /** Per step. */
  means: Float64Array;
  /** Annual. */
  covariance: Float64Array;
  periodsPerYear: number;
}

/** Annual expected returns. */
export function estimateMeans(context: JobContext, kernels: PortfolioKernels, known: Known, method: MeanMethod): Float64Array {
  const { returns, means, periodsPerYear } = known;
  const yearly = means.map((value) => value * periodsPerYear);
  switch (method.kind) {
    case "given":
      return method.means;
    case "arithmetic":
      return yearly;
    case "exponential":
      return context.arena.scope(() => {
        const { count, columns, stride, rows } = returns;
        const weights = spanWeights(context, kernels, rows, method.span);
        return Float64Array.from(
          { length: count },
          (_, j) => periodsPerYear * kernels.weightedSum(columns + j * stride * VALUE_BYTES, weights, rows),
        );
      });
    case "james-stein":
    case "bayes-stein":
      return shrunkMeans(context, kernels, yearly, known, method.kind);
  }
}

/**
 * Means shrunk to a common value m: (1 - w) mean_i + w m. With D = T (mean - m)' S^-1 (mean - m), T in years:
 * James-Stein takes m = the mean of all and w = min(1, (n - 2) / D); Bayes-Stein takes m of the minimum-variance portfolio
 * and w = (n + 2) / (n + 2 + D). If S is singular, or n is below 3 for James-Stein, the means are not shrunk.
 * @term Shrunk expected returns
 * @formula (1 - w) mean_i + w m
 * @source James and Stein 1961; Jorion 1986
 * @tolerance the formulas in numpy 2.4 within 1e-10
 */
export function shrunkMeans(
  context: JobContext,
  kernels: PortfolioKernels,
  yearly: Float64Array,
  known: Known,
  kind: "james-stein" | "bayes-stein",
) {
  const n = yearly.length;
  const { returns, covariance, periodsPerYear } = known;
  const bayes = kind === "bayes-stein";
  if (!bayes && n < 3) return yearly;
  const share = solvePositive(context, kernels, covariance, new Float64Array(n).fill(1));
  if (!share) return yearly;
  const weights = bayes ? share : share.fill(1);
  const total = weights.reduce((a, b) => a + b, 0);
  const center = yearly.reduce((sum, value, i) => sum + value * weights[i], 0) / total;
  const apart = yearly.map((value) => value - center);
  const solved = solvePositive(context, kernels, covariance, apart);
  if (!solved) return yearly;
  const distance = (returns.rows / periodsPerYear) * apart.reduce((sum, value, i) => sum + value * solved[i], 0);
  const weight = bayes ? (n + 2) / (n + 2 + distance) : distance > n - 2 ? (n - 2) / distance : 1;
  return yearly.map((value) => (1 - weight) * value + weight * center);
}
