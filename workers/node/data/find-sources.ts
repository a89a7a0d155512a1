import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { glob } from "tinyglobby";
import { UsageError } from "../command/usage-error";
import { isAddress, type Source } from "./source";

/** Files of a folder that are looked at. */
const DATA_FILE = /\.(csv|tsv|txt|htm|html)$/i;
const IS_PATTERN = /[*?[{]/;

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function filesOf(given: string): Promise<string[]> {
  if (isAddress(given)) return [given];
  const found = await stat(given).catch(() => null);
  if (found?.isDirectory()) {
    const names = await readdir(given, { recursive: true });
    const files = names.filter((name) => DATA_FILE.test(name)).sort(byName);
    if (files.length === 0) throw new UsageError(`The folder ${given} has no files of data.`);
    return files.map((name) => join(given, name));
  }
  if (found || !IS_PATTERN.test(given)) return [given];
  const files = (await glob(given, { dot: false })).sort(byName);
  if (files.length === 0) throw new UsageError(`No file matches ${given}.`);
  return files;
}

/** The sources that files, folders, patterns and addresses name, in their order; results of an earlier run among them are no data. */
export async function findSources(data: readonly string[], output: string): Promise<Source[]> {
  const files: string[] = [];
  for (const given of data) files.push(...(await filesOf(given)));
  return [...new Set(files)].filter((file) => resolve(file) !== resolve(output)).map((from) => ({ kind: "text", from }));
}

/** A mark of what a source is now: a file that was changed has another. */
export async function markOf({ from }: Source): Promise<string> {
  if (isAddress(from)) return from;
  const found = await stat(from).catch(() => null);
  return found ? `${from} ${found.size} ${found.mtimeMs}` : from;
}
