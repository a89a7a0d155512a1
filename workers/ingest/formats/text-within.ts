import type { FileFormat } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { BinaryFile, RefusedFile } from "../refused-file";
import { Remembered } from "../remembered";
import { openFile } from "./open-file";

/** Texts that are handed over as they are written, markup and all. */
const WRITTEN: ReadonlySet<FileFormat> = new Set(["text", "html", "json"]);

/**
 * The text a file holds for a reader of its own: itself, what is packed in it, or the rows of a workbook as CSV.
 * @throws RefusedFile where there is none, UnreadableFile
 */
export async function textWithin(blob: Blob, context: JobContext, label: string): Promise<Blob> {
  let refused: RefusedFile | null = null;
  for await (const found of openFile(blob, [], new Remembered(null), context, label, WRITTEN)) {
    if (found.kind === "text") return found.blob;
    refused ??= found.kind === "refused" ? new RefusedFile(found.failure) : new BinaryFile();
  }
  throw refused ?? new BinaryFile();
}
