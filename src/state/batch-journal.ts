import type { DBSchema, IDBPDatabase } from "idb";

/** Of its own: the page writes it many times a minute, and it is part of no backup. */
export const BATCH_DATABASE = "prospect-batch";
const HEAD = "head";

interface Schema extends DBSchema {
  /** What the run is about, under one key: only the newest is kept. */
  head: { key: string; value: unknown };
  /** What has been answered of it, as it came. */
  parts: { key: number; value: unknown };
}

/** Does one thing with the database; null where there is none, or the device refuses. */
async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> {
  const { openDB } = await import("idb");
  try {
    const database = await openDB<Schema>(BATCH_DATABASE, 1, {
      upgrade(opened) {
        opened.createObjectStore("head");
        opened.createObjectStore("parts", { autoIncrement: true });
      },
    });
    try {
      return await work(database);
    } finally {
      // Closed at once, so that erasing the workspace never waits for it.
      database.close();
    }
  } catch (error) {
    console.warn("the batch could not be kept:", error);
    return null;
  }
}

/** A batch as it was left: what it is about, and what has been answered. */
export interface KeptBatch {
  head: unknown;
  parts: unknown[];
}

/** The newest batch, kept so that a reload loses nothing of it. Each call does without where the device refuses. */
export const batchJournal = {
  /** A new batch takes the place of the one before. */
  begin: (head: unknown) =>
    withDatabase(async (database) => {
      const change = database.transaction(["head", "parts"], "readwrite");
      await Promise.all([change.objectStore("parts").clear(), change.objectStore("head").put(head, HEAD), change.done]);
    }),
  /** What has been found out about the run itself. */
  head: (head: unknown) => withDatabase((database) => database.put("head", head, HEAD)),
  add: (parts: readonly unknown[]) =>
    withDatabase(async (database) => {
      const change = database.transaction("parts", "readwrite");
      await Promise.all([...parts.map((part) => change.store.add(part)), change.done]);
    }),
  read: (): Promise<KeptBatch | null> =>
    withDatabase(async (database) => {
      const reading = database.transaction(["head", "parts"]);
      const [head, parts] = await Promise.all([reading.objectStore("head").get(HEAD), reading.objectStore("parts").getAll(), reading.done]);
      return head === undefined ? null : { head, parts };
    }),
  forget: () =>
    withDatabase(async (database) => {
      const change = database.transaction(["head", "parts"], "readwrite");
      await Promise.all([change.objectStore("parts").clear(), change.objectStore("head").clear(), change.done]);
    }),
};
