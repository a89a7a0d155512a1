import type { Count } from "../contract";
import { inChunks, type JobContext } from "./job";

const CHUNK = 65_536;

/** Sums over a column, each value taken relative to a pivot. */
export interface Moments {
  sum: number;
  squares: number;
  fourths: number;
  /** Sum of the squared steps from value to value. */
  steps: number;
  least: number;
  /** Index of the first value that is not finite, where there is one: the sums are then incomplete. */
  bad: Count | null;
}

/** Moments of the `n` values at an address. */
export function momentsOf(context: JobContext, address: number, n: Count, pivot: number): Moments {
  const { kernels, arena } = context;
  return arena.scope(() => {
    const out = arena.take(5);
    arena.view(out, 5).set([0, 0, 0, 0, Number.POSITIVE_INFINITY]);
    let bad: Count | null = null;
    inChunks(context, n, CHUNK, (from, to) => {
      if (bad !== null) return;
      const found = kernels.garchMoments(address, pivot, from, to, out);
      if (found >= 0) bad = found;
    });
    const [sum, squares, fourths, steps, least] = arena.view(out, 5);
    return { sum, squares, fourths, steps, least, bad };
  });
}
