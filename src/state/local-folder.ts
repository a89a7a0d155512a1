import { isDataFile } from "../../workers/batch/schema";
import { type Count, succeed } from "../../workers/contract";
import { chooseFolder, filesAt, folderPicker, mayRead } from "../lib/file-handles";
import { Store } from "../lib/store";
import { edits } from "./edits";
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
  chosen++;
  return lookIntoFolder(true);
}

/** Counts how often the folder was removed and came back. */
export const folderChanges = new Store<Count>(0);
/** How often one was chosen: a removal is not made again on another. */
let chosen: Count = 0;

/** Removes the folder from this device, as an edit: it comes back where no other has taken its place. What was read from it is kept. */
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
