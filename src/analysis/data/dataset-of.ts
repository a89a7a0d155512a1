import { type Outcome, type Series, succeed } from "../../../workers/contract";
import { compute } from "../../client/compute";
import type { RunOptions } from "../../client/pool";
import { workspace } from "../../state/workspace";
import type { TableColumns } from "./save-table.ts";

interface DatasetOptions extends Pick<RunOptions, "signal" | "onProgress"> {
  /** What its columns were made of, where that is a result. */
  made?: string;
  /** The series whose columns it extends: a sample stays one, and its analyzed column is as certain as it was. */
  of?: Series;
}

/** A series that extends another, with the same column analyzed. */
function extended(series: Series, of: Series): Series {
  const primary = series.columns.findIndex(({ name }) => name === of.columns[of.primary].name);
  const isOpen = of.quality.doubts?.includes("value-column");
  const doubts = series.quality.doubts?.filter((doubt) => doubt !== "value-column" || isOpen);
  return { ...series, primary: Math.max(0, primary), quality: { ...series.quality, doubts } };
}

/** Columns as a dataset of this device. */
export async function datasetOf(
  columns: TableColumns,
  name: string,
  { made, of, ...options }: DatasetOptions = {},
): Promise<Outcome<Series>> {
  const written = await compute.run("export-table", { columns }, { ...options, cache: false });
  if (!written.ok) return written;
  const origin = of?.origin === "sample" ? "sample" : "file";
  const read = await compute.run("read-series", { source: written.value, name, origin }, { ...options, cache: false });
  if (!read.ok) return read;
  const series = { ...(of ? extended(read.value, of) : read.value), ...(made && { made }) };
  await workspace.add(series);
  return succeed(series);
}
