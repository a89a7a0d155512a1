import type { Jobs } from "../../../workers/jobs";
import { compute } from "../../client/compute";
import type { JobInput } from "../../client/pool";
import { saveFile } from "../../lib/save-file.ts";
import { toastFailure } from "../../ui/texts.ts";

export type TableColumns = JobInput<Jobs, "export-table">["columns"];

/** A name without extension and without what file systems refuse. */
export const fileStem = (name: string): string => name.replace(/\.[a-z0-9]+$/i, "").replace(/[^\p{L}\p{N}._-]+/gu, "-");

/** The columns behind their dates, where there are any. */
export const dated = (times: Float64Array | null, columns: TableColumns): TableColumns =>
  times ? [{ name: "Date", kind: "time", values: times }, ...columns] : columns;

/** Writes columns as CSV, in a worker, and hands the file to the browser; trouble is told in a toast. */
export async function saveTable(columns: TableColumns, name: string): Promise<void> {
  const outcome = await compute.run("export-table", { columns }, { cache: false });
  if (outcome.ok) saveFile(outcome.value, name);
  else if (outcome.failure.code !== "canceled") toastFailure(outcome.failure);
}

/** Saves a document as indented JSON. */
export const saveJson = (document: unknown, name: string): void => saveFile(JSON.stringify(document, null, 2), name, "application/json");
