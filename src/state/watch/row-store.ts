import type { DBSchema } from "idb";
import type { WatchedFigures } from "../../../workers/batch/jobs/watch-series";
import { ownDatabase } from "../own-database";

/** Of its own: what it holds can be computed again, and is part of no backup. */
export const WATCH_DATABASE = "prospect-watch";

/** What has been found for a series: its figures, or why there are none. */
export type Found = { figures: WatchedFigures; failure: null } | { figures: null; failure: string };

/** Whether each alert held when a series of that name was last looked at, by alert. */
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

/** What the watchlist has found, kept so that a reload shows it at once. Each call does without where the device refuses. */
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
  /** Forgets rows nobody asks for any more. */
  forget: (keys: readonly string[]) =>
    withDatabase(async (database) => {
      const change = database.transaction("rows", "readwrite");
      await Promise.all([...keys.map((key) => change.store.delete(key)), change.done]);
    }),
  /** Replaces the previous state by the new one atomically: of several tabs one learns what has changed. */
  turn: (next: (before: Held) => Held) =>
    withDatabase(async (database) => {
      const change = database.transaction("held", "readwrite");
      const now = next((await change.store.get(ALERTS)) ?? {});
      await Promise.all([change.store.put(now, ALERTS), change.done]);
      return now;
    }),
};
