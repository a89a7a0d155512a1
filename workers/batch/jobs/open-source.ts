import type { Outcome, Series } from "../../contract";
import { readSeries } from "../../ingest";
import { jobs as report } from "../../report";
import type { JobContext } from "../../runtime/job";
import { type Given, pageReader } from "../given";
import type { ListedSource } from "./list-sources";

/** One of many series, with its name. */
export interface OpenSourceInput extends ListedSource {
  given: Given;
}

/** One of many series as a separate dataset, which any tool can open. */
export async function openSource({ name, source, given }: OpenSourceInput, context: JobContext): Promise<Outcome<Series>> {
  const read = await pageReader(given).series(source, context);
  if (!read.ok) return read;
  const { times, columns } = read.value;
  const dates = times ? [{ name: "Date", kind: "time" as const, values: times }] : [];
  const named = columns.map((column) => ({ name: column.name, values: column.values }));
  const written = await report["export-table"]({ columns: [...dates, ...named], exactNames: true }, context);
  return written.ok ? readSeries({ source: written.value, name, origin: "file" }, context) : written;
}
