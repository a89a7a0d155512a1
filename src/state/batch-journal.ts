import type { DBSchema, IDBPTransaction } from "idb";
import { recencyOf } from "./newest";
import { ownDatabase } from "./own-database";

/** A separate database: it is written many times a minute, and not part of backups. */
export const BATCH_DATABASE = "prospect-batch";
/** Finished batches kept; starting another drops the oldest. */
const MAX_KEPT = 5;

/** Id of a batch, and when it was written. */
interface Head {
  id: string;
  at: number;
}
/** Results of a batch. */
interface Answered {
  run: string;
}

interface Schema extends DBSchema {
  head: { key: string; value: Head };
  parts: { key: number; value: Answered; indexes: { run: string } };
}

const withDatabase = ownDatabase<Schema>({
  name: BATCH_DATABASE,
  version: 2,
  upgrade(opened, before, _, change) {
    if (before < 1) {
      opened.createObjectStore("head");
      opened.createObjectStore("parts", { autoIncrement: true });
    }
    change.objectStore("parts").createIndex("run", "run");
  },
  what: "the batch",
});

/** A stored batch: its plan and the results so far. */
interface KeptBatch {
  head: Head;
  parts: Answered[];
}

type Change = IDBPTransaction<Schema, ("head" | "parts")[], "readwrite">;

async function remove(change: Change, id: string): Promise<void> {
  const heads = change.objectStore("head");
  const [keys, values] = await Promise.all([heads.getAllKeys(), heads.getAll()]);
  const parts = await change.objectStore("parts").index("run").getAllKeys(id);
  const own = keys.filter((_, place) => values[place].id === id);
  await Promise.all([...own.map((key) => heads.delete(key)), ...parts.map((key) => change.objectStore("parts").delete(key))]);
}

function newestFirst(heads: readonly Head[]): Head[] {
  const now = Date.now();
  return [...heads].sort((a, b) => recencyOf(b.at, now) - recencyOf(a.at, now));
}

/** Makes a change; false if storage is unavailable or full. */
const stored = async (change: Parameters<typeof withDatabase<unknown>>[0]): Promise<boolean> =>
  (await withDatabase((database) => change(database).then(() => true))) !== null;

/** The latest batches, stored so that a reload loses nothing. */
export const batchJournal = {
  /** @param running ids of batches in progress, which are never dropped */
  begin: (head: Head, running: ReadonlySet<string>) =>
    stored(async (database) => {
      const change = database.transaction(["head", "parts"], "readwrite");
      await remove(change, head.id);
      const heads = await change.objectStore("head").getAll();
      const oldest = newestFirst(heads.filter(({ id }) => !running.has(id))).slice(MAX_KEPT - 1);
      for (const { id } of oldest) await remove(change, id);
      await Promise.all([change.objectStore("head").put(head, head.id), change.done]);
    }),
  /** Data about the run itself. */
  head: (head: Head) => stored((database) => database.put("head", head, head.id)),
  add: (parts: readonly Answered[]) =>
    stored(async (database) => {
      const change = database.transaction("parts", "readwrite");
      await Promise.all([...parts.map((part) => change.store.add(part)), change.done]);
    }),
  /** @param id of a specific batch; the newest by default */
  read: (id?: string): Promise<KeptBatch | null> =>
    withDatabase(async (database) => {
      const reading = database.transaction(["head", "parts"]);
      const head = newestFirst(await reading.objectStore("head").getAll()).find((one) => id === undefined || one.id === id);
      return head ? { head, parts: await reading.objectStore("parts").index("run").getAll(head.id) } : null;
    }),
  forget: (id: string) =>
    withDatabase(async (database) => {
      const change = database.transaction(["head", "parts"], "readwrite");
      await remove(change, id);
      await change.done;
    }),
};
