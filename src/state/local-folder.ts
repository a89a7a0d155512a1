import { isDataFile } from "../../workers/batch/schema";
import { type Count, succeed } from "../../workers/contract";
import { chooseFolder, filesAt, folderPicker, mayRead } from "../lib/file-handles";
import { Store } from "../lib/store";
import { edits } from "./edits";
import { forgetHandle, keepHandle, keptHandle } from "./kept-handles";

/** Key of its handle, stored with those of feeds. */
const ID = "local-folder";
/** Maximum number of files listed; the rest are only counted. */
const MAX_LISTED: Count = 500;

/** A file of the folder, with metadata only. */
export interface FolderFile {
  /** Path within the folder. */
  path: string;
  file: File;
}

/** Current state of the folder: none chosen, permission needed, missing, or its files. */
export type FolderListing =
  | { access: "missing" }
  | { access: "asks" | "gone"; name: string }
  | { access: "granted"; name: string; files: FolderFile[]; more: boolean };

/** Whether this browser supports access to folders. */
export const canOpenFolders = (): boolean => folderPicker() !== null;

/** Lets the user choose the folder; null if canceled. */
export async function chooseLocalFolder(): Promise<FolderListing | null> {
  const handle = await chooseFolder();
  if (!handle) return null;
  await keepHandle(ID, handle);
  chosen++;
  return listFolder(true);
}

/** Counts removals and restorations of the folder. */
export const folderChanges = new Store<Count>(0);
/** Counts choices: redo must not remove another folder. */
let chosen: Count = 0;

/** Removes the folder from this device, as an edit: undo restores it unless another has been chosen. Data read from it are kept. */
export async function removeLocalFolder(): Promise<void> {
  const changed = () => folderChanges.set(folderChanges.read() + 1);
  const run = async () => {
    const restore = await forgetHandle(ID);
    changed();
    const undo = async () => {
      if (await keptHandle(ID)) return false;
      await restore();
      changed();
      return true;
    };
    return succeed({ undo });
  };
  const what = "removal of the local folder";
  await edits.make({ what, run, stamp: () => chosen }, "Folder removed; data read from it is kept");
}

/**
 * The current data files of the folder, by name.
 * @param ask whether the browser may prompt the user, which it does only after a user gesture
 */
export async function listFolder(ask: boolean): Promise<FolderListing> {
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
