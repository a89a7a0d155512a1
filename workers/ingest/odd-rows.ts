import type { Count } from "../contract";
import type { RowStore } from "./rows";

/** Rows a kernel has read, on its memory. */
export interface ReadBlock {
  times: Float64Array | null;
  columns: Float64Array[];
  /** Row numbers in the text, or the first where the others follow one by one. */
  lines: Uint32Array | Count;
  /** Three numbers per row the kernel could not read: row, first byte, byte behind the last. */
  odds: Uint32Array;
}

/** Appends a block to the store in the order of the text; `readOdd` reads the rows the kernel has handed back. */
export function appendBlock(
  store: RowStore,
  { times, columns, lines, odds }: ReadBlock,
  readOdd: (line: Count, from: number, to: number) => void,
): void {
  let done = 0;
  const copy = (to: number) => {
    if (to === done) return;
    store.append(
      times?.subarray(done, to) ?? null,
      columns.map((values) => values.subarray(done, to)),
      typeof lines === "number" ? lines + done : lines.subarray(done, to),
    );
  };
  for (let entry = 0; entry < odds.length; entry += 3) {
    const row = odds[entry];
    copy(row);
    done = row + 1;
    readOdd(typeof lines === "number" ? lines + row : lines[row], odds[entry + 1], odds[entry + 2]);
  }
  copy(columns[0].length);
}
