import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from "idb";

interface OwnDatabase<Schema extends DBSchema> {
  name: string;
  version: number;
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>;
  /** Name in the message that storage has refused: "the batch". */
  what: string;
}

/** A separate database of one part of the page, not in backups: runs one operation on it; null if there is none, or storage refuses. */
export const ownDatabase =
  <Schema extends DBSchema>({ name, version, upgrade, what }: OwnDatabase<Schema>) =>
  async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> => {
    try {
      const { openAttended } = await import("../../workers/storage/attended");
      const database = await openAttended<Schema>(name, version, { upgrade });
      try {
        return await work(database);
      } finally {
        // Closed at once, so that erasing the workspace never waits for it.
        database.close();
      }
    } catch (error) {
      console.warn(`${what} could not be kept:`, error);
      return null;
    }
  };
