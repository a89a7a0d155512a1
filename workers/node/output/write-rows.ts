import { closeSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { fileWriter } from "hyparquet-writer";
import { csvLines, type Row, type Rows, type RowTable, writeParquet } from "../../batch";

export const FORMATS = ["parquet", "csv", "jsonl"] as const;
export type Format = (typeof FORMATS)[number];

/** A row as a line of JSON; numbers that JSON has no words for are texts. */
export const jsonLine = (row: Row): string =>
  `${JSON.stringify(row, (_, value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value))}\n`;

function* jsonLines(rows: Rows): Generator<string> {
  for (const row of rows()) yield jsonLine(row);
}

const PIECE = 1 << 16;

function writeLines(path: string, lines: Iterable<string>): void {
  const file = openSync(path, "w");
  try {
    let text = "";
    for (const line of lines) {
      text += line;
      if (text.length < PIECE) continue;
      writeSync(file, text);
      text = "";
    }
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Writes all rows and what is told of the run; the file is there as a whole, or as it was before. */
export async function writeRows(path: string, format: Format, table: RowTable, record: object): Promise<void> {
  const fresh = `${path}.part`;
  if (format === "csv") writeLines(fresh, csvLines(table));
  else if (format === "jsonl") writeLines(fresh, jsonLines(table.rows));
  else await writeParquet(fileWriter(fresh), table, record);
  renameSync(fresh, path);
  writeFileSync(`${path}.run.json`, `${JSON.stringify(record, null, 2)}\n`);
}
