import { isDataFile } from "../../../workers/batch/schema";
import { failBecause, type Outcome, succeed, verbatim } from "../../../workers/contract";
import { chooseFiles, chooseFolder, filesAt, mayRead } from "../../lib/file-handles";
import { DATA_FILES } from "../../ui/file-drop.tsx";

/** Files by their path in the folder, or by name. */
export type Files = Record<string, File>;

/** Handles of files or a folder, which the browser lets the page read again after a reload. */
export type Ways = readonly (FileSystemFileHandle | FileSystemDirectoryHandle)[];

export interface ChosenFiles {
  files: Files;
  /** Empty if files can be read only once. */
  ways: Ways;
}

const NOT_ALLOWED = "The browser was not allowed to read the files again. Press Resume once more, or choose the same files.";
const GONE = "The files can no longer be read. Choose the same files again.";

/** Data files sorted by name, in the same order as by the command. */
export const ordered = (pairs: readonly (readonly [string, File])[]): Files =>
  Object.fromEntries(pairs.filter(([name]) => isDataFile(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));

async function filesOf(ways: Ways): Promise<Files> {
  const pairs: [string, File][] = [];
  for (const way of ways) for await (const pair of filesAt(way, way.name)) pairs.push(pair);
  return ordered(pairs);
}

/** Lets the user choose files or a folder with the browser's picker; null if canceled. */
export async function pick(what: "files" | "folder"): Promise<ChosenFiles | null> {
  const folder = what === "folder" ? await chooseFolder() : null;
  const ways = folder ? [folder] : what === "files" ? await chooseFiles(DATA_FILES, true) : null;
  return ways && { files: await filesOf(ways), ways };
}

/** The files of stored handles; the browser may prompt the user for each. */
export async function filesAgain(ways: Ways): Promise<Outcome<Files>> {
  for (const way of ways) if (!(await mayRead(way, true))) return failBecause("bad-input", verbatim(NOT_ALLOWED));
  try {
    return succeed(await filesOf(ways));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return failBecause("bad-input", verbatim(GONE));
  }
}
