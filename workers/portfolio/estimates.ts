import type { Count, Fraction } from "../../contract";
import { choleskyAt, type PortfolioKernels, stepsPerCall } from "../dense-matrix";
import { inChunks, type JobContext } from "../job";
import type { PriceTable } from "./align";
import { type CovarianceMethod, estimateCovariance } from "./covariance";
import { estimateMeans, type MeanMethod } from "./means";

/** Simple returns in the kernels' memory, one column behind the other. */
export interface ReturnTable {
  count: Count;
  columns: number;
  stride: Count;
  rows: Count;
}

/** What an optimiser knows of the assets: both yearly. */
export interface Estimates {
  means: Float64Array;
  /** Row-major, symmetric, positive semidefinite. */
  covariance: Float64Array;
  /** Weight of the target a sample covariance was drawn to; null where the method has none. */
  shrinkage: Fraction | null;
}

export interface EstimateSettings {
  covariance: CovarianceMethod;
  mean: MeanMethod;
  /** Steps of the data in a year: 252 for trading days. */
  periodsPerYear: number;
}

const CHUNK = 65_536;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Simple returns of a table of prices, as new columns. Call it within an arena scope. */
export function returnsOf(context: JobContext, { count, columns, stride, rows }: PriceTable): ReturnTable {
  const out = context.arena.take(count * rows);
  for (let j = 0; j < count; j++) {
    const [from, to] = [columns + j * stride * BYTES, out + j * rows * BYTES];
    inChunks(context, rows, CHUNK, (a, b) => context.kernels.simpleReturns(from, a, b, to));
  }
  // The first row of each column has no return: the columns begin one value later.
  return { count, columns: out + BYTES, stride: rows, rows: rows - 1 };
}

/** A copy of the returns less their means, and the means. */
export function centred(context: JobContext, kernels: PortfolioKernels, { count, columns, stride, rows }: ReturnTable) {
  const { arena } = context;
  const copy = arena.take(count * rows);
  const means = arena.take(count);
  for (let j = 0; j < count; j++) arena.view(copy + j * rows * BYTES, rows).set(arena.view(columns + j * stride * BYTES, rows));
  inChunks(context, count, stepsPerCall(3 * rows), (from, to) => kernels.centreColumns(copy, rows, rows, from, to, means));
  return { table: { count, columns: copy, stride: rows, rows }, means: arena.view(means, count).slice() };
}

/** Yearly expected returns and covariances; null where the numbers overflow. */
export function estimate(
  context: JobContext,
  kernels: PortfolioKernels,
  returns: ReturnTable,
  { covariance: method, mean, periodsPerYear }: EstimateSettings,
): Estimates | null {
  return context.arena.scope(() => {
    const { table, means } = centred(context, kernels, returns);
    const { matrix, shrinkage } = estimateCovariance(context, kernels, table, method, periodsPerYear);
    const yearly = estimateMeans(context, kernels, { returns, means, covariance: matrix, periodsPerYear }, mean);
    if (![...matrix, ...yearly].every(Number.isFinite)) return null;
    return { means: yearly, covariance: matrix, shrinkage };
  });
}

/** x solving A x = b for a symmetric positive definite A; null where it is not. */
export function solvePositive(context: JobContext, kernels: PortfolioKernels, matrix: Float64Array, b: Float64Array): Float64Array | null {
  const n = b.length;
  const { arena } = context;
  return arena.scope(() => {
    const [factor, x] = [arena.put(matrix), arena.put(b)];
    if (!choleskyAt(context, kernels, factor, n, factor)) return null;
    kernels.choleskySolve(factor, n, x, 1);
    return arena.view(x, n).slice();
  });
}
