import { type Count, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { Catalog } from "../catalog";
import { ColumnStore, DamagedBlock } from "../column-store";
import { blockWidth, type Entry } from "../dataset";
import { exclusively, refused } from "../device-database";
import { readVerified } from "../verified-columns";

/** What is wrong with a dataset: its numbers are missing or truncated, or differ from those saved, or its entry cannot be read. */
export type DatasetFault = "numbers-gone" | "numbers-changed" | "entry-unreadable";

export interface CheckedData {
  /** Every dataset on the device, including removed ones that can still be restored. */
  hashes: string[];
  values: Count;
  /** `hash` is null if the entry cannot be read. */
  faults: { fault: DatasetFault; hash: string | null; name: string }[];
  /** Files not referenced by any dataset; the next start removes them. */
  leftovers: Count;
}

async function faultOf(blocks: ColumnStore, entry: Entry, context: JobContext): Promise<DatasetFault | null> {
  try {
    await readVerified(blocks, entry, context, true);
    return null;
  } catch (error) {
    if (!(error instanceof DamagedBlock)) throw error;
    return (await blocks.has(entry.block, blockWidth(entry), entry.length)) ? "numbers-changed" : "numbers-gone";
  }
}

/** Reads every block of a workspace and compares it with the hash it was saved under. Nothing is changed. */
export async function checkData({ workspace }: { workspace: string }, context: JobContext): Promise<Outcome<CheckedData>> {
  const blocks = new ColumnStore(workspace);
  const catalog = new Catalog(workspace);
  const quiet: JobContext = { ...context, progress: () => undefined };
  try {
    // A save holds the lock from its first byte to its entry: entries and files read under the lock are consistent.
    const [{ entries, unreadable }, spoken, names] = await exclusively(workspace, () =>
      Promise.all([catalog.all(), catalog.blocks(), blocks.names()]),
    );
    const faults: CheckedData["faults"] = unreadable.map((name) => ({ fault: "entry-unreadable", hash: null, name }));
    let values = 0;
    for (const [place, entry] of entries.entries()) {
      context.progress(place / entries.length, `Checking ${entry.name}`);
      const fault = await faultOf(blocks, entry, quiet);
      if (fault) faults.push({ fault, hash: entry.hash, name: entry.name });
      values += entry.length * blockWidth(entry);
    }
    const leftovers = names.filter((name) => !spoken.has(name)).length;
    return succeed({ hashes: entries.map(({ hash }) => hash), values, faults, leftovers });
  } catch (error) {
    return refused(error);
  }
}
