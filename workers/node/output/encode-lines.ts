import type { TableColumn } from "../../batch";
import { type Outcome, succeed } from "../../contract";
import { type LinesOfFile, rowsOfFile } from "../run/row-lines";
import { encodePiece, type Format, type Piece } from "./encode-piece";

/** Rows stored in files, in order, and the format they are to be written in. */
export interface LinesInput {
  files: readonly LinesOfFile[];
  format: Format;
  columns: readonly TableColumn[];
}

/** Encodes a piece of a results file from rows stored during the run. */
export async function encodeLines({ files, format, columns }: LinesInput): Promise<Outcome<Piece>> {
  return succeed(await encodePiece(files.flatMap(rowsOfFile), format, columns));
}

/** Thread job that encodes pieces. */
export const ENCODING: ["encode-lines", typeof encodeLines] = ["encode-lines", encodeLines];
