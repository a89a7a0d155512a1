import { type BigIntStats, existsSync, statSync } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { glob } from "tinyglobby";
import { isAddress, parquetSources, type Source, UnusableFile } from "../../batch";
import { EACH_COLUMN, isDataFile } from "../../batch/schema";
import { Arena } from "../../runtime/wasm/arena";
import type { listColumns } from "../answer-files";
import { UsageError } from "../command/usage-error";
import { kernels } from "../kernels";
import { Thread } from "../run/thread";
import { openParquet } from "./open-parquet";

/** Whether a file or an address is Parquet, by its name. */
const isParquet = (from: string): boolean => /\.parquet$/i.test(from.split(/[?#]/)[0]);
const IS_PATTERN = /[*?[{]/;

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Suffix of the record beside the results of a run. */
const RECORD = ".run.json";

/** The files in a folder and its subfolders, without pipes, which may never end. Linked folders come last, and each only once: a link may form a cycle. */
async function filesWithin(folder: string): Promise<string[]> {
  const files: string[] = [];
  const seen = new Set<string>();
  const waiting = [folder];
  const linked: string[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop() ?? linked.pop()) {
    const real = await realpath(path);
    if (seen.has(real)) continue;
    seen.add(real);
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) waiting.push(inside);
      else if (entry.isSymbolicLink() && (await stat(inside).catch(() => null))?.isDirectory()) linked.push(inside);
      else if (entry.isFile() || entry.isSymbolicLink()) files.push(inside);
    }
  }
  return files;
}

/** The data files in a folder and its subfolders, sorted by name, without results of earlier runs. */
async function dataFiles(folder: string): Promise<string[]> {
  const names = (await filesWithin(folder)).map((path) => relative(folder, path));
  const results = new Set(names.filter((name) => name.endsWith(RECORD)).map((name) => name.slice(0, -RECORD.length)));
  return names
    .filter((name) => isDataFile(name) && !results.has(name))
    .sort(byName)
    .map((name) => join(folder, name));
}

async function filesOf(given: string): Promise<string[]> {
  if (isAddress(given)) return [given];
  const found = await stat(given).catch(() => null);
  if (found?.isDirectory()) {
    const files = await dataFiles(given);
    if (files.length === 0) throw new UsageError(`The folder ${given} contains no data files.`);
    return files;
  }
  if (found || !IS_PATTERN.test(given)) return [given];
  const files = (await glob(given, { dot: false })).sort(byName);
  if (files.length === 0) throw new UsageError(`No file matches ${given}.`);
  return files;
}

/** The series of a Parquet file. */
async function seriesIn(from: string, column: string | null, signal?: AbortSignal): Promise<Source[]> {
  const { core, load } = await kernels();
  return parquetSources(openParquet(from, { arena: new Arena(core), load }, signal), from, column).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error instanceof UnusableFile ? new UsageError(error.message) : error;
  });
}

/** The series of a text with many columns, listed on a thread. */
async function columnsIn(from: string, signal?: AbortSignal): Promise<Source[]> {
  const thread = new Thread(() => undefined);
  const cancel = () => thread.cancel();
  signal?.addEventListener("abort", cancel);
  try {
    const listed = await thread.run<typeof listColumns>("list-columns", { from });
    signal?.throwIfAborted();
    return listed.ok ? listed.value : [{ kind: "text", from }];
  } finally {
    signal?.removeEventListener("abort", cancel);
    await thread.end();
  }
}

/** The file or folder at a path, through links; null if there is none or it is inaccessible. */
function fileAt(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
}

/** Whether a path leads to the results, also through links, or in another case on a disk that ignores case. */
function leadsTo(output: string): (path: string) => boolean {
  const results = fileAt(output);
  return (path) => {
    if (isAddress(path)) return false;
    const found = results && fileAt(path);
    return found ? found.ino === results.ino && found.dev === results.dev : resolve(path) === resolve(output);
  };
}

/** Keeps results from replacing data: a file named explicitly, or one found that is not the results of an earlier run. @throws UsageError */
function keepData(data: readonly string[], files: readonly string[], output: string, isOutput: (path: string) => boolean): void {
  const lost = data.find(isOutput) ?? (existsSync(`${output}${RECORD}`) ? undefined : files.find(isOutput));
  if (lost !== undefined) throw new UsageError(`${lost} is one of the data files: choose another file for the results.`);
}

/**
 * The sources named by files, folders, patterns and addresses, in this order; results of an earlier run are skipped.
 * @param column the one to analyze; "*" for a series per column; null for the default
 * @param onFiles called with the number of series before files are opened; null if it is only known afterwards
 * @throws the reason of `signal` once that is aborted
 */
export async function findSources(
  data: readonly string[],
  column: string | null,
  output: string,
  onFiles: (series: number | null) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Source[]> {
  const given: string[] = [];
  const named = new Set(data);
  for (const one of named) for (const file of await filesOf(one)) given.push(file);
  const isOutput = leadsTo(output);
  keepData([...named], given, output, isOutput);
  const files = [...new Set(given)].filter((from) => !isOutput(from));
  onFiles(column === EACH_COLUMN || files.some(isParquet) ? null : files.length);
  const found: Source[] = [];
  for (const from of files) {
    signal?.throwIfAborted();
    if (isParquet(from)) found.push(...(await seriesIn(from, column === EACH_COLUMN ? null : column, signal)));
    else if (column === EACH_COLUMN) found.push(...(await columnsIn(from, signal)));
    else found.push({ kind: "text", from });
  }
  return found;
}

/** A mark of a source's current state, which differs once the file has changed. */
export async function markOf(from: string): Promise<string> {
  if (isAddress(from)) return from;
  const found = await stat(from).catch(() => null);
  return found ? `${from} ${found.size} ${found.mtimeMs}` : from;
}
