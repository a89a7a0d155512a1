import { divergenceAddBlock } from "../../assembly/build/chaos-layouts.js";
import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import { type ChaosKernels, type Embedding, findNeighbors, type NeighborMethod, pointsOf, type ScaledColumn } from "./neighbors";

/** How distances between neighbors grow. */
export interface Divergence {
  /** S(k), k = 0, 1, …: mean logarithm of the distance after k steps. NaN if no pair has a distance above 0. */
  curve: Float64Array;
  /** Number of pairs with a distance above 0, per step. */
  pairs: Float64Array;
  /** Number of points followed. */
  points: Count;
  method: "tree" | "diagonal";
}

/** Squares per call: about 0.5 ms. */
const WORK_PER_CALL = 250_000;

/**
 * Rosenstein's divergence curve of a column.
 * @term Lyapunov exponent (Rosenstein)
 * @formula X[i] = (x[i], x[i + J], .., x[i + (m - 1) J]); j(i) = nearest X[j] with |i - j| > w; S(k) = mean over i of ln || X[i + k] -
 * X[j(i) + k] ||
 * @source Rosenstein, Collins and De Luca (1993), Physica D 65
 * @tolerance nolds 0.6.1 with the same parameters: 1e-8 for every k
 * @param steps number of values of k, from 0
 */
export function divergenceOf(
  context: JobContext,
  chaos: ChaosKernels,
  column: ScaledColumn,
  embedding: Embedding,
  steps: Count,
  method: NeighborMethod = "auto",
): Divergence {
  const { arena } = context;
  const { dimension, lag } = embedding;
  const points = pointsOf(column.n, embedding, steps - 1);
  return arena.scope(() => {
    const found = findNeighbors(context, chaos, column, embedding, points, method);
    const even = steps + (steps & 1);
    const sums = arena.take(5 * even + (dimension - 1) * lag + 2);
    const out = arena.take(2 * even);
    const scale = 1 / column.deviation;
    chaos.divergenceStart(sums, even);
    const chunk = Math.max(16, Math.floor(WORK_PER_CALL / (even * dimension + lag * dimension)));
    const block = arena.block(divergenceAddBlock, {
      values: column.address,
      nearest: found.nearest,
      dimension,
      lag,
      steps: even,
      scale,
      sums,
    });
    for (let from = 0; from < points; from += chunk) {
      context.checkpoint();
      const to = Math.min(from + chunk, points);
      chaos.divergenceAdd(block, from, to);
    }
    chaos.divergenceCurve(sums, even, scale, out, out + 8 * even);
    return {
      curve: arena.view(out, steps).slice(),
      pairs: arena.view(out + 8 * even, steps).slice(),
      points,
      method: found.method,
    };
  });
}
