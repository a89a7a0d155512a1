import { fail, type Outcome, succeed } from "../contract";
import { readSeries } from "../ingest";
import type { JobContext } from "../runtime/job";
import type { Reader } from "./answer-batch";
import { columnOf } from "./columns-of";
import type { Numbers } from "./questions";
import { nameOf, type Source } from "./source";

/** What a page has been given to read. */
export interface Given {
  /** A dataset that is loaded, with those of its columns that are asked about. */
  table: Numbers | null;
  /** Files, by the names the sources have. */
  files: Record<string, Blob>;
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
    if (source.kind !== "text" || !file) return fail("bad-input", "ingest/fileUnreadable");
    return readSeries({ source: file, name: nameOf(source), origin: "file" }, context);
  },
});
