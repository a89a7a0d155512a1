import type { FileFormat } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { presetOf } from "../presets";
import { linesOf } from "../read-columns";
import { BinaryFile, RefusedFile } from "../refused-file";
import { Remembered } from "../remembered";
import { refuseUnsolved } from "../unsolved";
import { csvOfCells } from "./cells";
import { openFile } from "./open-file";
import { checkTextSize } from "./text-limit";
import type { TypedTable } from "./typed-table";

/** Texts returned as written, including markup. */
const WRITTEN: ReadonlySet<FileFormat> = new Set(["text", "html", "json"]);

/** A list of trades in typed columns, as CSV; null for any other table, which may be far larger and is not meant for a text reader. */
async function tradesOf(table: TypedTable, context: JobContext): Promise<Blob | null> {
  const names = table.fields.map(({ name }) => name);
  if (!presetOf([{ cells: names, line: 1 }])?.trades) return null;
  const pieces = [csvOfCells([names])];
  let size = 0;
  for await (const lines of linesOf(table)) {
    context.checkpoint();
    const piece = csvOfCells(lines);
    size += piece.size;
    checkTextSize({ size }, "A list of trades");
    pieces.push(piece);
  }
  return new Blob(pieces);
}

/**
 * The text of a file for a specialized reader: the file itself, its packed content, or the rows of a workbook or of a typed list of trades
 * as CSV.
 * @throws RefusedFile if there is none, UnreadableFile
 */
export async function textWithin(blob: Blob, context: JobContext, label: string): Promise<Blob> {
  let refused: RefusedFile | null = null;
  for await (const found of openFile(blob, [], new Remembered(null), context, label, WRITTEN)) {
    if (found.kind === "text") {
      refuseUnsolved(found.unsolved);
      return found.blob;
    }
    const trades = found.kind === "columns" ? await tradesOf(found.table, context) : null;
    if (trades) return trades;
    refused ??= found.kind === "refused" ? new RefusedFile(found.failure) : new BinaryFile();
  }
  throw refused ?? new BinaryFile();
}
