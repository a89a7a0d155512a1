import { open } from "node:fs/promises";
import { answerOutlined, type Batch, columnSources, type OutlinedAnswer, parquetSources, type Source, UnusableFile } from "../../../batch";
import { EACH_COLUMN } from "../../../batch/schema";
import { fail, type Outcome, succeed } from "../../../contract";
import type { JobContext } from "../../../runtime/job";
import { openParquet } from "../../data/open-parquet";
import { readTable, type Stored, storedReader } from "../../data/read-source";

export interface ListStoredInput {
  files: Stored;
  /** Names in the order of the plan. */
  data: readonly string[];
  column: string | null;
}

/** What a Parquet file begins with, whatever it is called. */
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
  if (await isParquet(path)) return parquetSources(openParquet(path), name, column === EACH_COLUMN ? null : column);
  if (column !== EACH_COLUMN) return [{ kind: "text", from: name }];
  const read = await readTable(path, context);
  return columnSources(read.ok ? read.value.columns : [], name);
}

/** The series of some files, in the order of the plan. */
export async function listStored({ files, data, column }: ListStoredInput, context: JobContext): Promise<Outcome<Source[]>> {
  const found: Source[] = [];
  // Files that have changed are forgotten.
  storedReader(files);
  for (const name of data) {
    context.checkpoint();
    try {
      found.push(...(await sourcesOf(name, files[name].path, column, context)));
    } catch (error) {
      const reason = error instanceof UnusableFile ? error.message : `${name} cannot be read.`;
      return fail("bad-input", "runtime/said", { text: reason });
    }
  }
  return succeed(found);
}

/** Answers series of some files, each with its outline. */
export const answerStored = ({ files, ...batch }: Batch & { files: Stored }, context: JobContext): Promise<Outcome<OutlinedAnswer[]>> =>
  answerOutlined(batch, storedReader(files), context);
