import type { Count } from "../../../workers/contract";
import { saveFile } from "../../lib/save-file.ts";
import type { TableColumns } from "../../lib/table-file.ts";

export { saveTable } from "../../ui/save-table.ts";
export type { TableColumns };

/** File systems allow 255 bytes, which include what a file contains, its extension, and a browser's own ending while it downloads. */
const MAX_HEAD: Count = 120;
const MAX_TAIL: Count = 50;

/** A long name without its middle: versions of a series often differ at the end. */
function shortened(name: string): string {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length <= MAX_HEAD + MAX_TAIL) return name;
  const ends = [bytes.subarray(0, MAX_HEAD), bytes.subarray(-MAX_TAIL)];
  // Halves of a character decode to U+FFFD.
  const [head, tail] = ends.map((end) => new TextDecoder().decode(end).replaceAll("\ufffd", ""));
  return `${head}-${tail.replace(/^\p{M}+/u, "")}`;
}

/**
 * A name without extension, without what file systems refuse, hide or would take for another name or a device, and without towers of
 * marks.
 */
export const fileStem = (name: string): string =>
  shortened(
    name
      .normalize("NFC")
      .replace(/\.[a-z0-9]+$/i, "")
      .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
      .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
      .replace(/(\p{M}{3})\p{M}+/gu, "$1")
      .replace(/^\.+|-+$/g, "")
      .replace(/^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?=\.|$)/i, "$&_"),
  ) || "data";

/** The columns, preceded by their dates if any. */
export const dated = (times: Float64Array | null, columns: TableColumns): TableColumns =>
  times ? [{ name: "Date", kind: "time", values: times }, ...columns] : columns;

/** Saves a document as indented JSON. */
export const saveJson = (document: unknown, name: string): void => saveFile(JSON.stringify(document, null, 2), name, "application/json");
