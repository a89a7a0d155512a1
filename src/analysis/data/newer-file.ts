import type { Outcome, Series } from "../../../workers/contract";
import { succeed } from "../../../workers/contract";
import type { VersionChanges } from "../../../workers/ingest";
import { compute } from "../../client/compute";
import type { RunOptions } from "../../client/pool";
import { type ListedDataset, workspace } from "../../state/workspace";

/** An opened file that is a newer version of a stored series. */
export interface NewerFile {
  series: Series;
  known: ListedDataset;
  changes: VersionChanges;
}

/** What to do with it. */
export type VersionChoice = "file" | "rows" | "another";

/** A name without download suffixes: "AAPL (1).csv" and "aapl_2024-05-01.csv" become "aapl". */
export const stemOf = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replace(/\.\w{2,7}\b/g, "")
    .replace(/\(\d+\)/g, "")
    .replace(/[\d_\-.\s]+/g, " ")
    .trim();

const columnsOf = ({ columns }: Pick<ListedDataset, "columns">): string => JSON.stringify(columns.map(({ name }) => name));

function isLike(series: Series, { name, columns, span, quality, period }: ListedDataset): boolean {
  const { times, length } = series;
  if (!times || !span || quality.symbolOf || period || columnsOf({ columns }) !== columnsOf(series)) return false;
  if (quality.preset !== series.quality.preset || stemOf(name) !== stemOf(series.name)) return false;
  return times[0] <= span.to && span.from <= times[length - 1];
}

/** The stored series of which a file is a newer version: same name, same format, and equal on most common dates. */
export async function newerFile(series: Series, options: Pick<RunOptions, "signal">): Promise<NewerFile | null> {
  await workspace.open();
  const { datasets } = workspace.read();
  if (datasets.some(({ hash }) => hash === series.hash)) return null;
  const known = datasets.find((dataset) => isLike(series, dataset));
  if (!known) return null;
  const before = await workspace.load(known.hash, options);
  if (!before.ok) return null;
  const { times, columns } = before.value;
  const compared = await compute.run(
    "compare-versions",
    { before: { times, columns }, after: series },
    { ...options, priority: "reading" },
  );
  if (!compared.ok || compared.value.same <= compared.value.changed.count) return null;
  return { series, known, changes: compared.value };
}

/** The series that results from a choice about a newer file. */
export async function chosenVersion(
  { series, known }: NewerFile,
  choice: VersionChoice,
  options: Pick<RunOptions, "signal" | "onProgress">,
): Promise<Outcome<Series>> {
  if (choice === "file") return succeed({ ...series, name: known.name, previous: known.hash });
  if (choice === "another") return succeed({ ...series, name: otherName(series.name) });
  const before = await workspace.load(known.hash, options);
  return before.ok ? compute.run("add-rows", { before: before.value, after: series }, { ...options, priority: "reading" }) : before;
}

/** A name not used by any dataset. */
function otherName(name: string): string {
  const taken = new Set(workspace.read().datasets.map((dataset) => dataset.name));
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} (${count})`)) count++;
  return `${name} (${count})`;
}
