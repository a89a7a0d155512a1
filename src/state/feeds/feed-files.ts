import { fail, type Outcome, succeed } from "../../../workers/contract";
import { filePicker } from "../../lib/capabilities";
import { mayRead } from "../../lib/file-handles";

/** Of its own: handles are part of no backup, and only the page can use them. */
export const FILE_DATABASE = "prospect-files";
const STORE = "handles";

/** Whether this browser lets a page read a local file again. */
export const canFollowFiles = (): boolean => filePicker() !== null;

/** Handles the device would not keep, and those in use. */
const inMemory = new Map<string, FileSystemFileHandle>();

/** Does one thing with the kept handles; null where there is no database. */
function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const refuse = () => resolve(null);
    let opening: IDBOpenDBRequest;
    try {
      opening = indexedDB.open(FILE_DATABASE, 1);
    } catch {
      return refuse();
    }
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = refuse;
    opening.onsuccess = () => {
      const database = opening.result;
      const request = work(database.transaction(STORE, mode).objectStore(STORE));
      // Closed at once, so that erasing the workspace never waits for it.
      request.onsuccess = () => {
        database.close();
        resolve(request.result);
      };
      request.onerror = () => {
        database.close();
        refuse();
      };
    };
  });
}

async function handleOf(id: string): Promise<FileSystemFileHandle | null> {
  const handle = inMemory.get(id) ?? (await withStore<FileSystemFileHandle | undefined>("readonly", (store) => store.get(id))) ?? null;
  if (handle) inMemory.set(id, handle);
  return handle;
}

/** Keeps the handle of a feed's file on this device. */
export async function keepFile(id: string, handle: FileSystemFileHandle): Promise<void> {
  inMemory.set(id, handle);
  await withStore("readwrite", (store) => store.put(handle, id));
}

/** @returns what keeps it again */
export async function forgetFile(id: string): Promise<() => Promise<void>> {
  const handle = await handleOf(id);
  inMemory.delete(id);
  await withStore("readwrite", (store) => store.delete(id));
  return async () => {
    if (handle) await keepFile(id, handle);
  };
}

/** How the file of a feed stands: readable, waiting for the person's word, or not on this device. */
export type FileAccess = "granted" | "asks" | "missing";

export async function fileAccess(id: string): Promise<FileAccess> {
  const handle = await handleOf(id);
  if (!handle) return "missing";
  return (await mayRead(handle, false)) ? "granted" : "asks";
}

/**
 * The file of a feed as it is now.
 * @param ask whether the browser may ask the person, which it does only after a press of theirs
 */
export async function readFile(id: string, ask: boolean): Promise<Outcome<File>> {
  const handle = await handleOf(id);
  if (!handle) return fail("bad-input", "feeds/fileMissing");
  if (!(await mayRead(handle, ask))) return fail("bad-input", "feeds/fileAsks");
  try {
    return succeed(await handle.getFile());
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return fail("bad-input", "feeds/fileGone", { name: handle.name });
  }
}
