import { ArchiveTooLarge, ZipWriter } from "../../archive";
import { type Count, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { CATALOG, columnsFile, FORMAT, VERSION } from "../backup/backup-file";
import { writeExact } from "../backup/exact-json";
import { Catalog } from "../catalog";
import { ColumnStore, DamagedBlock } from "../column-store";
import type { Entry } from "../dataset";
import { refused } from "../device-database";
import { RECORD_KINDS, type StoredRecord } from "../record";
import { RecordStore } from "../record-store";
import { readVerified } from "../verified-columns";

/** Bytes between checks of the cancel flag. */
const PIECE = 4 << 20;

export interface MakeBackupInput {
  workspace: string;
  /** Version of the app. */
  app: string;
  now: number;
  settings: Record<string, string>;
}

export interface Backup {
  file: Blob;
  datasets: Count;
  records: Count;
  /** Names of datasets whose numbers are damaged on this device; they are not in the file. */
  leftOut: string[];
}

function* piecesOf(columns: Float64Array[], context: JobContext): Generator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of columns) {
    for (let from = 0; from < byteLength; from += PIECE) {
      context.checkpoint();
      yield new Uint8Array(buffer, byteOffset + from, Math.min(PIECE, byteLength - from));
    }
  }
}

/** Everything of a workspace in one zip file, except what was removed. */
export async function makeBackup({ workspace, app, now, settings }: MakeBackupInput, context: JobContext): Promise<Outcome<Backup>> {
  try {
    const writer = new ZipWriter();
    const blocks = new ColumnStore(workspace);
    const { entries } = await new Catalog(workspace).all();
    const present = entries.filter(({ removedAt }) => removedAt === null);
    const datasets: Entry[] = [];
    const leftOut: string[] = [];
    for (const [place, entry] of present.entries()) {
      context.progress(place / present.length, `Writing ${entry.name}`);
      try {
        const columns = await readVerified(blocks, entry, { ...context, progress: () => undefined });
        writer.store(columnsFile(entry.hash), piecesOf(columns, context));
        datasets.push(entry);
      } catch (error) {
        if (!(error instanceof DamagedBlock)) throw error;
        leftOut.push(entry.name);
      }
    }
    const records: StoredRecord[] = [];
    for (const kind of RECORD_KINDS) {
      const listed = await new RecordStore(workspace).list(kind, false);
      if (!listed.ok) return listed;
      records.push(...listed.value.records);
    }
    await writer.deflate(CATALOG, writeExact({ format: FORMAT, version: VERSION, app, madeAt: now, datasets, records, settings }));
    return succeed({ file: writer.finish(), datasets: datasets.length, records: records.length, leftOut });
  } catch (error) {
    return error instanceof ArchiveTooLarge ? fail("too-large", "storage/backupTooLarge") : refused(error);
  }
}
