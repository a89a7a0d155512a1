import { bytesOf } from "../archive";
import { fail, type Outcome, succeed } from "../contract";
import { ParquetFile, readSeries } from "../ingest";
import type { JobContext } from "../runtime/job";
import type { Reader } from "./answer-batch";
import { columnOf } from "./columns-of";
import type { Numbers } from "./questions";
import { readParquet } from "./read-parquet";
import { nameOf, type Source } from "./source";

/** The input a page has been given. */
export interface Given {
  /** A loaded dataset, with the columns in question. */
  table: Numbers | null;
  /** Files by source name. */
  files: Record<string, File>;
}

/** The Parquet file requested last on this thread: the next series is usually in the same one. */
let last: { mark: string; opening: Promise<ParquetFile> } | null = null;

/** Opens a Parquet file a page has been given, to be read in pieces. */
export function openGiven(file: File, context: JobContext): Promise<ParquetFile> {
  const mark = `${file.name} ${file.size} ${file.lastModified}`;
  if (last?.mark !== mark) {
    const slice = (start: number, end?: number) => bytesOf(file.slice(start, end));
    const opening = ParquetFile.open({ byteLength: file.size, slice }, context);
    last = { mark, opening };
    // Not cached, so that the next request tries again.
    opening.catch(() => {
      if (last?.opening === opening) last = null;
    });
  }
  return last.opening;
}

/** A reader of the input a page has been given. */
export const pageReader = ({ table, files }: Given): Reader => ({
  async bytes({ from }) {
    const file = files[from];
    return file ? succeed(file) : fail("bad-input", "ingest/fileUnreadable");
  },
  async series(source: Source, context: JobContext): Promise<Outcome<Numbers>> {
    if (table) return source.kind === "column" ? columnOf(table, source.name, context) : succeed(table);
    const file = files[source.from];
    if (!file) return fail("bad-input", "ingest/fileUnreadable");
    if (source.kind === "parquet") return readParquet(openGiven(file, context), source, context);
    return readSeries({ source: file, name: nameOf(source), origin: "file" }, context);
  },
});
