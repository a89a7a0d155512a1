import { mayRead } from "../lib/file-handles";

/** Of its own: handles are part of no backup, and only the page can use them. */
export const FILE_DATABASE = "prospect-files";
const STORE = "handles";

/** Handles the device would not keep, and those in use. */
const inMemory = new Map<string, FileSystemHandle>();

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

/** The handle kept under a name; null if there is none on this device. */
export async function keptHandle(id: string): Promise<FileSystemHandle | null> {
  const handle = inMemory.get(id) ?? (await withStore<FileSystemHandle | undefined>("readonly", (store) => store.get(id))) ?? null;
  if (handle) inMemory.set(id, handle);
  return handle;
}

/** Keeps a handle on this device. */
export async function keepHandle(id: string, handle: FileSystemHandle): Promise<void> {
  inMemory.set(id, handle);
  await withStore("readwrite", (store) => store.put(handle, id));
}

/** @returns what keeps it again */
export async function forgetHandle(id: string): Promise<() => Promise<void>> {
  const handle = await keptHandle(id);
  inMemory.delete(id);
  await withStore("readwrite", (store) => store.delete(id));
  return async () => {
    if (handle) await keepHandle(id, handle);
  };
}

/** How what a handle stands for is at hand: readable, waiting for the user's word, or not on this device. */
export type FileAccess = "granted" | "asks" | "missing";

export async function accessOf(id: string): Promise<FileAccess> {
  const handle = await keptHandle(id);
  if (!handle) return "missing";
  return (await mayRead(handle, false)) ? "granted" : "asks";
}
