import * as v from "valibot";
import { DamagedArchive, readDirectory, readEntry, UnreadableFile, type ZipEntry } from "../../archive";
import { type Count, type Fraction, fail, type Millis, type Outcome, succeed, VALUE_BYTES } from "../../contract";
import { momentSchema } from "../../runtime/schema";
import { isContentHash } from "../../series";
import { blockWidth, type Entry, entrySchema } from "../dataset";
import { recordSchema, type StoredRecord } from "../record";
import { hasShortTexts, withShortTexts } from "../short-texts";
import { readExact } from "./exact-json";

export const FORMAT = "prospect-backup";
export const VERSION = 1;
/** The catalog: everything but the numbers of the datasets. */
export const CATALOG = "backup.json";
/** Far more than any workspace's catalog. */
const MAX_CATALOG = 1 << 28;

/** Entry with the numbers of a dataset: times if it is dated, then the columns, as little-endian 64-bit values. */
export const columnsFile = (hash: string): string => `columns/${hash}.f64`;

interface BackupCatalog {
  format: typeof FORMAT;
  version: number;
  /** App version that wrote the file. */
  app: string;
  madeAt: Millis;
  datasets: Entry[];
  records: StoredRecord[];
  /** Settings and inputs as stored on the device: texts by name. */
  settings: Record<string, string>;
}

/** A dataset is identified by the hash of its numbers and occurs once: other names would be trusted unchecked. */
const datasetsSchema = v.pipe(
  v.array(
    v.pipe(
      entrySchema,
      v.check(({ hash }) => isContentHash(hash)),
    ),
  ),
  v.check((datasets) => new Set(datasets.map(({ hash }) => hash)).size === datasets.length),
);
const catalogSchema: v.GenericSchema<unknown, BackupCatalog> = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  app: v.string(),
  madeAt: momentSchema,
  datasets: datasetsSchema,
  records: v.array(recordSchema),
  settings: v.record(v.string(), v.string()),
});
const formatSchema = v.object({ format: v.literal(FORMAT), version: v.number() });

interface OpenBackup {
  catalog: BackupCatalog;
  /** The entry that holds the numbers of each dataset, in the order of the catalog. */
  columns: ZipEntry[];
  /** Number of names and other lines that were too long and have been shortened. */
  shortened: Count;
}

const damaged = () => fail("bad-input", "storage/backupDamaged");

/** The failure for an unreadable backup file; null for any other error. */
export function fileFailure(error: unknown): Outcome<never> | null {
  if (error instanceof UnreadableFile) return fail("bad-input", "storage/backupUnreadable");
  return error instanceof DamagedArchive || error instanceof SyntaxError ? damaged() : null;
}

async function textOf(file: Blob, entry: ZipEntry, onRead: (share: Fraction) => void): Promise<string> {
  if (entry.size > MAX_CATALOG) throw new DamagedArchive();
  const bytes = new Uint8Array(entry.size);
  let at = 0;
  for await (const piece of readEntry(file, entry)) {
    bytes.set(piece, at);
    at += piece.length;
    onRead(at / entry.size);
  }
  return new TextDecoder().decode(bytes);
}

/**
 * Reads and checks everything but the numbers themselves: form, version, each entry by its schema, the size of each block of numbers.
 * @param onRead hears the fraction of the catalog's bytes read so far
 */
export async function openBackup(file: Blob, onRead: (share: Fraction) => void = () => undefined): Promise<Outcome<OpenBackup>> {
  try {
    const entries = await readDirectory(file, true).catch((error) => {
      if (error instanceof DamagedArchive) return null;
      throw error;
    });
    const entry = entries?.get(CATALOG);
    if (!entries || !entry) return fail("bad-input", entries ? "storage/backupForeign" : "storage/backupNoArchive");
    const content = readExact(await textOf(file, entry, onRead));
    const format = v.safeParse(formatSchema, content);
    if (format.success && format.output.version > VERSION) return fail("bad-input", "storage/backupNewer");
    const parsed = v.safeParse(catalogSchema, content);
    if (!parsed.success) return damaged();
    const { app, datasets, records } = parsed.output;
    const { value, shortened } = withShortTexts({ app, datasets, records });
    if (!hasShortTexts(value)) return damaged();
    const columns = datasets.map((dataset) => {
      const found = entries.get(columnsFile(dataset.hash));
      const size = blockWidth(dataset) * dataset.length * VALUE_BYTES;
      return found?.size === size ? found : null;
    });
    const there = columns.filter((one) => one !== null);
    return there.length === columns.length ? succeed({ catalog: { ...parsed.output, ...value }, columns: there, shortened }) : damaged();
  } catch (error) {
    const failure = fileFailure(error);
    if (failure) return failure;
    throw error;
  }
}
