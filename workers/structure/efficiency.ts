import type { Count, Fraction } from "../contract";
import { describeAt } from "../numerics/describe";
import { inChunks, type JobContext } from "../runtime/job";
import type { StructureKernels } from "./steps";

export interface KaufmanEfficiency {
  period: Count;
  /** Ratio at each step, aligned with the prices; NaN for the first `period`. */
  column: Float64Array;
  last: Fraction;
  mean: Fraction;
}

const KAUFMAN_PERIOD: Count = 10;
const WORK = 1_000_000;

/**
 * Kaufman's efficiency ratio over time, and its mean.
 * @term Efficiency ratio (Kaufman)
 * @formula ER[t] = |P[t] - P[t-n]| / sum of |P[s] - P[s-1]| over the n steps to t; 0 where the price does not move
 * @source Kaufman (1995), Smarter Trading
 * @tolerance plain sums, 1e-13
 * @param brief omits the column
 * @returns null for a series that is not longer than the period
 */
export function kaufmanEfficiency(
  context: JobContext,
  structure: StructureKernels,
  address: number,
  n: Count,
  period: Count = KAUFMAN_PERIOD,
  brief = false,
): KaufmanEfficiency | null {
  const { arena } = context;
  if (n <= period) return null;
  return arena.scope(() => {
    const out = arena.take(n);
    inChunks(context, n, Math.max(1024, Math.floor(WORK / period)), (from, to) =>
      structure.efficiencyRatio(address, from, to, period, out),
    );
    const { mean } = describeAt(context, out, period, n);
    const column = context.column(brief ? 0 : n);
    column.set(arena.view(out, column.length));
    return { period, column, last: arena.view(out, n)[n - 1], mean: mean ?? 0 };
  });
}
