import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { csvLines } from "../output/csv";
import { rowsFromText } from "../output/rows-text";
import { columnsOf } from "../output/table";

export interface WriteRowsInput {
  /** Rows as the journal keeps them, in the order of the data. */
  texts: readonly string[];
  format: "csv" | "parquet";
  /** What is told of the run in a Parquet file, under the key "prospect". */
  record: object;
}

/** Lines between two looks at the cancel flag. */
const CHUNK = 256;

/** All cells of all rows as a file, as the command writes it. */
export async function writeRows({ texts, format, record }: WriteRowsInput, context: JobContext): Promise<Outcome<Blob>> {
  const all = texts.flatMap(rowsFromText);
  const table = { columns: columnsOf(all), rows: () => all };
  if (format === "parquet") {
    const [{ ByteWriter }, { writeParquet }] = await Promise.all([import("hyparquet-writer"), import("../output/parquet")]);
    const bytes = new ByteWriter();
    await writeParquet(bytes, table, record);
    return succeed(new Blob([bytes.getBuffer()], { type: "application/vnd.apache.parquet" }));
  }
  const lines: string[] = [];
  for (const line of csvLines(table)) if (lines.push(line) % CHUNK === 0) context.checkpoint();
  return succeed(new Blob(lines, { type: "text/csv" }));
}
