import { mkdtempSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { failureWords, inGroups, type Row, rowsFromText, type TableColumn } from "../../batch";
import { fail, type Outcome, succeed } from "../../contract";
import { formatOf } from "../command/arguments";
import { encodePiece, type Piece } from "../output/encode-piece";
import { setAsideRow } from "../run/answer-tasks";
import { Tally, type Totals, writeResults } from "../run/results";
import type { PartEntry } from "./queues";
import { folderOf, partsOf, readPart, readPlan, readRows } from "./run-folder";

/** Failures named one by one; all of them stand in the results. */
const MAX_LISTED = 20;

export interface JoinInput {
  run: string;
  output: string;
  series: number;
  /** Why a part has no answers, by its digest. */
  setAside: Record<string, string>;
}

/** What a part that was set aside is of, and why it was. */
export interface SetAside {
  first: string;
  series: number;
  reason: string;
}

export interface Joined extends Totals {
  /** The first failures in words. */
  listed: string[];
  setAside: SetAside[];
}

/** Codes of a disk that takes no more. */
const IS_FULL = new Set(["ENOSPC", "EDQUOT"]);
export const isFull = (error: unknown): boolean => IS_FULL.has((error as NodeJS.ErrnoException | null)?.code ?? "");

/**
 * Puts the results of all parts together, as the local command writes them. Runs on a thread, so that a million rows keep nobody from telling
 * the queue that work goes on.
 * @returns parts whose results are not there, or what all comes to; a failure `storage` where the disk takes no more
 */
export async function joinRun({ run, output, series, setAside }: JoinInput): Promise<Outcome<PartEntry[] | Joined>> {
  const entries: PartEntry[] = [];
  const missing: PartEntry[] = [];
  const aside = new Map<string, Row[]>();
  const told: SetAside[] = [];
  for await (const entry of partsOf(run)) {
    entries.push(entry);
    if (readRows(entry) !== null) continue;
    const reason = setAside[entry.digest];
    if (reason === undefined) {
      missing.push(entry);
      continue;
    }
    const { tasks } = await readPart(entry);
    const rows = tasks.map((sources) => setAsideRow(sources, reason));
    aside.set(entry.digest, rows);
    told.push({ first: String(rows[0].series), series: rows.length, reason });
  }
  if (missing.length > 0) return succeed(missing);
  function* rows(): Generator<Row> {
    for (const entry of entries) {
      const own = aside.get(entry.digest);
      if (own) yield* own;
      else for (const line of (readRows(entry)?.text ?? "").split("\n")) if (line !== "") yield* rowsFromText(line);
    }
  }
  const listed: string[] = [];
  const onFailed = (row: Row) => {
    if (listed.length < MAX_LISTED) listed.push(failureWords(row));
  };
  const folder = mkdtempSync(join(folderOf(run), "join-"));
  try {
    const fresh = join(folder, basename(output));
    const format = formatOf(output);
    const tally = new Tally();
    tally.take(rows(), onFailed);
    async function* pieces(columns: readonly TableColumn[]): AsyncGenerator<Piece> {
      for (const group of inGroups(rows())) yield encodePiece(group, format, columns);
    }
    const totals = await writeResults({ path: fresh, format, plan: await readPlan(run), series }, tally, pieces);
    await rename(`${fresh}.run.json`, `${output}.run.json`);
    await rename(fresh, output);
    return succeed({ ...totals, listed, setAside: told });
  } catch (error) {
    if (isFull(error)) return fail("storage", "runtime/said", { text: (error as Error).message });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
