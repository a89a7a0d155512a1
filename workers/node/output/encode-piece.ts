import { csvLine, encodeRows, type Row, type TableColumn } from "../../batch";
import type { ParquetGroup } from "../../report";

export const FORMATS = ["parquet", "csv", "jsonl"] as const;
export type Format = (typeof FORMATS)[number];

/** The next rows of a results file, in its format. */
export type Piece = Uint8Array<ArrayBuffer> | ParquetGroup;

/** A row as a line of JSON; numbers without a JSON representation are written as text. */
export const jsonLine = (row: Row): string =>
  `${JSON.stringify(row, (_, value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value))}\n`;

/** Encodes the next piece of a results file. */
export async function encodePiece(rows: readonly Row[], format: Format, columns: readonly TableColumn[]): Promise<Piece> {
  if (format === "parquet") return encodeRows(rows, columns);
  return new TextEncoder().encode(rows.map(format === "csv" ? (row) => csvLine(row, columns) : jsonLine).join(""));
}
