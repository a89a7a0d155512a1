import { type Count, VALUE_BYTES } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { SeriesKind } from "../series";

/**
 * Value of one unit invested at the first value: the prices themselves, or compounded returns. Address of `n` + 1 values for `n` returns.
 */
export function wealthAddress(
  context: JobContext,
  regimes: KernelsOf<"regimes">,
  values: Float64Array,
  kind: SeriesKind,
  scale: number,
): number {
  const { arena } = context;
  const given = arena.put(values);
  if (kind === "prices") return given;
  const wealth = arena.take(values.length + 1);
  inChunks(context, values.length, CHUNK, (from, to) => regimes.compound(given, from, to, scale, wealth));
  return wealth;
}

/** Address of the `n` simple returns of n + 1 values. */
export function simpleReturnsOf(context: JobContext, wealth: number, n: Count): number {
  const out = context.arena.take(n + 1);
  inChunks(context, n + 1, CHUNK, (from, to) => context.kernels.simpleReturns(wealth, from, to, out));
  return out + VALUE_BYTES;
}
