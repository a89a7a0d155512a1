import { type Count, type Millis, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { openBackup } from "../backup/backup-file";
import { type StoredRecord, takesPlaceOf } from "../record";
import { RecordStore } from "../record-store";

export interface BackupContent {
  app: string;
  madeAt: Millis;
  datasets: { hash: string; name: string; length: Count }[];
  records: StoredRecord[];
  settings: Record<string, string>;
  /** Entries of this device that newer ones of the file would take the place of. */
  replaced: StoredRecord[];
  /** How many names and other lines are shortened. */
  shortened: Count;
}

/** Entries looked up on this device at a time. */
const LOOKED_UP = 200;
const LABEL = "Reading the backup";
/** Share of the work that is reading the catalog. */
const READING = 0.6;

async function replacedBy(records: readonly StoredRecord[], workspace: string, context: JobContext): Promise<StoredRecord[]> {
  const store = new RecordStore(workspace);
  const now = Date.now();
  const found: StoredRecord[] = [];
  for (let from = 0; from < records.length; from += LOOKED_UP) {
    context.checkpoint();
    context.progress(READING + (1 - READING) * (from / records.length), LABEL);
    const some = records.slice(from, from + LOOKED_UP);
    const here = await store.getAll(some.map(({ id }) => id));
    if (!here.ok) continue;
    for (const record of some) {
      const present = here.value.get(record.id);
      if (present?.removedAt === null && takesPlaceOf(record, present, now)) found.push(present);
    }
  }
  return found;
}

/** What a backup holds, checked but for the numbers of its datasets; nothing is changed. */
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
  const replaced = await replacedBy(records, workspace, context);
  return succeed({
    app,
    madeAt,
    datasets: datasets.map(({ hash, name, length }) => ({ hash, name, length })),
    records,
    settings,
    replaced,
    shortened: opened.value.shortened,
  });
}
