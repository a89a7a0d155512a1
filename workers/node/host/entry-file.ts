import { existsSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import type { Shelf } from "../../api";
import type { Millis } from "../../contract";
import { UsageError } from "../command/usage-error";

interface Entry {
  id: string;
}

/** Maximum delay before counts are written: a file system with safe renaming takes tens of milliseconds. */
const LATER: Millis = 1000;

/**
 * Small entries in one file of JSON lines, held in memory. Additions and deletions are on disk, atomically, when their promise resolves;
 * updates, a second later or when the file is closed.
 */
export class EntryFile implements Shelf {
  private readonly entries = new Map<string, Entry>();
  /** The write in progress, and the next one, which takes all changes since that began. */
  private writing: Promise<void> | null = null;
  private next: Promise<void> | null = null;
  private later: ReturnType<typeof setTimeout> | null = null;

  /** Throws a `UsageError` if the file cannot be read. */
  constructor(private readonly path: string) {
    if (!existsSync(path)) return;
    try {
      const lines = readFileSync(path, "utf8").split("\n");
      for (const line of lines) {
        if (line === "") continue;
        const entry = JSON.parse(line) as Entry;
        this.entries.set(entry.id, entry);
      }
    } catch (error) {
      throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
    }
  }

  get = async (id: string): Promise<Entry | undefined> => this.entries.get(id);
  ids = async (): Promise<string[]> => [...this.entries.keys()];
  all = (): Entry[] => [...this.entries.values()];

  put(entry: Entry): Promise<void> {
    this.entries.set(entry.id, structuredClone(entry));
    return this.written();
  }

  delete(id: string): Promise<void> {
    this.entries.delete(id);
    return this.written();
  }

  async update(id: string, change: (before: unknown) => Entry): Promise<void> {
    this.entries.set(id, structuredClone(change(this.entries.get(id))));
    this.later ??= setTimeout(() => {
      this.later = null;
      this.written().catch((error: unknown) => console.error(error));
    }, LATER);
  }

  /** Writes pending changes. */
  async close(): Promise<void> {
    if (this.later === null) return;
    clearTimeout(this.later);
    this.later = null;
    await this.written();
  }

  /** Changes that arrive during a write share the next one. */
  private written(): Promise<void> {
    if (this.writing === null) {
      this.writing = this.write().finally(() => {
        this.writing = null;
      });
      return this.writing;
    }
    this.next ??= this.writing
      .catch(() => undefined)
      .then(() => {
        this.next = null;
        return this.written();
      });
    return this.next;
  }

  private async write(): Promise<void> {
    const lines = this.all().map((entry) => `${JSON.stringify(entry)}\n`);
    const fresh = `${this.path}.part`;
    await writeFile(fresh, lines.join(""), { mode: 0o600 });
    await rename(fresh, this.path);
  }
}
