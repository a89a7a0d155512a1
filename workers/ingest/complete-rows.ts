import { columnTableBlock } from "../../assembly/build/portfolio-layouts.js";
import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";

/** Cells processed per call. */
const CELLS: Count = 1 << 19;

interface ColumnTable {
  /** Address of the first column; the others follow, `stride` values apart. */
  columns: number;
  stride: Count;
  count: Count;
}

/**
 * Keeps the rows in which every column has a value, in place, with their times if there are any; returns their number. Call it within an
 * arena scope.
 */
export function completeRows(context: JobContext, kernels: KernelsOf<"portfolio">, table: ColumnTable, times = 0): Count {
  const block = context.arena.block(columnTableBlock, table);
  let rows = 0;
  inChunks(context, table.stride, Math.max(1, Math.floor(CELLS / table.count)), (from, to) => {
    rows = kernels.dropIncomplete(block, from, to, rows, times);
  });
  return rows;
}
