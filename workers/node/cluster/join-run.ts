import { mkdtempSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { GROUP_ROWS, type TableColumn } from "../../batch";
import { formatOf } from "../command/arguments";
import { ENCODING, type LinesInput } from "../output/encode-lines";
import type { Format } from "../output/encode-piece";
import { setAsideRow } from "../run/answer-tasks";
import { answerText } from "../run/answer-text";
import { Tally, type Totals, writeResults } from "../run/results";
import type { LinesOfFile } from "../run/row-lines";
import { sideBySide } from "../run/side-by-side";
import type { Thread } from "../run/thread";
import type { PartEntry } from "./queues";
import { folderOf, partsOf, readPart, readPlan, resultPath, rowsText } from "./run-folder";
import { MAX_LISTED, type PartSummary, SUMMARIZE, summarizeRowsIn } from "./tell-part";

interface JoinInput {
  run: string;
  output: string;
  series: number;
  /** Why a part has no answers, by its digest. */
  setAside: Record<string, string>;
}

/** A part that was set aside, and why. */
export interface SetAside {
  first: string;
  series: number;
  reason: string;
}

export interface Joined extends Totals {
  /** Messages of the first failures. */
  listed: string[];
  setAside: SetAside[];
}

/** Error codes of a full disk. */
const IS_FULL = new Set(["ENOSPC", "EDQUOT"]);
export const isFull = (error: unknown): boolean => IS_FULL.has((error as NodeJS.ErrnoException | null)?.code ?? "");

/** Pieces of the results: the rows of some parts, in the size of a row group. */
function* piecesOf(parts: Iterable<LinesOfFile>, format: Format, columns: readonly TableColumn[]): Generator<LinesInput> {
  let files: LinesOfFile[] = [];
  let room = GROUP_ROWS;
  for (const { path, lines } of parts) {
    for (let from = 0; from < lines.at.length; ) {
      const to = Math.min(lines.at.length, from + room);
      files.push({ path, lines: { at: lines.at.slice(from, to), lengths: lines.lengths.slice(from, to) } });
      room -= to - from;
      from = to;
      if (room > 0) continue;
      yield { files, format, columns };
      [files, room] = [[], GROUP_ROWS];
    }
  }
  if (files.length > 0) yield { files, format, columns };
}

interface Collected {
  tally: Tally;
  parts: LinesOfFile[];
  missing: PartEntry[];
  listed: string[];
  setAside: SetAside[];
}

/** Reads all parts in the order of the data. @param folder receives the rows of parts that were set aside */
async function summarizeParts({ run, setAside }: JoinInput, folder: string, threads: readonly Thread[]): Promise<Collected> {
  const entries: PartEntry[] = [];
  for await (const entry of partsOf(run)) entries.push(entry);
  const collected: Collected = { tally: new Tally(), parts: [], missing: [], listed: [], setAside: [] };
  const take = ({ path, lines, listed, ...rows }: PartSummary) => {
    collected.tally.take(rows);
    collected.parts.push({ path, lines });
    collected.listed.push(...listed.slice(0, MAX_LISTED - collected.listed.length));
  };
  const inputs = entries.map((entry) => ({ path: resultPath(entry) }));
  let next = 0;
  for await (const part of sideBySide(threads, SUMMARIZE, inputs)) {
    const entry = entries[next++];
    const reason = setAside[entry.digest];
    if (part) take(part);
    else if (reason === undefined) collected.missing.push(entry);
    else {
      const rows = (await readPart(entry)).tasks.map((sources) => setAsideRow(sources, reason));
      const path = join(folder, `${entry.digest}.rows`);
      const { digest, text } = rowsText(rows.map((row) => answerText([row])));
      writeFileSync(path, `${digest}\n${text}`);
      take(summarizeRowsIn(path) as PartSummary);
      collected.setAside.push({ first: String(rows[0].series), series: rows.length, reason });
    }
  }
  return collected;
}

/**
 * Joins the results of all parts, in the format of the local command. Rows are read and written on threads, so that even a million of them
 * do not block this thread's heartbeat to the queue.
 * @returns parts with missing results, or the totals
 */
export async function joinRun(input: JoinInput, threads: readonly Thread[]): Promise<PartEntry[] | Joined> {
  const { run, output, series } = input;
  const folder = mkdtempSync(join(folderOf(run), "join-"));
  try {
    const { tally, parts, missing, listed, setAside } = await summarizeParts(input, folder, threads);
    if (missing.length > 0) return missing;
    const fresh = join(folder, basename(output));
    const format = formatOf(output);
    const results = { path: fresh, format, plan: await readPlan(run), series };
    const totals = await writeResults(results, tally, (columns) => sideBySide(threads, ENCODING, piecesOf(parts, format, columns)));
    await rename(`${fresh}.run.json`, `${output}.run.json`);
    await rename(fresh, output);
    return { ...totals, listed, setAside };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
