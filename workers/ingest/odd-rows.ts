import type { Count } from "../contract";
import type { RowStore } from "./rows";

/** Rows read by a kernel, in its memory. */
export interface ReadBlock {
  times: Float64Array | null;
  columns: Float64Array[];
  /** Two numbers for the first row and after each gap in line numbers: row, and its line in the text. */
  lines: ArrayLike<Count>;
  /** Three numbers per row the kernel could not read: row, first byte, end (exclusive). */
  odds: ArrayLike<number>;
}

/** Appends a block to the store in the order of the text; `readOdd` parses the rows that the kernel listed as odd. */
export function appendBlock(
  store: RowStore,
  { times, columns, lines, odds }: ReadBlock,
  readOdd: (line: Count, from: number, to: number) => void,
): void {
  let done = 0;
  let run = 0;
  const lineOf = (row: Count) => {
    while (run + 2 < lines.length && lines[run + 2] <= row) run += 2;
    return lines[run + 1] + row - lines[run];
  };
  const copy = (to: Count) => {
    const first = store.length - done;
    for (let row = done; row < to; row = Math.min(to, lines[run + 2] ?? to)) store.lines.add(first + row, lineOf(row));
    if (to > done)
      store.append(
        times?.subarray(done, to) ?? null,
        columns.map((values) => values.subarray(done, to)),
      );
  };
  for (let entry = 0; entry < odds.length; entry += 3) {
    const row = odds[entry];
    copy(row);
    done = row + 1;
    readOdd(lineOf(row), odds[entry + 1], odds[entry + 2]);
  }
  copy(columns[0].length);
}
