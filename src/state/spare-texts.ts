import type { IDBPDatabase } from "idb";

/** Of its own: the page writes it while the storage worker may be busy with the workspace's. */
export const SPARE_DATABASE = "prospect-inputs";
const STORE = "texts";

/** Where small texts go that the device's storage for them refuses: its database, which has far more room. Each call rejects where that refuses too. */
export interface SpareTexts {
  put(name: string, text: string): Promise<unknown>;
  delete(name: string): Promise<unknown>;
  all(): Promise<Map<string, string>>;
}

async function withDatabase<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  // Few visits need it, so the first page comes without it.
  const { openDB } = await import("idb");
  const database = await openDB(SPARE_DATABASE, 1, { upgrade: (opened) => void opened.createObjectStore(STORE) });
  try {
    return await work(database);
  } finally {
    // Closed at once, so that erasing the workspace never waits for it.
    database.close();
  }
}

export const spareTexts: SpareTexts = {
  put: (name, text) => withDatabase((database) => database.put(STORE, text, name)),
  delete: (name) => withDatabase((database) => database.delete(STORE, name)),
  async all() {
    const there = await indexedDB.databases?.();
    if (there?.every(({ name }) => name !== SPARE_DATABASE)) return new Map();
    return withDatabase(async (database) => {
      const transaction = database.transaction(STORE);
      const [names, texts] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()]);
      return new Map(names.map((name, place) => [String(name), String(texts[place])]));
    });
  },
};
