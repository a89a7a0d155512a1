import { type Column, type Count, fail, type Outcome, type Series, succeed } from "../../workers/contract";
import { compute } from "../client/compute";
import type { ShownRun } from "./result-files";
import type { RunDataset } from "./run-body";
import { runBook } from "./run-list";
import { runsWritten } from "./runs";
import { seriesText } from "./series-text";
import { MAX_LENGTH_WITH_DATA, type SharedData, writeShared } from "./share-code";
import { workspace } from "./workspace";

/** Maximum number of rows in a link. */
const MAX_ROWS: Count = 2000;
/** Maximum size of a text that is packed into a link. */
const MAX_TEXT: Count = 8 * MAX_LENGTH_WITH_DATA;

/** Whether a text is read the same here as on a device without this device's reading options. */
export const isReadAlike = (here: Readable, there: Readable): boolean =>
  here.hash === there.hash &&
  here.primary === there.primary &&
  here.columns.every(({ name, role }, place) => there.columns[place]?.name === name && there.columns[place].role === role);
type Readable = Pick<Series, "hash" | "primary"> & { columns: readonly Pick<Column, "name" | "role">[] };

function read(source: string, name: string, remembered?: unknown): Promise<Outcome<Series>> {
  return compute.run("read-series", { source, name, origin: "pasted", remembered }, { unlisted: true, cache: false });
}

/** Content of a data field as text, and how it was read; null if too long for a link. */
async function fieldOf(
  { text, length, hash, name }: RunDataset,
  remembered: unknown,
): Promise<Outcome<{ text: string; here: Readable } | null>> {
  if (length > MAX_ROWS || (text !== null && text.length > MAX_TEXT)) return succeed(null);
  if (text !== null) {
    const here = await read(text, name, remembered);
    return here.ok ? succeed({ text, here: { ...here.value, hash } }) : here;
  }
  const loaded = await workspace.load(hash);
  if (!loaded.ok) return loaded;
  const written = await seriesText(loaded.value);
  if (!written.ok) return written;
  return succeed(written.value.size > MAX_TEXT ? null : { text: await written.value.text(), here: loaded.value });
}

/** The text of a data field, if the recipient of the link would read the same from it. */
async function textOf(dataset: RunDataset, remembered: unknown): Promise<Outcome<string | null>> {
  const field = await fieldOf(dataset, remembered);
  if (!field.ok || field.value === null) return field as Outcome<null>;
  const { text, here } = field.value;
  const there = await read(text, dataset.name);
  return there.ok && isReadAlike(here, there.value) ? succeed(text) : fail("bad-input", "results/readByChoice");
}

/**
 * A run with settings and data as text for a URL fragment; null if that would be too long.
 * @param remembered this device's reading options for known formats, which a link cannot contain
 */
export async function writeRun({ screen, startedAt }: ShownRun, remembered: unknown): Promise<Outcome<string | null>> {
  await runsWritten();
  const run = await runBook.find(screen, startedAt);
  if (!run) return fail("bad-input", "results/notRecorded");
  const data: SharedData[] = [];
  for (const field of run.fields) {
    const dataset = run.datasets.find((one) => one.field === field);
    const text = dataset ? await textOf(dataset, remembered) : succeed("");
    if (!text.ok) return text;
    if (text.value === null) return succeed(null);
    data.push({ field, name: dataset?.name ?? "", text: text.value });
  }
  return succeed(await writeShared(screen.slice(1), { ...JSON.parse(run.settings), ...JSON.parse(run.content) }, data));
}
