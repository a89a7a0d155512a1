import { inChunks, type JobContext } from "../runtime/job";

/** Steps per call: under 2 ms for the slowest indicator, and whole blocks of the kernels. */
const CHUNK = 1 << 17;
/** Influence on a 0–100 scale below which the seed of an RSI counts as forgotten. */
const FORGOTTEN = 1e-2 / 100;

/** Computes an indicator chunk by chunk into a result column. @param call the kernel, with the address of its output */
export function indicatorColumn(context: JobContext, length: number, call: (from: number, to: number, out: number) => void): Float64Array {
  const column = context.column(length);
  context.arena.scope(() => {
    const out = context.arena.take(length);
    inChunks(context, length, CHUNK, (from, to) => call(from, to, out));
    column.set(context.arena.view(out, length));
  });
  return column;
}

/** Steps after which the seed of a Wilder average moves the RSI by less than 0.01 points: 125 for 14. */
export const rsiWarmUp = (period: number): number => (period < 2 ? period : Math.ceil(Math.log(FORGOTTEN) / Math.log(1 - 1 / period)));
