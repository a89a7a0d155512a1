import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { UnreadableFile } from "../../archive";
import {
  type ColumnSource,
  columnOf,
  isAddress,
  type Numbers,
  nameOf,
  type Reader,
  readParquet,
  type Source,
  type TextSource,
} from "../../batch";
import { fail, type Outcome, type Series, succeed } from "../../contract";
import { readSeries } from "../../ingest";
import type { JobContext } from "../../runtime/job";
import { forgetParquet, parquetFile } from "./open-parquet";
import { responding } from "./responding";
import { whyUnopened } from "./unopened";

/** The content of a file. One of more than 2 GiB, which Node does not read at once, is read in pieces; only then, as a pipe cannot be. */
const contentOf = (path: string): Promise<Blob> =>
  readFile(path).then(
    (bytes) => new Blob([bytes]),
    (error: NodeJS.ErrnoException) => (error.code === "ERR_FS_FILE_TOO_LARGE" ? openAsBlob(path) : Promise.reject(error)),
  );

const refused = (text: string) => fail("bad-input", "runtime/said", { text });

/** The bytes of a file or an address; a failure if they cannot be read. */
export async function blobOf({ from }: TextSource): Promise<Outcome<Blob>> {
  if (isAddress(from)) {
    try {
      return succeed(await (await responding(from)).blob());
    } catch (error) {
      return error instanceof UnreadableFile ? refused(error.message) : fail("bad-input", "ingest/fileUnreadable");
    }
  }
  const unopened = await whyUnopened(from);
  if (unopened !== null) return refused(unopened);
  try {
    return succeed(await contentOf(from));
  } catch {
    return fail("bad-input", "ingest/fileUnreadable");
  }
}

/** The text whose columns were read last on this thread: the next series is usually in the same one. */
let table: { from: string; read: Promise<Outcome<Series>> } | null = null;

/** The columns of a text, read once for all of its series. */
export function readTable(from: string, context: JobContext): Promise<Outcome<Series>> {
  if (table?.from !== from) table = { from, read: readText({ kind: "text", from }, context) };
  return table.read;
}

async function readText(source: TextSource, context: JobContext, name = nameOf(source)): Promise<Outcome<Series>> {
  const blob = await blobOf(source);
  return blob.ok ? readSeries({ source: blob.value, name, origin: "file" }, context) : blob;
}

async function readColumn({ from, name }: ColumnSource, context: JobContext): Promise<Outcome<Numbers>> {
  const read = await readTable(from, context);
  return read.ok ? columnOf(read.value, name, context) : read;
}

/** The series of a source. @param name of a text */
export async function readSource(source: Source, context: JobContext, name?: string): Promise<Outcome<Numbers>> {
  if (source.kind === "parquet") return readParquet(parquetFile(source.from, context), source, context);
  return source.kind === "column" ? readColumn(source, context) : readText(source, context, name);
}

/** Reads files of this machine, and addresses. */
export const fileReader: Reader = { series: readSource, bytes: blobOf };

/** Files by their names as sources: path, and mark of the current state. */
export type Stored = Readonly<Record<string, { path: string; mark: string }>>;

/** Marks of files when this thread last read them. */
const marks = new Map<string, string>();
const MAX_MARKS = 1000;

/** Forgets files that have changed, so that they are read again. */
function forgetChanged(files: Stored): void {
  if (marks.size > MAX_MARKS) marks.clear();
  for (const { path, mark } of Object.values(files)) {
    if (marks.get(path) === mark) continue;
    marks.set(path, mark);
    forgetParquet(path);
    if (table?.from === path) table = null;
  }
}

/** Reads files whose names as sources differ from their paths. */
export function storedReader(files: Stored): Reader {
  forgetChanged(files);
  return {
    series: (source, context) => readSource({ ...source, from: files[source.from].path }, context, nameOf(source)),
    bytes: ({ from }) => blobOf({ kind: "text", from: files[from].path }),
  };
}
