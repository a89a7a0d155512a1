import { type Outcome, type Series, succeed } from "../../../workers/contract";
import { compute } from "../../client/compute";
import type { RunOptions } from "../../client/pool";
import { workspace } from "../../state/workspace";
import type { TableColumns } from "./save-table.ts";

interface DatasetOptions extends Pick<RunOptions, "signal" | "onProgress"> {
  /** What its columns were made of, where that is a result. */
  made?: string;
}

/** Columns as a dataset of this device. */
export async function datasetOf(columns: TableColumns, name: string, { made, ...options }: DatasetOptions = {}): Promise<Outcome<Series>> {
  const written = await compute.run("export-table", { columns }, { ...options, cache: false });
  if (!written.ok) return written;
  const read = await compute.run("read-series", { source: written.value, name, origin: "file" }, { ...options, cache: false });
  if (!read.ok) return read;
  const series = made ? { ...read.value, made } : read.value;
  await workspace.add(series);
  return succeed(series);
}
