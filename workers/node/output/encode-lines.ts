import type { TableColumn } from "../../batch";
import { type Outcome, succeed } from "../../contract";
import { type RowLines, rowsOfFile } from "../run/row-lines";
import { encodePiece, type Format, type Piece } from "./encode-piece";

/** Some rows that stand in a file, and as what they are to be written. */
export interface LinesInput {
  path: string;
  lines: RowLines;
  format: Format;
  columns: readonly TableColumn[];
}

/** Makes a piece of a file of results from rows that were kept while the run went on. */
export async function encodeLines({ path, lines, format, columns }: LinesInput): Promise<Outcome<Piece>> {
  return succeed(await encodePiece(rowsOfFile(path, lines), format, columns));
}
