import { type Count, type Millis, type Outcome, succeed } from "../../contract";
import { openBackup } from "../backup/backup-file";
import type { StoredRecord } from "../record";

export interface BackupContent {
  app: string;
  madeAt: Millis;
  datasets: { hash: string; name: string; length: Count }[];
  records: StoredRecord[];
  settings: Record<string, string>;
}

/** What a backup holds, checked but for the numbers of its datasets; nothing is changed. */
export async function readBackup({ file }: { file: Blob }): Promise<Outcome<BackupContent>> {
  const opened = await openBackup(file);
  if (!opened.ok) return opened;
  const { app, madeAt, datasets, records, settings } = opened.value.catalog;
  return succeed({ app, madeAt, datasets: datasets.map(({ hash, name, length }) => ({ hash, name, length })), records, settings });
}
