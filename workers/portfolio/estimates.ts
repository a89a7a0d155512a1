import { type Fraction, VALUE_BYTES } from "../contract";
import { type PortfolioKernels, stepsPerCall } from "../numerics/dense-matrix";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { PriceTable } from "../series";
import { type CovarianceMethod, estimateCovariance } from "./covariance";
import { estimateMeans, type MeanMethod } from "./means";
import type { ReturnTable } from "./return-table";

/** An optimizer's inputs, both annual. */
export interface Estimates {
  means: Float64Array;
  /** Row-major, symmetric, positive semidefinite. */
  covariance: Float64Array;
  /** Weight of the shrinkage target in the covariance; null if the method has none. */
  shrinkage: Fraction | null;
}

export interface EstimateSettings {
  covariance: CovarianceMethod;
  mean: MeanMethod;
  /** Steps per year: 252 for trading days. */
  periodsPerYear: number;
}

/** Simple returns of a table of prices, overwriting the prices: memory holds a long table only once. */
export function returnsOf(context: JobContext, { count, columns, stride, rows }: PriceTable): ReturnTable {
  const { arena, kernels } = context;
  arena.scope(() => {
    const made = arena.take(Math.min(CHUNK, rows));
    for (let j = 0; j < count; j++) {
      const prices = columns + j * stride * VALUE_BYTES;
      // From the end, since a return needs the price before it.
      for (let to = rows; to > 0; to -= CHUNK) {
        context.checkpoint();
        const from = Math.max(0, to - CHUNK);
        kernels.simpleReturns(prices, from, to, (made - from * VALUE_BYTES) >>> 0);
        arena.view(prices + from * VALUE_BYTES, to - from).set(arena.view(made, to - from));
      }
    }
  });
  // The first row of each column has no return: the columns begin one value later.
  return { count, columns: columns + VALUE_BYTES, stride, rows: rows - 1 };
}

/** A copy of the returns with their means subtracted, and the means. */
export function centered(context: JobContext, kernels: PortfolioKernels, { count, columns, stride, rows }: ReturnTable) {
  const { arena } = context;
  const copy = arena.take(count * rows);
  const means = arena.take(count);
  for (let j = 0; j < count; j++) arena.view(copy + j * rows * VALUE_BYTES, rows).set(arena.view(columns + j * stride * VALUE_BYTES, rows));
  inChunks(context, count, stepsPerCall(3 * rows), (from, to) => kernels.centerColumns(copy, rows, rows, from, to, means));
  return { table: { count, columns: copy, stride: rows, rows }, means: arena.view(means, count).slice() };
}

/** Annual expected returns and covariances; null if the numbers overflow. */
export function estimate(
  context: JobContext,
  kernels: PortfolioKernels,
  returns: ReturnTable,
  { covariance: method, mean, periodsPerYear }: EstimateSettings,
): Estimates | null {
  return context.arena.scope(() => {
    const { table, means } = centered(context, kernels, returns);
    const { matrix, shrinkage } = estimateCovariance(context, kernels, table, method, periodsPerYear);
    const yearly = estimateMeans(context, kernels, { returns, means, covariance: matrix, periodsPerYear }, mean);
    if (![...matrix, ...yearly].every(Number.isFinite)) return null;
    return { means: yearly, covariance: matrix, shrinkage };
  });
}
