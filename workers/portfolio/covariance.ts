import { columnTableBlock } from "../../assembly/build/portfolio-layouts.js";
import type { Count, Fraction } from "../contract";
import { type PortfolioKernels, stepsPerCall, symmetricEigen } from "../numerics/dense-matrix";
import { inChunks, type JobContext } from "../runtime/job";
import type { ReturnTable } from "./return-table";

/** How covariances are estimated from returns, or given. */
export type CovarianceMethod =
  /** Sums of products divided by n - 1. */
  | { kind: "sample" }
  /** Shrunk to a multiple of the identity, to a single-factor model, or to constant correlation. */
  | { kind: "ledoit-wolf"; target: "constant-variance" | "single-factor" | "constant-correlation" }
  /** Shrunk to a multiple of the identity, with the optimal weight for normal returns. */
  | { kind: "oracle-approximating" }
  /** Exponentially weighted; `span` as in 2 / (span + 1). */
  | { kind: "exponential"; span: Count }
  /** Annual covariances given by the user, row-major. */
  | { kind: "given"; matrix: Float64Array };

export interface Covariance {
  /** Annual, row-major. */
  matrix: Float64Array;
  shrinkage: Fraction | null;
}

/** Rows per block: what fits into the cache for a hundred assets. */
const BLOCK = 512;
const CHUNK = 16_384;

/** Sums of products of all pairs of columns, row-major. */
export function productSums(context: JobContext, kernels: PortfolioKernels, { count, columns, stride, rows }: ReturnTable): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const sums = arena.put(new Float64Array(count * count));
    // An even number of columns per call: pairs of them share their loads.
    const group = 2 * Math.ceil(stepsPerCall((count * Math.min(rows, BLOCK)) / 2) / 2);
    const table = arena.block(columnTableBlock, { columns, stride, count });
    for (let from = 0; from < rows; from += BLOCK) {
      const to = Math.min(rows, from + BLOCK);
      inChunks(context, count, group, (first, last) => kernels.crossProducts(table, from, to, first, last, sums));
    }
    const matrix = arena.view(sums, count * count).slice();
    for (let i = 0; i < count; i++) for (let j = i + 1; j < count; j++) matrix[i * count + j] = matrix[j * count + i];
    return matrix;
  });
}

/** Annual covariances of centered returns. */
export function estimateCovariance(
  context: JobContext,
  kernels: PortfolioKernels,
  table: ReturnTable,
  method: CovarianceMethod,
  periodsPerYear: number,
): Covariance {
  const { count, rows } = table;
  if (method.kind === "given") return { matrix: nearestSemidefinite(context, kernels, method.matrix, count), shrinkage: null };
  if (method.kind === "exponential") {
    return { matrix: exponentialCovariance(context, kernels, table, method.span).map((value) => value * periodsPerYear), shrinkage: null };
  }
  const products = productSums(context, kernels, table);
  if (method.kind === "sample") return { matrix: sampleCovariance(products, rows, periodsPerYear), shrinkage: null };
  const sample = products.map((value) => value / rows);
  const { target, shrinkage } =
    method.kind === "oracle-approximating"
      ? oracleShrinkage(sample, count, rows)
      : ledoitWolf(context, kernels, table, sample, method.target);
  const matrix = sample.map((value, i) => (shrinkage * target[i] + (1 - shrinkage) * value) * periodsPerYear);
  return { matrix, shrinkage };
}

/**
 * Annualized sample covariances.
 * @term Sample covariance
 * @formula S_ij = sum (x_ti - mean_i)(x_tj - mean_j) / (T - 1), times the steps per year
 * @source PyPortfolioOpt 1.5.6 sample_cov
 * @tolerance PyPortfolioOpt within 1e-10, relative
 */
export function sampleCovariance(products: Float64Array, rows: Count, periodsPerYear: number): Float64Array {
  return products.map((value) => (value / (rows - 1)) * periodsPerYear);
}

/**
 * Exponentially weighted covariances around the plain means.
 * @term Exponentially weighted covariance
 * @formula S_ij = sum w_t (x_ti - mean_i)(x_tj - mean_j), w_t ~ (1 - 2/(span + 1))^(T - 1 - t), sum w = 1
 * @source RiskMetrics 1996; PyPortfolioOpt 1.5.6 exp_cov
 * @tolerance PyPortfolioOpt within 1e-10, relative
 */
export function exponentialCovariance(context: JobContext, kernels: PortfolioKernels, table: ReturnTable, span: Count): Float64Array {
  const { arena } = context;
  const { count, columns, stride, rows } = table;
  return arena.scope(() => {
    const weights = spanWeights(context, kernels, rows, span);
    inChunks(context, count, stepsPerCall(6 * rows), (from, to) => kernels.weighColumns(columns, stride, rows, weights, from, to));
    return productSums(context, kernels, table);
  });
}

/** Address of exponentially decaying weights: pandas' `ewm(span)`. */
export function spanWeights(context: JobContext, kernels: PortfolioKernels, rows: Count, span: Count): number {
  const weights = context.arena.take(rows);
  inChunks(context, rows, CHUNK, (from, to) => kernels.decayWeights(weights, rows, 1 - 2 / (span + 1), from, to));
  return weights;
}

const traceOf = (matrix: Float64Array, n: Count) => Array.from({ length: n }, (_, i) => matrix[i * (n + 1)]).reduce((a, b) => a + b, 0);
const squaresOf = (matrix: Float64Array) => matrix.reduce((sum, value) => sum + value * value, 0);

function identityTimes(value: number, n: Count): Float64Array {
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) matrix[i * (n + 1)] = value;
  return matrix;
}

/**
 * Oracle approximating shrinkage.
 * @term Oracle approximating shrinkage
 * @formula delta = min(1, ((1 - 2/p) tr S^2 + tr^2 S) / ((n + 1 - 2/p)(tr S^2 - tr^2 S / p))), target (tr S / p) I
 * @source Chen, Wiesel, Eldar and Hero 2010, equation 23
 * @tolerance the formula in numpy 2.4 within 1e-10, relative
 */
export function oracleShrinkage(sample: Float64Array, p: Count, n: Count): { target: Float64Array; shrinkage: Fraction } {
  const trace = traceOf(sample, p);
  const squares = squaresOf(sample);
  const apart = (n + 1 - 2 / p) * (squares - (trace * trace) / p);
  const shrinkage = apart > 0 ? Math.min(1, ((1 - 2 / p) * squares + trace * trace) / apart) : 1;
  return { target: identityTimes(trace / p, p), shrinkage };
}

/**
 * Ledoit and Wolf's shrinkage of the sample covariance (over n) to a target.
 * @term Ledoit–Wolf shrinkage
 * @formula S* = delta F + (1 - delta) S, delta = clamp((pi - rho) / (gamma n)), gamma = |F - S|^2
 * @source Ledoit and Wolf 2003 (single factor), 2004a (constant correlation), 2004b (constant variance)
 * @tolerance constant variance: PyPortfolioOpt 1.5.6 / scikit-learn 1.9.1 within 1e-10; the others: the papers' formulas in numpy 2.4 within 1e-10
 */
export function ledoitWolf(
  context: JobContext,
  kernels: PortfolioKernels,
  { count: p, columns, stride, rows: n }: ReturnTable,
  sample: Float64Array,
  kind: "constant-variance" | "single-factor" | "constant-correlation",
): { target: Float64Array; shrinkage: Fraction } {
  const { arena } = context;
  const variances = Float64Array.from({ length: p }, (_, i) => sample[i * (p + 1)]);
  const deviations = variances.map(Math.sqrt);
  // Covariances with the market, here the mean of all assets.
  const market = Float64Array.from({ length: p }, (_, i) => sample.subarray(i * p, i * p + p).reduce((a, b) => a + b, 0) / p);
  const sums = arena.scope(() => {
    const inverse = arena.put(deviations.map((value) => (value > 0 ? 1 / value : 0)));
    const weights = arena.put(kind === "single-factor" ? market : deviations);
    const out = arena.put(new Float64Array(7));
    const table = arena.block(columnTableBlock, { columns, stride, count: p });
    inChunks(context, n, stepsPerCall(8 * p), (from, to) => kernels.shrinkageSums(table, from, to, inverse, weights, out));
    return Array.from(arena.view(out, 7), (value) => value / n);
  });
  const [squares, fourth, crossed, marketOnce, marketTwice, ownOnce, ownTwice] = sums;
  const spread = squares - squaresOf(sample);
  const own = fourth - variances.reduce((sum, value) => sum + value * value, 0);
  const target = new Float64Array(p * p);
  let shared = 0;
  if (kind === "constant-variance") {
    target.set(identityTimes(traceOf(sample, p) / p, p));
  } else if (kind === "constant-correlation") {
    const mean = constantCorrelation(sample, deviations, target);
    shared = own + mean * (crossed - fourth - expectedProducts(sample, deviations));
  } else {
    shared = own + factorShare(sample, market, target, [marketOnce - ownOnce, marketTwice - ownTwice]);
  }
  const apart = sample.reduce((sum, value, i) => sum + (value - target[i]) * (value - target[i]), 0);
  const shrinkage = apart > 0 ? Math.max(0, Math.min(1, (spread - shared) / (apart * n))) : 0;
  return { target, shrinkage };
}

/** Fills the target of constant correlation; returns that correlation, the mean over pairs of different assets. */
function constantCorrelation(sample: Float64Array, deviations: Float64Array, target: Float64Array): number {
  const p = deviations.length;
  const scale = (i: Count, j: Count) => deviations[i] * deviations[j];
  let total = 0;
  for (let i = 0; i < p; i++) for (let j = 0; j < p; j++) if (i !== j && scale(i, j) > 0) total += sample[i * p + j] / scale(i, j);
  const mean = p > 1 ? total / (p * (p - 1)) : 0;
  for (let i = 0; i < p; i++) for (let j = 0; j < p; j++) target[i * p + j] = i === j ? sample[i * (p + 1)] : mean * scale(i, j);
  return mean;
}

/** Over pairs of different assets: sum of (s_j / s_i) s_ii s_ij, the expected part of the mean of (s_j / s_i) (x_i^3 x_j - s_ii s_ij). */
function expectedProducts(sample: Float64Array, deviations: Float64Array): number {
  const p = deviations.length;
  let expected = 0;
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < p; j++)
      if (i !== j && deviations[i] > 0) expected += (deviations[j] / deviations[i]) * sample[i * (p + 1)] * sample[i * p + j];
  }
  return expected;
}

/**
 * Fills the target of a single factor, the market; returns what its covariances with the sample add to those of the variances.
 * @param sums over pairs of different assets: of products of returns with one, and with two returns of the market
 */
function factorShare(sample: Float64Array, market: Float64Array, target: Float64Array, sums: [number, number]): number {
  const p = market.length;
  const variance = market.reduce((a, b) => a + b, 0) / p;
  let [once, twice] = sums;
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < p; j++) {
      target[i * p + j] = i === j ? sample[i * (p + 1)] : variance > 0 ? (market[i] * market[j]) / variance : 0;
      if (i === j) continue;
      once -= market[i] * market[j] * sample[i * p + j];
      twice -= variance * market[i] * market[j] * sample[i * p + j];
    }
  }
  return variance > 0 ? (2 * once) / variance - twice / (variance * variance) : 0;
}

/**
 * The nearest positive semidefinite matrix: negative eigenvalues become 0. A matrix that has none, rounding aside, is returned as it is.
 * @formula V' max(d, 0) V
 * @source Higham 1988 (nearest in the Frobenius norm)
 * @tolerance eigenvalues >= -1e-14 of the largest
 */
export function nearestSemidefinite(context: JobContext, kernels: PortfolioKernels, matrix: Float64Array, n: Count): Float64Array {
  const eigen = symmetricEigen(context, kernels, matrix, n);
  if (!eigen || eigen.values[0] >= -1e-14 * eigen.values[n - 1]) return matrix;
  const repaired = new Float64Array(n * n);
  eigen.values.forEach((value, k) => {
    if (value <= 0) return;
    const vector = eigen.vectors.subarray(k * n, k * n + n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) repaired[i * n + j] += value * vector[i] * vector[j];
  });
  return repaired;
}
