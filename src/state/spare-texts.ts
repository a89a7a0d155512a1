import type { DBSchema, IDBPDatabase } from "idb";

/** A separate database: the page writes it while the storage worker may be busy with the workspace's. */
export const SPARE_DATABASE = "prospect-inputs";
const STORE = "texts";

/** A text that local storage has refused. */
export interface SpareText {
  text: string;
  /**
   * What local storage had instead, null for nothing: if it now has something else, that was written later. Undefined if it could not be
   * read.
   */
  over?: string | null;
}

/** Stores small texts that local storage refuses in a database, which has far more space. Each call rejects if that refuses too. */
export interface SpareTexts {
  put(name: string, spare: SpareText): Promise<unknown>;
  delete(name: string): Promise<unknown>;
  all(): Promise<Map<string, SpareText>>;
}

interface Schema extends DBSchema {
  /** Earlier versions stored the text alone. */
  texts: { key: string; value: SpareText | string };
}

async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  // Few visits need it, so it is not part of the first load.
  const { openAttended } = await import("../../workers/storage/attended");
  const database = await openAttended<Schema>(SPARE_DATABASE, 1, { upgrade: (opened) => void opened.createObjectStore(STORE) });
  try {
    return await work(database);
  } finally {
    // Closed at once, so that erasing the workspace never waits for it.
    database.close();
  }
}

const spareOf = (kept: SpareText | string): SpareText => (typeof kept === "string" ? { text: kept } : kept);

export const spareTexts: SpareTexts = {
  put: (name, spare) => withDatabase((database) => database.put(STORE, spare, name)),
  delete: (name) => withDatabase((database) => database.delete(STORE, name)),
  async all() {
    const there = await indexedDB.databases?.();
    if (there?.every(({ name }) => name !== SPARE_DATABASE)) return new Map();
    return withDatabase(async (database) => {
      const transaction = database.transaction(STORE);
      // Also waits for its end: otherwise a failure would go unnoticed.
      const [names, texts] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll(), transaction.done]);
      return new Map(names.map((name, place) => [String(name), spareOf(texts[place])]));
    });
  },
};
