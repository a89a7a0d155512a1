import { closeSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { fileWriter } from "hyparquet-writer";
import { csvHeader, type TableColumn } from "../../batch";
import { ParquetColumns } from "../../report";
import type { Format, Piece } from "./encode-piece";

/** A file of results before its rows: how it is written, its columns, and what is told of the run. */
export interface Table {
  format: Format;
  columns: readonly TableColumn[];
  record: object;
}

async function writeTexts(path: string, first: string, pieces: AsyncIterable<Piece>): Promise<void> {
  const file = openSync(path, "w");
  try {
    writeSync(file, first);
    for await (const piece of pieces) {
      if (!("group" in piece)) for (let from = 0; from < piece.length; ) from += writeSync(file, piece, from);
    }
  } finally {
    closeSync(file);
  }
}

async function writeGroups(path: string, { columns, record }: Table, pieces: AsyncIterable<Piece>): Promise<void> {
  const file = new ParquetColumns(fileWriter(path), columns, record);
  for await (const piece of pieces) if ("group" in piece) file.append(piece);
  await file.finish();
}

/** Writes all rows, made piece by piece, and what is told of the run; the file is there as a whole, or as it was before. */
export async function writeRows(path: string, table: Table, pieces: AsyncIterable<Piece>): Promise<void> {
  const { format, columns, record } = table;
  const fresh = `${path}.part`;
  if (format === "parquet") await writeGroups(fresh, table, pieces);
  else await writeTexts(fresh, format === "csv" ? csvHeader(columns) : "", pieces);
  renameSync(fresh, path);
  writeFileSync(`${path}.run.json`, `${JSON.stringify(record, null, 2)}\n`);
}
