import { type Column, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { columnSources } from "../columns-of";
import { openGiven } from "../given";
import { parquetSources, UnusableFile } from "../parquet-sources";
import { nameOf, type Source } from "../source";

export interface ListSourcesInput {
  /** A dataset whose columns are the series; null if files are given. */
  table: { from: string; columns: Pick<Column, "name" | "role">[] } | null;
  /** Text files with one series each, and Parquet files, wide or long. */
  files: Record<string, File>;
}

/** One of several series. */
export interface ListedSource {
  name: string;
  source: Source;
}

const IS_PARQUET = /\.parquet$/i;

/** The series in a page's input, in the order of the data. */
export async function listSources({ table, files }: ListSourcesInput, context: JobContext): Promise<Outcome<ListedSource[]>> {
  const sources: Source[] = table ? columnSources(table.columns, table.from) : [];
  for (const [from, file] of Object.entries(files)) {
    context.checkpoint();
    if (!IS_PARQUET.test(from)) {
      sources.push({ kind: "text", from });
      continue;
    }
    try {
      sources.push(...(await parquetSources(openGiven(file, context), from, null)));
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      return fail("bad-input", "runtime/said", { text: error.message });
    }
  }
  return succeed(sources.map((source) => ({ name: nameOf(source), source })));
}
