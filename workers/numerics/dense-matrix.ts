/**
 * Dense matrices of more than a dozen rows, in the kernels: Cholesky and symmetric eigenvalues of up to some hundred assets. For a model's
 * few parameters, `linear-algebra.ts` needs no module.
 */

import { eigenReduceBlock } from "../../assembly/build/portfolio-layouts.js";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";

export type PortfolioKernels = KernelsOf<"portfolio">;

/** Steps of `cost` operations each in a call of about 2 ms. */
export const stepsPerCall = (cost: number): number => Math.max(1, Math.floor(2e6 / Math.max(1, cost)));

/** Lower Cholesky factor of the symmetric matrix at an address, into `factor`; false if that is not positive definite. */
export function choleskyAt(context: JobContext, kernels: PortfolioKernels, matrix: number, n: number, factor: number): boolean {
  let failed = -1;
  inChunks(context, n, stepsPerCall(n * n), (from, to) => {
    if (failed < 0) failed = kernels.choleskyFactor(matrix, n, factor, from, to);
  });
  return failed < 0;
}

interface Eigen {
  /** Eigenvalues, ascending. */
  values: Float64Array;
  /** Row j is the unit eigenvector of value j. */
  vectors: Float64Array;
}

/** Eigenvalues and vectors of a symmetric matrix (row-major, finite); null if values overflow. */
export function symmetricEigen(context: JobContext, kernels: PortfolioKernels, matrix: Float64Array, n: number): Eigen | null {
  const { arena } = context;
  return arena.scope(() => {
    const reduced = arena.put(matrix);
    const [diagonal, beside, work, vectors] = [arena.take(n), arena.take(n), arena.take(2 * n), arena.take(n * n)];
    const rows = stepsPerCall(4 * n * n);
    const block = arena.block(eigenReduceBlock, { matrix: reduced, n, diagonal, beside, work });
    inChunks(context, n, rows, (from, to) => kernels.eigenReduce(block, from, to));
    inChunks(context, n, rows, (from, to) => kernels.eigenVectors(reduced, n, work, vectors, n - to, n - from));
    let failed = -1;
    inChunks(context, n, rows, (from, to) => {
      if (failed < 0) failed = kernels.eigenIterate(n, diagonal, beside, vectors, from, to);
    });
    if (failed >= 0) return null;
    const found = arena.view(diagonal, n);
    const unordered = arena.view(vectors, n * n);
    const order = Array.from(found.keys()).sort((a, b) => found[a] - found[b]);
    const sorted = new Float64Array(n * n);
    order.forEach((from, to) => {
      sorted.set(unordered.subarray(from * n, from * n + n), to * n);
    });
    return { values: Float64Array.from(order, (at) => found[at]), vectors: sorted };
  });
}

/** x solving A x = b for a symmetric positive definite A; null if it is not. */
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
