import { readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { isDataFile } from "../../batch/schema";

/** Whether a path is inside a folder, by its name. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Whether a path resolves to something inside a folder. Everything served to or requested by others must pass: a link that leads out of the
 * folder is not one of its files. Null if nothing exists there.
 */
export async function leadsInside(root: string, path: string): Promise<boolean | null> {
  const real = await realpath(path).catch(() => null);
  return real === null ? null : isInside(await realpath(root), real);
}

/** The data files in a folder and its subfolders, sorted by name, without links that lead out of it. */
export async function servedFiles(folder: string): Promise<string[]> {
  // With file types, folders behind links are not followed.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const served: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!isDataFile(entry.name)) continue;
    if (entry.isFile() || (entry.isSymbolicLink() && (await leadsInside(folder, path)))) served.push(path);
  }
  return served.sort();
}
