import type { DBSchema } from "idb";
import type { WatchedFigures } from "../../../workers/batch/jobs/watch-series";
import { ownDatabase } from "../own-database";

/** A separate database: its content can be recomputed, and is not part of backups. */
export const WATCH_DATABASE = "prospect-watch";

/** Result for a series: its figures, or why there are none. */
export type Found = { figures: WatchedFigures; failure: null } | { figures: null; failure: string };

/** Whether each alert was met when a series of that name was last checked, by alert. */
export type Held = Record<string, Record<string, boolean>>;

interface Schema extends DBSchema {
  rows: { key: string; value: Found };
  held: { key: string; value: Held };
}

const ALERTS = "alerts";

const withDatabase = ownDatabase<Schema>({
  name: WATCH_DATABASE,
  version: 1,
  upgrade(opened) {
    opened.createObjectStore("rows");
    opened.createObjectStore("held");
  },
  what: "the watchlist",
});

/** Results of the watchlist, stored so that a reload shows them at once. If storage is unavailable, calls have no effect. */
export const rowStore = {
  async read(): Promise<Map<string, Found>> {
    const all = await withDatabase(async (database) => {
      const reading = database.transaction("rows");
      const [keys, rows] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()]);
      return new Map(keys.map((key, place) => [key, rows[place]]));
    });
    return all ?? new Map();
  },
  add: (rows: ReadonlyMap<string, Found>) =>
    withDatabase(async (database) => {
      const change = database.transaction("rows", "readwrite");
      await Promise.all([...[...rows].map(([key, row]) => change.store.put(row, key)), change.done]);
    }),
  /** Deletes rows no longer needed. */
  forget: (keys: readonly string[]) =>
    withDatabase(async (database) => {
      const change = database.transaction("rows", "readwrite");
      await Promise.all([...keys.map((key) => change.store.delete(key)), change.done]);
    }),
  /** Replaces the previous state by the new one atomically: only one of several tabs sees the change. */
  turn: (next: (before: Held) => Held) =>
    withDatabase(async (database) => {
      const change = database.transaction("held", "readwrite");
      const now = next((await change.store.get(ALERTS)) ?? {});
      await Promise.all([change.store.put(now, ALERTS), change.done]);
      return now;
    }),
};
