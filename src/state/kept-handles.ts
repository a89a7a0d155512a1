import { mayRead } from "../lib/file-handles";

/** A separate database: handles are not part of backups, and only usable on the page. */
export const FILE_DATABASE = "prospect-files";
const STORE = "handles";

/** Handles that could not be stored, and those in use. */
const inMemory = new Map<string, FileSystemHandle>();

/** Runs one operation on the stored handles; null without a database. */
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

/** The handle stored under a name; null if there is none on this device. */
export async function keptHandle(id: string): Promise<FileSystemHandle | null> {
  const handle = inMemory.get(id) ?? (await withStore<FileSystemHandle | undefined>("readonly", (store) => store.get(id))) ?? null;
  if (handle) inMemory.set(id, handle);
  return handle;
}

/** Stores a handle on this device. */
export async function keepHandle(id: string, handle: FileSystemHandle): Promise<void> {
  inMemory.set(id, handle);
  await withStore("readwrite", (store) => store.put(handle, id));
}

/** @returns a function that stores it again */
export async function forgetHandle(id: string): Promise<() => Promise<void>> {
  const handle = await keptHandle(id);
  inMemory.delete(id);
  await withStore("readwrite", (store) => store.delete(id));
  return async () => {
    if (handle) await keepHandle(id, handle);
  };
}

/** Access to the file or folder of a handle: readable, needs permission, or not on this device. */
export type FileAccess = "granted" | "asks" | "missing";

export async function accessOf(id: string): Promise<FileAccess> {
  const handle = await keptHandle(id);
  if (!handle) return "missing";
  return (await mayRead(handle, false)) ? "granted" : "asks";
}
