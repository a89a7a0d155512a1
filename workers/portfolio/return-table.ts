import type { Count } from "../contract";

/** Simple returns in the kernels' memory, column after column. */
export interface ReturnTable {
  count: Count;
  columns: number;
  stride: Count;
  rows: Count;
}
