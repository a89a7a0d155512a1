import { closeSync, openSync, readSync } from "node:fs";
import { type Row, rowsFromText } from "../../batch";

/** Adjacent lines are read together, up to this many bytes. */
const PIECE = 1 << 20;

/** Positions of lines in a file, each with the rows of a task, which may be preceded by its index. */
export interface RowLines {
  at: Float64Array;
  lengths: Int32Array;
}

export interface LinesOfFile {
  path: string;
  lines: RowLines;
}

/** The rows of some lines of an open file, in the given order. */
export function* rowsIn(file: number, { at, lengths }: RowLines): Generator<Row> {
  let [piece, from] = [Buffer.alloc(0), 0];
  for (const [line, start] of at.entries()) {
    const length = lengths[line];
    if (start < from || start + length > from + piece.length) {
      const room = Buffer.allocUnsafe(Math.max(length, PIECE));
      piece = room.subarray(0, readSync(file, room, 0, room.length, start));
      from = start;
    }
    const text = piece.toString("utf8", start - from, start - from + length);
    yield* rowsFromText(text.slice(text.indexOf("\t") + 1));
  }
}

/** The rows of some lines of a file. */
export function rowsOfFile({ path, lines }: LinesOfFile): Row[] {
  const file = openSync(path, "r");
  try {
    return [...rowsIn(file, lines)];
  } finally {
    closeSync(file);
  }
}
