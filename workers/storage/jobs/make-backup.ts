import { type Count, fail, type Outcome, succeed } from "../contract";
import { CATALOGUE, columnsFile, FORMAT, VERSION } from "../lib/backup/backup-file";
import { writeExact } from "../lib/backup/exact-json";
import { ArchiveTooLarge, ZipWriter } from "../lib/backup/zip-writer";
import { Catalogue } from "../lib/catalogue";
import { ColumnStore, DamagedBlock } from "../lib/column-store";
import { blockWidth, type Entry } from "../lib/dataset";
import { refused } from "../lib/device-database";
import type { JobContext } from "../lib/job";
import { messages } from "../lib/messages";
import { RECORD_KINDS, type StoredRecord } from "../lib/record";
import { RecordStore } from "../lib/record-store";

/** Bytes between two looks at the cancel flag. */
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

/** Everything of a workspace in one zip file; what was removed stays out. */
export async function makeBackup({ workspace, app, now, settings }: MakeBackupInput, context: JobContext): Promise<Outcome<Backup>> {
  try {
    const writer = new ZipWriter();
    const blocks = new ColumnStore(workspace);
    const { entries } = await new Catalogue(workspace).all();
    const present = entries.filter(({ removedAt }) => removedAt === null);
    const datasets: Entry[] = [];
    const leftOut: string[] = [];
    for (const [place, entry] of present.entries()) {
      context.progress(place / present.length, `Writing ${entry.name}`);
      try {
        const columns = await blocks.read(entry.block, blockWidth(entry), entry.length, { ...context, progress: () => undefined });
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
    await writer.deflate(CATALOGUE, writeExact({ format: FORMAT, version: VERSION, app, madeAt: now, datasets, records, settings }));
    return succeed({ file: writer.finish(), datasets: datasets.length, records: records.length, leftOut });
  } catch (error) {
    return error instanceof ArchiveTooLarge ? fail("too-large", messages.backupTooLarge) : refused(error);
  }
}
