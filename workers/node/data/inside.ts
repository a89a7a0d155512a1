import { readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { isDataFile } from "../../batch/schema";

/** Whether a path lies in a folder, by its name. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Whether a path leads to something in a folder. What is served to others, or asked by others, is held to this rule: a link that leads out of
 * the folder is none of its files. Null where there is nothing.
 */
export async function leadsInside(root: string, path: string): Promise<boolean | null> {
  const real = await realpath(path).catch(() => null);
  return real === null ? null : isInside(await realpath(root), real);
}

/** The files of data in a folder and those within, in the order of their names; links that lead out of it are none. */
export async function servedFiles(folder: string): Promise<string[]> {
  // Told by their types, folders behind links are not gone into.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const served: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!isDataFile(entry.name)) continue;
    if (entry.isFile() || (entry.isSymbolicLink() && (await leadsInside(folder, path)))) served.push(path);
  }
  return served.sort();
}
