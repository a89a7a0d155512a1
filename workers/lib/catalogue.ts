import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { safeParse } from "valibot";
import { type Entry, entrySchema } from "./dataset";

const VERSION = 1;

interface Schema extends DBSchema {
  datasets: { key: string; value: unknown };
}

const open = new Map<string, Promise<IDBPDatabase<Schema>>>();

function database(workspace: string): Promise<IDBPDatabase<Schema>> {
  if (!globalThis.indexedDB) return Promise.reject(new DOMException("there is no database", "NotSupportedError"));
  const forget = () => open.delete(workspace);
  let opening = open.get(workspace);
  if (!opening) {
    opening = openDB<Schema>(workspace, VERSION, {
      upgrade: (db) => void db.createObjectStore("datasets", { keyPath: "hash" }),
      // A newer version of the app in another tab wants to upgrade: make way, and open again at the next call.
      blocking: (_current, _blocked, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
    open.set(workspace, opening);
    opening.catch(forget);
  }
  return opening;
}

const parse = (value: unknown): Entry | null => {
  const parsed = safeParse(entrySchema, value);
  return parsed.success ? parsed.output : null;
};

/** The list of the datasets on this device. Each change is one transaction. */
export class Catalogue {
  constructor(private readonly workspace: string) {}

  /** Every entry that can be read, and the number of those that cannot: these are left alone, another version may read them. */
  async all(): Promise<{ entries: Entry[]; unreadable: number }> {
    const values = await (await database(this.workspace)).getAll("datasets");
    const entries = values.map(parse).filter((entry) => entry !== null);
    return { entries, unreadable: values.length - entries.length };
  }

  /** Names of all blocks that entries speak of, readable or not. */
  async blocks(): Promise<Set<unknown>> {
    const values = await (await database(this.workspace)).getAll("datasets");
    return new Set(values.map((value) => (value as Partial<Entry>).block));
  }

  async get(hash: string): Promise<Entry | null> {
    const value = await (await database(this.workspace)).get("datasets", hash);
    return value === undefined ? null : parse(value);
  }

  async put(entry: Entry): Promise<void> {
    await (await database(this.workspace)).put("datasets", entry);
  }

  async delete(hash: string): Promise<void> {
    await (await database(this.workspace)).delete("datasets", hash);
  }
}
