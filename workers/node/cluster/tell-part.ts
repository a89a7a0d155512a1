import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { failureWords, rowsFromText } from "../../batch";
import { type Outcome, succeed } from "../../contract";
import { type RowsSummary, summarizeRows } from "../run/results";
import type { RowLines } from "../run/row-lines";

/** Maximum number of failures listed; all of them are in the results. */
export const MAX_LISTED = 20;

/** Summary of the rows of a part. */
export interface PartSummary extends RowsSummary {
  path: string;
  lines: RowLines;
  /** Messages of the first failures. */
  listed: string[];
}

const NEW_LINE = 10;

/** Positions of the lines after the first one; the last may lack its line end. */
function linesIn(bytes: Buffer, from: number): RowLines {
  const [at, lengths]: [number[], number[]] = [[], []];
  for (let start = from; start < bytes.length; ) {
    const next = bytes.indexOf(NEW_LINE, start);
    const end = next < 0 ? bytes.length : next;
    at.push(start);
    lengths.push(end - start);
    start = end + 1;
  }
  return { at: Float64Array.from(at), lengths: Int32Array.from(lengths) };
}

/** Reads and summarizes the rows of a part; null if they are missing or damaged. */
export function summarizeRowsIn(path: string): PartSummary | null {
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const first = bytes.indexOf(NEW_LINE);
  const digest = createHash("sha256")
    .update(bytes.subarray(first + 1))
    .digest("hex");
  if (digest !== bytes.toString("latin1", 0, first)) return null;
  const lines = linesIn(bytes, first + 1);
  function* rows() {
    for (const [line, start] of lines.at.entries()) yield* rowsFromText(bytes.toString("utf8", start, start + lines.lengths[line]));
  }
  const listed: string[] = [];
  const summary = summarizeRows(rows(), (row) => void (listed.length < MAX_LISTED && listed.push(failureWords(row))));
  return { path, lines, listed, ...summary };
}

export async function summarizePart({ path }: { path: string }): Promise<Outcome<PartSummary | null>> {
  return succeed(summarizeRowsIn(path));
}

/** Thread job that reads parts. */
export const SUMMARIZE: ["tell-part", typeof summarizePart] = ["tell-part", summarizePart];
