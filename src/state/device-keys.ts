/** A separate database, so that code that reads the workspace's cannot expose a key. */
export const KEY_DATABASE = "prospect-keys";
const STORE = "keys";

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Runs a transaction on this device's keys. Throws if there is no database, or it does not store what was written. */
export async function withDeviceKeys<T>(mode: IDBTransactionMode, work: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(KEY_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    // A full disk may cause a failure only at the end of the transaction.
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
