import { saveFile } from "../../lib/save-file.ts";
import type { TableColumns } from "../../lib/table-file.ts";

export { saveTable } from "../../ui/save-table.ts";
export type { TableColumns };

/** A name without extension and without what file systems refuse. */
export const fileStem = (name: string): string => name.replace(/\.[a-z0-9]+$/i, "").replace(/[^\p{L}\p{N}._-]+/gu, "-");

/** The columns behind their dates, if there are any. */
export const dated = (times: Float64Array | null, columns: TableColumns): TableColumns =>
  times ? [{ name: "Date", kind: "time", values: times }, ...columns] : columns;

/** Saves a document as indented JSON. */
export const saveJson = (document: unknown, name: string): void => saveFile(JSON.stringify(document, null, 2), name, "application/json");
