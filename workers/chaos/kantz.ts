import { kantzAddBlock } from "../../assembly/build/chaos-layouts.js";
import type { Count } from "../contract";
import { orderStatistics } from "../numerics/quantiles";
import type { JobContext } from "../runtime/job";
import { buildTree, type ChaosKernels, type Embedding, findNeighbors, openSearch, pointsOf, type ScaledColumn } from "./neighbors";

/** Kantz's divergence curve. */
export interface KantzCurve {
  curve: Float64Array;
  /** Radius of the neighborhoods, in the units of the values. */
  radius: number;
  /** Points with enough neighbors. */
  references: Count;
}

interface KantzOptions {
  radius: number;
  /** Maximum neighbors per point, nearest first. */
  most: Count;
  /** Points with fewer neighbors are excluded. */
  fewest: Count;
  /** Number of points used: the first ones if `spread` is false, otherwise evenly spaced. */
  references: Count;
  spread: boolean;
}

const WORK_PER_CALL = 200_000;

/** Radius for a column: twice the median distance to the nearest neighbor. */
export function radiusFor(context: JobContext, chaos: ChaosKernels, column: ScaledColumn, embedding: Embedding, steps: Count): number {
  const { arena } = context;
  return arena.scope(() => {
    const points = pointsOf(column.n, embedding, steps - 1);
    const { squares } = findNeighbors(context, chaos, column, embedding, points);
    return 2 * Math.sqrt(orderStatistics(context, squares, points, [points >> 1])[0]);
  });
}

/** Divergence by Kantz (1994): neighborhoods instead of single neighbors. */
export function kantzOf(
  context: JobContext,
  chaos: ChaosKernels,
  column: ScaledColumn,
  embedding: Embedding,
  steps: Count,
  { radius, most, fewest, references, spread }: KantzOptions,
): KantzCurve {
  const { arena } = context;
  const points = pointsOf(column.n, embedding, steps - 1);
  return arena.scope(() => {
    const search = openSearch(context, chaos, column, embedding, points);
    const tree = buildTree(context, chaos, search, embedding);
    const list = arena.take(2 * (most + 1));
    const means = arena.take(steps);
    const sums = arena.put(new Float64Array(2 * steps));
    const every = spread ? Math.max(1, Math.floor(points / references)) : 1;
    const end = Math.min(points, references * every);
    const chunk = Math.max(1, Math.floor(WORK_PER_CALL / (steps * embedding.dimension * most + points))) * every;
    const block = arena.block(kantzAddBlock, {
      tree,
      search: search.search,
      every,
      square: radius * radius,
      most,
      fewest,
      steps,
      list,
      means,
      sums,
    });
    for (let from = 0; from < end; from += chunk) {
      context.checkpoint();
      const to = Math.min(from + chunk, end);
      chaos.kantzAdd(block, from, to);
    }
    const found = arena.view(sums, 2 * steps);
    const curve = Float64Array.from({ length: steps }, (_, k) => found[k] / found[steps + k]);
    return { curve, radius, references: found[steps] };
  });
}
