import { open } from "node:fs/promises";
import {
  answerOutlined,
  type Batch,
  columnSources,
  type Numbers,
  nameOf,
  type OutlinedAnswer,
  parquetSources,
  type Source,
  UnusableFile,
} from "../../../batch";
import { EACH_COLUMN } from "../../../batch/schema";
import { fail, type Outcome, succeed } from "../../../contract";
import { count } from "../../../format";
import type { JobContext } from "../../../runtime/job";
import { isShortage } from "../../../runtime/wasm/is-shortage";
import { openParquet } from "../../data/open-parquet";
import { readTable, type Stored, storedReader } from "../../data/read-source";

interface ListStoredInput {
  files: Stored;
  /** Names in the order of the plan. */
  data: readonly string[];
  column: string | null;
}

/** Signature of a Parquet file, whatever its name. */
const PARQUET = "PAR1";

async function isParquet(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PARQUET.length), 0, PARQUET.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === PARQUET;
  } finally {
    await file.close();
  }
}

async function sourcesOf(name: string, path: string, column: string | null, context: JobContext): Promise<Source[]> {
  if (await isParquet(path)) return parquetSources(openParquet(path, context), name, column === EACH_COLUMN ? null : column);
  if (column !== EACH_COLUMN) return [{ kind: "text", from: name }];
  const read = await readTable(path, context);
  return columnSources(read.ok ? read.value.columns : [], name);
}

/** The series of some files, in the order of the plan. */
export async function listStored({ files, data, column }: ListStoredInput, context: JobContext): Promise<Outcome<Source[]>> {
  const found: Source[] = [];
  // Forgets files that have changed.
  storedReader(files);
  for (const name of data) {
    context.checkpoint();
    try {
      found.push(...(await sourcesOf(name, files[name].path, column, context)));
    } catch (error) {
      if (isShortage(error)) throw error;
      const reason = error instanceof UnusableFile ? error.message : `${name} cannot be read.`;
      return fail("bad-input", "runtime/said", { text: reason });
    }
  }
  return succeed(found);
}

/** Maximum number of values of a series per response. */
const MAX_SENT = 500_000;

/** One series of some files, by its index in the order of the plan; null if there is none. */
export async function openStored(
  { place, ...listing }: ListStoredInput & { place: number },
  context: JobContext,
): Promise<Outcome<Numbers | null>> {
  const listed = await listStored(listing, context);
  if (!listed.ok) return listed;
  if (place >= listed.value.length) return succeed(null);
  const source = listed.value[place];
  const read = await storedReader(listing.files).series(source, context);
  if (!read.ok) return read;
  const { hash, length, times, columns, primary } = read.value;
  const numbers = length * (columns.length + Number(times !== null));
  if (numbers > MAX_SENT)
    return fail("too-large", "runtime/said", {
      text: `${nameOf(source)} has ${count(numbers)} numbers; ${count(MAX_SENT)} can be sent at most.`,
    });
  return succeed({ hash, name: nameOf(source), length, times, columns, primary });
}

/** Answers series of some files, each with its outline. */
export const answerStored = ({ files, ...batch }: Batch & { files: Stored }, context: JobContext): Promise<Outcome<OutlinedAnswer[]>> =>
  answerOutlined(batch, storedReader(files), context);
