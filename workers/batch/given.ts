import { fail, type Outcome, succeed } from "../contract";
import { ParquetFile, readSeries } from "../ingest";
import type { JobContext } from "../runtime/job";
import type { Reader } from "./answer-batch";
import { columnOf } from "./columns-of";
import type { Numbers } from "./questions";
import { readParquet } from "./read-parquet";
import { nameOf, type Source } from "./source";

/** What a page has been given to read. */
export interface Given {
  /** A dataset that is loaded, with those of its columns that are asked about. */
  table: Numbers | null;
  /** Files, by the names the sources have. */
  files: Record<string, File>;
}

/** The Parquet file that was asked for last on this thread, as it was then: the next series stands in the same one. */
let last: { mark: string; opening: Promise<ParquetFile> } | null = null;

/** A Parquet file a page has been given, read piece by piece. */
export function openGiven(file: File, context: JobContext): Promise<ParquetFile> {
  const mark = `${file.name} ${file.size} ${file.lastModified}`;
  if (last?.mark !== mark) {
    const slice = (start: number, end?: number) => file.slice(start, end).arrayBuffer();
    const opening = ParquetFile.open({ byteLength: file.size, slice }, context);
    last = { mark, opening };
    // It is opened again by whoever asks next.
    opening.catch(() => {
      if (last?.opening === opening) last = null;
    });
  }
  return last.opening;
}

/** Reads what a page has been given. */
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
