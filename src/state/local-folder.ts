import { isDataFile } from "../../workers/batch/schema";
import type { Count } from "../../workers/contract";
import { folderPicker } from "../lib/capabilities";
import { chooseFolder, filesAt, mayRead } from "../lib/file-handles";
import { forgetHandle, keepHandle, keptHandle } from "./kept-handles";

/** Where its handle is kept, beside those of feeds. */
const ID = "local-folder";
/** Files that are listed; what more there are is said. */
const MAX_LISTED: Count = 500;

/** A file of the folder: what is known of it without reading it. */
export interface FolderFile {
  /** Within the folder. */
  path: string;
  file: File;
}

/** The folder as it is now: none was chosen, the browser asks first, it is gone, or its files. */
export type FolderLook =
  | { access: "missing" }
  | { access: "asks" | "gone"; name: string }
  | { access: "granted"; name: string; files: FolderFile[]; more: boolean };

/** Whether this browser gives pages a folder. */
export const canOpenFolders = (): boolean => folderPicker() !== null;

/** Lets the user choose the folder; null where they choose none. */
export async function chooseLocalFolder(): Promise<FolderLook | null> {
  const handle = await chooseFolder();
  if (!handle) return null;
  await keepHandle(ID, handle);
  return lookIntoFolder(true);
}

/** @returns what keeps it again */
export const forgetLocalFolder = (): Promise<() => Promise<void>> => forgetHandle(ID);

/**
 * The data files of the folder as they are now, by name.
 * @param ask whether the browser may ask the user, which it does only after a press of theirs
 */
export async function lookIntoFolder(ask: boolean): Promise<FolderLook> {
  const handle = (await keptHandle(ID)) as FileSystemDirectoryHandle | null;
  if (!handle) return { access: "missing" };
  const { name } = handle;
  if (!(await mayRead(handle, ask))) return { access: "asks", name };
  try {
    const files: FolderFile[] = [];
    for await (const [path, file] of filesAt(handle, name)) {
      if (!isDataFile(path)) continue;
      if (files.length === MAX_LISTED) return { access: "granted", name, files: sorted(files), more: true };
      files.push({ path: path.slice(name.length + 1), file });
    }
    return { access: "granted", name, files: sorted(files), more: false };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { access: "gone", name };
  }
}

const sorted = (files: FolderFile[]): FolderFile[] => files.sort((a, b) => (a.path < b.path ? -1 : 1));
