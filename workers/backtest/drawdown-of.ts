import { inChunks, type JobContext } from "../runtime/job";
import { Sliding } from "../runtime/wasm/sliding";

const CHUNK = 131_072;

/** Drawdown of an account at each row. */
export function drawdownOf(context: JobContext, equity: Float64Array): Float64Array {
  const { arena, kernels } = context;
  const column = context.column(equity.length);
  arena.scope(() => {
    const [values, falls, state] = [new Sliding(arena, CHUNK), new Sliding(arena, CHUNK), arena.take(5)];
    inChunks(context, equity.length, CHUNK, (from, to) => {
      const [account, out] = [values.at(from), falls.at(from)];
      values.view(from, to).set(equity.subarray(from, to));
      kernels.drawdown(account, from, to, out, state);
      column.set(falls.view(from, to), from);
    });
  });
  return column;
}
