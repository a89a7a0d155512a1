import { type Count, fail, type Outcome, succeed } from "../../workers/contract";
import type { ShownRun } from "./result-files";
import type { RunBody } from "./run-body";
import { runBook } from "./run-list";
import { runsWritten } from "./runs";
import { seriesText } from "./series-text";
import { MAX_LENGTH_WITH_DATA, type SharedData, writeShared } from "./share-code";
import { workspace } from "./workspace";

/** Of more rows a link is too long. */
const MAX_ROWS: Count = 2000;
/** No text as long as this is packed into a link. */
const MAX_TEXT: Count = 8 * MAX_LENGTH_WITH_DATA;

/** What stood in a data field, as text; null where it is too long for a link. */
async function textOf({ text, length, hash }: RunBody["datasets"][number]): Promise<Outcome<string | null>> {
  if (length > MAX_ROWS || (text !== null && text.length > MAX_TEXT)) return succeed(null);
  if (text !== null) return succeed(text);
  const loaded = await workspace.load(hash);
  if (!loaded.ok) return loaded;
  const written = await seriesText(loaded.value);
  if (!written.ok) return written;
  return succeed(written.value.size > MAX_TEXT ? null : await written.value.text());
}

/** A run with its settings and its data as a text for the fragment of an address; null where that would be too long. */
export async function writeRun({ screen, startedAt }: ShownRun): Promise<Outcome<string | null>> {
  await runsWritten();
  const run = await runBook.find(screen, startedAt);
  if (!run) return fail("bad-input", "results/notRecorded");
  const data: SharedData[] = [];
  for (const field of run.fields) {
    const dataset = run.datasets.find((one) => one.field === field);
    const text = dataset ? await textOf(dataset) : succeed("");
    if (!text.ok) return text;
    if (text.value === null) return succeed(null);
    data.push({ field, name: dataset?.name ?? "", text: text.value });
  }
  return succeed(await writeShared(screen.slice(1), { ...JSON.parse(run.settings), ...JSON.parse(run.content) }, data));
}
