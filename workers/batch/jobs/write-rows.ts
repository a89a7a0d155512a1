import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { csvLines } from "../output/csv";
import { rowsFromText } from "../output/rows-text";

export interface WriteRowsInput {
  /** Rows as the journal keeps them, in the order of the data. */
  texts: readonly string[];
}

/** Lines between two looks at the cancel flag. */
const CHUNK = 256;

/** All cells of all rows as a file, as the command writes it. */
export function writeRows({ texts }: WriteRowsInput, context: JobContext): Outcome<Blob> {
  const all = texts.map(rowsFromText);
  const lines: string[] = [];
  for (const line of csvLines(() => all.flat())) if (lines.push(line) % CHUNK === 0) context.checkpoint();
  return succeed(new Blob(lines, { type: "text/csv" }));
}
