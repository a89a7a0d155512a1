import { locks } from "../capabilities";
import { fail, type Millis, type Outcome, type Series, succeed } from "../contract";
import type { JobContext } from "../runtime/job";
import { Catalog } from "./catalog";
import { ColumnStore, DamagedBlock } from "./column-store";
import { blockColumns, blockWidth, type Dataset, datasetOf, type Entry, entryOf, seriesOf } from "./dataset";
import { exclusively, refused } from "./device-database";
import { UNDO_KEPT } from "./record-store";
import { isWhole, readVerified } from "./verified-columns";

/** Leftovers that cannot be deleted now are still there at the next start. */
const untidied = (error: unknown) => void refused(error);

/** The datasets of one workspace on this device: numbers in block files, everything else in the catalog. */
export class StoredWorkspace {
  private readonly catalog: Catalog;
  private readonly blocks: ColumnStore;

  constructor(private readonly name: string) {
    this.catalog = new Catalog(name);
    this.blocks = new ColumnStore(name);
  }

  /** @param tidy also purge what was removed a while ago, and blocks that an interrupted save left behind */
  async list(tidy: boolean): Promise<Outcome<{ datasets: Dataset[]; unreadable: number }>> {
    try {
      if (tidy) await exclusively(this.name, () => this.tidy(UNDO_KEPT)).catch(untidied);
      const { entries, unreadable } = await this.catalog.all();
      const datasets = entries.filter(({ removedAt }) => removedAt === null).map(datasetOf);
      return succeed({ datasets: datasets.sort((a, b) => b.savedAt - a.savedAt), unreadable: unreadable.length });
    } catch (error) {
      return refused(error);
    }
  }

  /** Stores a series. Its numbers are on disk before the catalog refers to them, so that an interrupted save changes nothing. */
  async save(series: Series, context: JobContext): Promise<Outcome<Dataset>> {
    try {
      return await exclusively(this.name, async () => {
        const known = await this.catalog.get(series.hash);
        if (known && (await isWhole(this.blocks, known, context))) {
          const entry = { ...known, removedAt: null };
          if (known.removedAt !== null) await this.catalog.put(entry);
          return succeed(datasetOf(entry));
        }
        const entry = { ...entryOf(series, crypto.randomUUID(), Date.now()), ...(known && { name: known.name }) };
        try {
          await this.blocks.write(entry.block, blockColumns(series), context);
          await this.catalog.put(entry);
        } catch (error) {
          await this.blocks.delete(entry.block).catch(() => undefined);
          throw error;
        }
        return succeed(datasetOf(entry));
      });
    } catch (error) {
      return refused(error);
    }
  }

  /** @param unverified also returns numbers that differ from those saved, as far as they can be read, for a user who asks for them */
  async load(hash: string, context: JobContext, unverified = false): Promise<Outcome<Series>> {
    let name = "";
    try {
      const entry = await this.catalog.get(hash);
      if (!entry) return fail("storage", "storage/datasetGone");
      name = entry.name;
      const columns = unverified
        ? await this.blocks.read(entry.block, blockWidth(entry), entry.length, context)
        : await readVerified(this.blocks, entry, context);
      return succeed(seriesOf(entry, columns));
    } catch (error) {
      return error instanceof DamagedBlock ? fail("storage", "storage/datasetDamaged", { name }) : refused(error);
    }
  }

  rename(hash: string, name: string): Promise<Outcome<Dataset>> {
    return this.change(hash, { name });
  }

  remove(hash: string): Promise<Outcome<Dataset>> {
    return this.change(hash, { removedAt: Date.now() });
  }

  /** Deletes a dataset and its numbers permanently. */
  async purge(hash: string): Promise<Outcome<Dataset>> {
    try {
      return await exclusively(this.name, async () => {
        const entry = await this.catalog.get(hash);
        if (!entry) return fail("storage", "storage/datasetGone");
        await this.catalog.delete(hash);
        // It is removed; its remains on disk are deleted at the next start.
        await this.blocks.delete(entry.block).catch(untidied);
        return succeed(datasetOf(entry));
      });
    } catch (error) {
      return refused(error);
    }
  }

  restore(hash: string): Promise<Outcome<Dataset>> {
    return this.change(hash, { removedAt: null });
  }

  private async change(hash: string, changes: Partial<Entry>): Promise<Outcome<Dataset>> {
    try {
      return await exclusively(this.name, async () => {
        const entry = await this.catalog.get(hash);
        if (!entry) return fail("storage", "storage/datasetGone");
        const changed = { ...entry, ...changes };
        await this.catalog.put(changed);
        return succeed(datasetOf(changed));
      });
    } catch (error) {
      return refused(error);
    }
  }

  /** Purges removed items, however recently removed; false if there is nothing to purge, or the device refuses. */
  async makeRoom(): Promise<boolean> {
    try {
      return await exclusively(this.name, () => this.tidy(0));
    } catch (error) {
      untidied(error);
      return false;
    }
  }

  /** @param kept how long removed items are kept @returns whether anything was purged */
  private async tidy(kept: Millis): Promise<boolean> {
    const { entries } = await this.catalog.all();
    const purged = entries.filter(({ removedAt }) => removedAt !== null && removedAt <= Date.now() - kept);
    for (const { hash } of purged) await this.catalog.delete(hash);
    // A save holds the lock from its first byte to its entry, so a block that no entry refers to is an orphan.
    if (!locks()) return purged.length > 0;
    const spoken = await this.catalog.blocks();
    for (const block of await this.blocks.names()) {
      if (!spoken.has(block)) await this.blocks.delete(block);
    }
    return purged.length > 0;
  }
}
