import type { Outcome, Series } from "../../workers/contract";
import { compute } from "../client/compute";
import type { RunOptions } from "../client/pool";

/** A series as the text of a table with all digits, so that it is read back to the same numbers. */
export function seriesText(
  { times, columns }: Pick<Series, "times" | "columns">,
  options: Pick<RunOptions, "signal" | "priority"> = {},
): Promise<Outcome<Blob>> {
  const dates = times ? [{ name: "Date", kind: "time" as const, values: times }] : [];
  const named = columns.map(({ name, values }) => ({ name, values }));
  return compute.run("export-table", { columns: [...dates, ...named], exactNames: true }, { ...options, unlisted: true, cache: false });
}
