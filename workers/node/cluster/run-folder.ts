import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { link, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import type { Source } from "../../batch";
import type { AnswerText } from "../run/answer-text";
import { type Plan, planText, settlePlan } from "../run/plan";
import type { PartEntry } from "./queues";

const ROOT = ".prospect";
const PARTS = "parts.jsonl";
const PLAN = "plan.json";

/** A part as a line of the parts file: its series, and the hashes of their files when the run began. */
export interface PartLine {
  run: string;
  tasks: Source[][];
  /** Hash of each file. */
  files: Record<string, string>;
}

/** The fields of a line of the parts file that the worker reads. */
const lineSchema = v.looseObject({
  run: v.string(),
  tasks: v.array(v.array(v.looseObject({ kind: v.picklist(["text", "column", "parquet"]), from: v.string() }))),
  files: v.record(v.string(), v.string()),
});

const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

export const folderOf = (run: string): string => join(ROOT, run);
const pathOf = (run: string, name: string): string => join(folderOf(run), name);
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Writes a file atomically: under a temporary name first, flushed to disk before it is renamed. */
async function writeWhole(path: string, pieces: Iterable<string>, place: (fresh: string, path: string) => Promise<void>): Promise<void> {
  const fresh = `${path}.${randomUUID()}`;
  try {
    const file = await open(fresh, "wx");
    try {
      for (const piece of pieces) await file.appendFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Gives a file its final name unless that exists. */
async function placeFirst(fresh: string, path: string): Promise<void> {
  try {
    await link(fresh, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw error;
    // On file systems without hard links the later file replaces the first: both were split from the same series.
    if (code !== "EEXIST") return rename(fresh, path);
  }
  await unlink(fresh);
}

/** Begins a run, and removes remains of the same run over other files. */
export async function beginRun(run: string, plan: Plan): Promise<void> {
  const [id] = run.split("-");
  await mkdir(folderOf(run), { recursive: true });
  for (const other of await readdir(ROOT)) {
    if (other.startsWith(id) && other !== run) await rm(folderOf(other), { recursive: true, force: true });
  }
  await writeWhole(pathOf(run, PLAN), [planText(plan)], rename);
}

/** The plan of a run. */
export const readPlan = async (run: string): Promise<Plan> => settlePlan(JSON.parse(await readFile(pathOf(run, PLAN), "utf8")));

export const isCut = (run: string): Promise<boolean> => exists(pathOf(run, PARTS));

/** Lines of parts, one at a time: for millions of series they exceed the maximum length of a string. */
function* textOf(lines: readonly PartLine[]): Generator<string> {
  for (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** Stores how a run is split; if two workers split it at once, the first one wins. */
export const keepParts = (run: string, lines: readonly PartLine[]): Promise<void> =>
  writeWhole(pathOf(run, PARTS), textOf(lines), placeFirst);

/** Every part of a run, in the order of the data. */
export async function* partsOf(run: string): AsyncGenerator<PartEntry> {
  let at = 0;
  for await (const text of createInterface({ input: createReadStream(pathOf(run, PARTS)), crlfDelay: Number.POSITIVE_INFINITY })) {
    const bytes = Buffer.byteLength(text);
    yield { run, at, bytes, digest: sha256(text) };
    at += bytes + 1;
  }
}

/** The references of a part, or why they differ from those queued. */
export async function readPart({ run, at, bytes, digest }: PartEntry): Promise<PartLine> {
  const file = await open(pathOf(run, PARTS));
  try {
    const piece = Buffer.alloc(bytes);
    await file.read(piece, 0, bytes, at);
    if (sha256(piece) !== digest) throw new Error("The references of a part differ from those queued.");
    return v.parse(lineSchema, JSON.parse(piece.toString("utf8"))) as PartLine;
  } finally {
    await file.close();
  }
}

export const resultPath = ({ run, digest }: PartEntry): string => pathOf(run, `${digest}.rows`);

/** The rows of a part as stored, and their digest. */
export function rowsText(answers: readonly AnswerText[]): { digest: string; text: string } {
  const text = answers.map((answer) => `${answer.text}\n`).join("");
  return { digest: sha256(text), text };
}

/** Stores the rows of a part under the part's digest: a part answered twice is stored once. @returns the digest of its rows */
export async function keepRows(entry: PartEntry, answers: readonly AnswerText[]): Promise<string> {
  const { digest, text } = rowsText(answers);
  await writeWhole(resultPath(entry), [digest, "\n", text], rename);
  return digest;
}

/** The stored rows of a part, and their digest; null if they are missing or damaged. */
export function readRows(entry: PartEntry): { digest: string; text: string } | null {
  const path = resultPath(entry);
  if (!existsSync(path)) return null;
  const whole = readFileSync(path, "utf8");
  const end = whole.indexOf("\n");
  const [digest, text] = [whole.slice(0, end), whole.slice(end + 1)];
  return digest === sha256(text) ? { digest, text } : null;
}

const trialPath = ({ run, digest }: PartEntry, delivery: number): string => pathOf(run, `${digest}.${delivery}.trial`);

/** Records the current task of a part, for the next worker in case this one dies. */
export const noteTrial = (entry: PartEntry, delivery: number, place: number): void => writeFileSync(trialPath(entry, delivery), `${place}`);

/** The tasks that were being processed when earlier deliveries of this part ended. */
export function readTrials(entry: PartEntry, delivery: number): number[] {
  const paths = Array.from({ length: delivery }, (_, earlier) => trialPath(entry, earlier)).filter((path) => existsSync(path));
  return paths.map((path) => Number.parseInt(readFileSync(path, "utf8"), 10));
}

/** Removes the files of a completed run. */
export const endRun = (run: string): Promise<void> => rm(folderOf(run), { recursive: true, force: true });
