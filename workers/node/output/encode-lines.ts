import type { TableColumn } from "../../batch";
import { type Outcome, succeed } from "../../contract";
import { type LinesOfFile, rowsOfFile } from "../run/row-lines";
import { encodePiece, type Format, type Piece } from "./encode-piece";

/** Some rows that stand in files, in the order of the files, and as what they are to be written. */
export interface LinesInput {
  files: readonly LinesOfFile[];
  format: Format;
  columns: readonly TableColumn[];
}

/** Makes a piece of a file of results from rows that were kept while the run went on. */
export async function encodeLines({ files, format, columns }: LinesInput): Promise<Outcome<Piece>> {
  return succeed(await encodePiece(files.flatMap(rowsOfFile), format, columns));
}

/** What threads make pieces by. */
export const ENCODING: ["encode-lines", typeof encodeLines] = ["encode-lines", encodeLines];
