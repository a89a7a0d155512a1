import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";

/** Sums over a column, each value taken relative to a pivot. */
export interface Moments {
  sum: number;
  squares: number;
  /** Sum of the squared differences of successive values. */
  steps: number;
  least: number;
}

/** Moments of the `n` values at an address; null if a value or its square is not finite. */
export function momentsOf(context: JobContext, address: number, n: Count, pivot: number): Moments | null {
  const { kernels, arena } = context;
  return arena.scope(() => {
    const out = arena.take(4);
    arena.view(out, 4).set([0, 0, 0, Number.POSITIVE_INFINITY]);
    let trouble = 0;
    inChunks(context, n, CHUNK, (from, to) => {
      trouble ||= kernels.garchMoments(address, pivot, from, to, out);
    });
    if (trouble !== 0) return null;
    const [sum, squares, steps, least] = arena.view(out, 4);
    return { sum, squares, steps, least };
  });
}
