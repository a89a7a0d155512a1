import { type Count, type Millis, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { openBackup } from "../backup/backup-file";
import { Catalog } from "../catalog";
import type { Entry } from "../dataset";
import { type StoredRecord, takesPlaceOf } from "../record";
import { RecordStore } from "../record-store";

export interface BackupContent {
  app: string;
  madeAt: Millis;
  datasets: { hash: string; name: string; length: Count }[];
  records: StoredRecord[];
  settings: Record<string, string>;
  /** Entries of this device that newer ones in the file would replace. */
  replaced: StoredRecord[];
  /** Names of the datasets, and the entries, that this device does not have. */
  added: { datasets: string[]; records: StoredRecord[] };
  /** Number of names and other lines that are shortened. */
  shortened: Count;
}

/** Entries looked up on this device at a time. */
const LOOKED_UP = 200;
const LABEL = "Reading the backup";
/** Share of the work that is reading the catalog. */
const READING = 0.6;

type Changes = Pick<BackupContent, "replaced"> & { added: StoredRecord[] };

/** Records that would be replaced or added on this device. */
async function changesBy(records: readonly StoredRecord[], workspace: string, context: JobContext): Promise<Changes> {
  const store = new RecordStore(workspace);
  const now = Date.now();
  const changes: Changes = { replaced: [], added: [] };
  for (let from = 0; from < records.length; from += LOOKED_UP) {
    context.checkpoint();
    context.progress(READING + (1 - READING) * (from / records.length), LABEL);
    const some = records.slice(from, from + LOOKED_UP);
    const here = await store.getAll(some.map(({ id }) => id));
    if (!here.ok) continue;
    for (const record of some) {
      const present = here.value.get(record.id);
      if (!present || present.removedAt !== null) changes.added.push(record);
      else if (takesPlaceOf(record, present, now)) changes.replaced.push(present);
    }
  }
  return changes;
}

/** Names of the datasets that this device does not list. */
async function missingOf(datasets: readonly Entry[], workspace: string): Promise<string[]> {
  const { entries } = await new Catalog(workspace).all();
  const listed = new Set(entries.flatMap(({ hash, removedAt }) => (removedAt === null ? [hash] : [])));
  return datasets.flatMap(({ hash, name }) => (listed.has(hash) ? [] : [name]));
}

/** Content of a backup, verified except for the numbers of its datasets; nothing is changed. */
export async function readBackup(
  { file, workspace }: { file: Blob; workspace: string },
  context: JobContext,
): Promise<Outcome<BackupContent>> {
  const opened = await openBackup(file, (share) => {
    context.checkpoint();
    context.progress(READING * share, LABEL);
  });
  if (!opened.ok) return opened;
  const { app, madeAt, datasets, records, settings } = opened.value.catalog;
  const { replaced, added } = await changesBy(records, workspace, context);
  return succeed({
    app,
    madeAt,
    datasets: datasets.map(({ hash, name, length }) => ({ hash, name, length })),
    records,
    settings,
    replaced,
    added: { datasets: await missingOf(datasets, workspace), records: added },
    shortened: opened.value.shortened,
  });
}
