import { type Count, type Millis, type Outcome, succeed } from "../../contract";
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

async function replacedBy(records: readonly StoredRecord[], workspace: string): Promise<StoredRecord[]> {
  const store = new RecordStore(workspace);
  const now = Date.now();
  const found: StoredRecord[] = [];
  for (const record of records) {
    const here = await store.get(record.id);
    if (here.ok && here.value?.removedAt === null && takesPlaceOf(record, here.value, now)) found.push(here.value);
  }
  return found;
}

/** What a backup holds, checked but for the numbers of its datasets; nothing is changed. */
export async function readBackup({ file, workspace }: { file: Blob; workspace: string }): Promise<Outcome<BackupContent>> {
  const opened = await openBackup(file);
  if (!opened.ok) return opened;
  const { app, madeAt, datasets, records, settings } = opened.value.catalog;
  const replaced = await replacedBy(records, workspace);
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
