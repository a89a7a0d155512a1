import type { Count } from "../contract";

/** Simple returns in the kernels' memory, one column behind the other. */
export interface ReturnTable {
  count: Count;
  columns: number;
  stride: Count;
  rows: Count;
}
