import { safeParse } from "valibot";
import { type Entry, entrySchema } from "./dataset";
import { deviceDatabase } from "./device-database";

const parse = (value: unknown): Entry | null => {
  const parsed = safeParse(entrySchema, value);
  return parsed.success ? parsed.output : null;
};

/** The list of the datasets on this device. Each change is one transaction. */
export class Catalog {
  constructor(private readonly workspace: string) {}

  /** Every readable entry, and the names of the unreadable ones: these are left alone, since another version may be able to read them. */
  async all(): Promise<{ entries: Entry[]; unreadable: string[] }> {
    const values = await (await deviceDatabase(this.workspace)).getAll("datasets");
    const entries: Entry[] = [];
    const unreadable: string[] = [];
    for (const value of values) {
      const entry = parse(value);
      if (entry) entries.push(entry);
      else unreadable.push(String((value as Partial<Entry>).name ?? ""));
    }
    return { entries, unreadable };
  }

  /** Names of all blocks referenced by entries, readable or not. */
  async blocks(): Promise<Set<unknown>> {
    const values = await (await deviceDatabase(this.workspace)).getAll("datasets");
    return new Set(values.map((value) => (value as Partial<Entry>).block));
  }

  async get(hash: string): Promise<Entry | null> {
    const value = await (await deviceDatabase(this.workspace)).get("datasets", hash);
    return value === undefined ? null : parse(value);
  }

  async put(entry: Entry): Promise<void> {
    await (await deviceDatabase(this.workspace)).put("datasets", entry);
  }

  async delete(hash: string): Promise<void> {
    await (await deviceDatabase(this.workspace)).delete("datasets", hash);
  }
}
