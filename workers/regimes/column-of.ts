import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";

/** Values in the kernels' memory as a column of an answer. */
export function columnOf(context: JobContext, address: number, length: Count): Float64Array {
  const column = context.column(length);
  column.set(context.arena.view(address, length));
  return column;
}
