/** A database of its own, so that nothing that reads the workspace's can hand a key out. */
export const KEY_DATABASE = "prospect-keys";
const STORE = "keys";

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Works on the keys of this device. Throws where the browser has no database, or does not keep what was written. */
export async function withDeviceKeys<T>(mode: IDBTransactionMode, work: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(KEY_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    // A full disk may refuse only when the transaction ends.
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException("nothing was kept", "AbortError"));
    });
    const [result] = await Promise.all([settled(work(transaction.objectStore(STORE))), ended]);
    return result;
  } finally {
    database.close();
  }
}
