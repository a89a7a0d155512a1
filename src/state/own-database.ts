import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from "idb";

interface OwnDatabase<Schema extends DBSchema> {
  name: string;
  version: number;
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>;
  /** What a device that refuses does not keep: "the batch". */
  what: string;
}

/** A database of one part of the page, in no backup: does one thing with it; null if there is none, or the device refuses. */
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
