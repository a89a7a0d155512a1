import { DamagedArchive, readEntry, type ZipEntry } from "../../archive";
import { type Count, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { matchesHash } from "../../series";
import { fileFailure, openBackup } from "../backup/backup-file";
import { Catalog } from "../catalog";
import { ColumnStore } from "../column-store";
import { blockWidth, type Entry } from "../dataset";
import { deviceDatabase, exclusively, refused } from "../device-database";
import { type StoredRecord, takesPlaceOf } from "../record";
import { isWhole } from "../verified-columns";

export interface Restored {
  /** Datasets that were not on this device. */
  datasets: Count;
  /** Entries that were missing here, or older. */
  records: Count;
  /** Entries already present, equally new or newer. */
  kept: Count;
}

/** Reads the numbers of a dataset from the archive and verifies their hash. */
async function columnsOf(file: Blob, dataset: Entry, entry: ZipEntry, context: JobContext): Promise<Float64Array[]> {
  const columns = Array.from({ length: blockWidth(dataset) }, () => context.column(dataset.length));
  const bytes = columns.map(({ buffer, byteLength }) => new Uint8Array(buffer, 0, byteLength));
  const columnBytes = bytes[0].length;
  let at = 0;
  for await (const piece of readEntry(file, entry)) {
    context.checkpoint();
    // A piece may span the end of one column and the start of the next.
    for (let taken = 0; taken < piece.length; ) {
      const inColumn = at % columnBytes;
      const part = piece.subarray(taken, taken + columnBytes - inColumn);
      bytes[Math.floor(at / columnBytes)].set(part, inColumn);
      taken += part.length;
      at += part.length;
    }
  }
  if ((await matchesHash(columns, dataset.hash, context)) === false) throw new DamagedArchive();
  return columns;
}

/** Writes datasets and entries in one transaction: all or nothing. */
async function commit(workspace: string, datasets: Entry[], records: StoredRecord[], paused: ReadonlySet<string>): Promise<Restored> {
  const transaction = (await deviceDatabase(workspace)).transaction(["datasets", "records"], "readwrite");
  // If it is aborted while something else is awaited, this promise rejects too.
  transaction.done.catch(() => undefined);
  const stores = { datasets: transaction.objectStore("datasets"), records: transaction.objectStore("records") };
  const now = Date.now();
  let newer = 0;
  try {
    for (const dataset of datasets) await stores.datasets.put(dataset);
    for (const record of records) {
      const there = (await stores.records.get(record.id)) as StoredRecord | undefined;
      if (there && !takesPlaceOf(record, there, now)) continue;
      const body = paused.has(record.id) && typeof record.body === "object" ? { ...record.body, paused: true } : record.body;
      // A change dated in the future would take precedence over all changes made here.
      await stores.records.put({ ...record, body, changedAt: Math.min(record.changedAt, now), removedAt: null });
      newer++;
    }
  } catch (error) {
    // Without an abort, the puts so far would be committed, and their blocks are about to be deleted.
    const undone = transaction.done.catch(() => undefined);
    try {
      transaction.abort();
    } catch {
      // It has already ended.
    }
    await undone;
    throw error;
  }
  await transaction.done;
  return { datasets: datasets.length, records: newer, kept: records.length - newer };
}

/**
 * Merges a backup into this device: equal numbers are one dataset, and of two versions of an entry the newer one is kept. All of the file
 * is checked before the first entry is written; a damaged one changes nothing.
 * @param paused feeds that are not polled until the user resumes them
 */
export async function restoreBackup(
  { workspace, file, paused = [] }: { workspace: string; file: Blob; paused?: readonly string[] },
  context: JobContext,
): Promise<Outcome<Restored>> {
  const opened = await openBackup(file);
  if (!opened.ok) return opened;
  const { catalog, columns } = opened.value;
  const blocks = new ColumnStore(workspace);
  const written: string[] = [];
  const quiet: JobContext = { ...context, progress: () => undefined };
  try {
    return await exclusively(workspace, async () => {
      const devices = new Catalog(workspace);
      const added: Entry[] = [];
      let kept = 0;
      for (const [place, dataset] of catalog.datasets.entries()) {
        context.progress(place / catalog.datasets.length, `Checking ${dataset.name}`);
        const numbers = await columnsOf(file, dataset, columns[place], context);
        const known = await devices.get(dataset.hash);
        if (known && (await isWhole(blocks, known, context))) {
          if (known.removedAt === null) kept++;
          else added.push({ ...known, removedAt: null });
          continue;
        }
        const block = crypto.randomUUID();
        written.push(block);
        await blocks.write(block, numbers, quiet);
        added.push({ ...dataset, block, removedAt: null });
      }
      const restored = await commit(workspace, added, catalog.records, new Set(paused));
      written.length = 0;
      return succeed({ ...restored, kept: restored.kept + kept });
    });
  } catch (error) {
    return fileFailure(error) ?? refused(error);
  } finally {
    // Blocks without an entry, if the restore failed.
    for (const block of written) await blocks.delete(block).catch(() => undefined);
  }
}
