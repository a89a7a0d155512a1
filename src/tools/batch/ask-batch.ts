import type { ListedSource } from "../../../workers/batch/jobs/list-sources";
import { EACH_COLUMN, questionSettings } from "../../../workers/batch/schema";
import { because, failBecause, type Millis, type Outcome, succeed, verbatim } from "../../../workers/contract";
import { readSettings } from "../../../workers/runtime/schema";
import { settledSeries, type Turn } from "../../analysis/use-analysis";
import { canceled } from "../../client/failures";
import { count, plural } from "../../lib/format.ts";
import { answerAll, type Part } from "./answer-all";
import { type BatchData, type BatchRow, type BatchRun, canResume, givenOf, otherFile, rowsOf, textsOf } from "./batch-run";
import { type Files, filesAgain } from "./chosen-files";
import { shownCells } from "./figures";
import { alone, keepHead, keepWhole, keptRun, PartKeeper } from "./kept-run";
import { type BatchInputs, hostFilesOf, settingsOf } from "./settings";
import type { Chosen } from "./use-batch";

/** How often the table is updated while it fills. */
const DRAW_EVERY: Millis = 400;

const OTHER_ROWS = "The rows received do not match the host's digest.";

const ELSEWHERE = "Another tab is running this batch.";

const namesOf = ([first, ...others]: readonly string[]): string => {
  return others.length > 0 ? `${first} and ${plural(others.length, "more file")}` : first;
};

/** A run that has not started. */
async function begun({ source, files: here, ways, host }: Chosen, inputs: BatchInputs, turn: Turn<BatchRun>): Promise<Outcome<BatchRun>> {
  const names = host === "" ? [] : hostFilesOf(inputs);
  const there = names.length > 0;
  const files = there ? {} : here;
  const read = files ? succeed(null) : await settledSeries(source, because("ingest/selectFileFirst"));
  if (!read.ok) return read;
  const { question } = inputs;
  const varied = question === "optimize" ? { axes: (await import("./varied-fields.tsx")).axesOf(inputs) } : {};
  const { settings, refusal } = readSettings<Record<string, unknown>>(questionSettings[question], { ...settingsOf(inputs), ...varied });
  if (refusal) return failBecause("bad-input", refusal);
  const series = read.value;
  const marked = files && !there ? await turn.ask("mark-files", { files }, { cache: false }) : succeed({});
  if (!marked.ok) return marked;
  const name = series?.name ?? namesOf(there ? names : Object.keys(files ?? {}));
  const data: BatchData = { name, series, files: files ?? {}, ways: there || series ? [] : ways, marks: marked.value, there };
  const plan = {
    data: there ? names : series ? [series.name] : Object.keys(data.files),
    question,
    settings,
    column: series ? EACH_COLUMN : null,
  };
  const table = series && { from: series.name, columns: series.columns.map(({ name, role }) => ({ name, role })) };
  const listed = there
    ? await (await import("./answer-there")).listThere(plan, turn.signal)
    : await turn.ask("list-sources", { table, files: data.files }, { cache: false });
  if (!listed.ok) return listed;
  const id = crypto.randomUUID();
  const nothing = { rows: [], failed: 0, parts: [], digest: null, millis: 0, at: Date.now() };
  return succeed({ id, plan, inputs: { ...inputs, opened: "" }, data, sources: listed.value, ...nothing });
}

/** Computes the pending series of a run, and shows it as it fills. */
async function completed(run: BatchRun, host: string, turn: Turn<BatchRun>): Promise<Outcome<BatchRun>> {
  const { plan, sources } = run;
  const began = performance.now();
  const parts = [...run.parts];
  const rows: (BatchRow | undefined)[] = sources.map(() => undefined);
  for (const row of run.rows) rows[row.place] = row;
  let { failed } = run;
  let done = run.rows.length;
  let drawn = Number.NEGATIVE_INFINITY;
  const keep = new PartKeeper(run);
  const now = (): BatchRun => ({
    ...run,
    refused: keep.refused,
    rows: rows.filter((row) => row !== undefined),
    failed,
    parts: [...parts],
    millis: run.millis + performance.now() - began,
    at: Date.now(),
  });
  const onPart = (part: Part) => {
    parts.push(part);
    keep.add(part);
    for (const row of rowsOf(part)) rows[row.place] = row;
    failed += part.rows.filter(({ failure }) => failure !== undefined).length;
    done += part.places.length;
    turn.onProgress({ fraction: done / sources.length, label: `${count(done)} of ${count(sources.length)} series` });
    if (performance.now() - drawn < DRAW_EVERY) return;
    turn.show(now());
    drawn = performance.now();
  };
  const { question, settings, column } = plan;
  const shown = shownCells(question);
  const ask = { question, settings, column, shown };
  const giving = (asked: readonly ListedSource[]) => givenOf(run.data, asked);
  const common = { sources, isDone: (place: number) => rows[place] !== undefined, onPart, signal: turn.signal };
  if (run.rows.length === 0) await keep.begin();
  const onSending = (label: string) => turn.onProgress({ fraction: 0, label });
  const answered =
    host === ""
      ? await answerAll({ ...common, ask, giving })
      : await (await import("./answer-there")).answerThere({ ...common, plan, data: run.data, shown, onSending });
  await keep.all();
  const all = now();
  if (!answered.ok || turn.signal.aborted) {
    await keepHead(all);
    return answered.ok ? canceled() : answered;
  }
  const digested = await turn.ask(
    "digest-rows",
    { texts: textsOf(all) },
    { cache: false, overall: () => ({ fraction: 1, label: "Digest" }) },
  );
  const digest = digested.ok ? digested.value : null;
  if (answered.value !== null && digest !== null && answered.value !== digest) return failBecause("crashed", verbatim(OTHER_ROWS));
  const finished = { ...all, digest };
  const kept = await keepHead(finished);
  return succeed({ ...finished, refused: all.refused || !kept });
}

/** The files of a stopped run: those in memory, chosen again, or read through stored handles. */
async function filesOfStopped(run: BatchRun, { files }: Chosen, turn: Turn<BatchRun>): Promise<Outcome<Files>> {
  const { ways, files: known } = run.data;
  if (files === known || (!files && canResume(run))) return succeed(known);
  // Immediately: browsers prompt the user only shortly after a click.
  const again = files ? succeed(files) : await filesAgain(ways);
  if (!again.ok) return again;
  const marked = await turn.ask("mark-files", { files: again.value }, { cache: false });
  if (!marked.ok) return marked;
  const other = otherFile(run, marked.value);
  return other === null ? again : failBecause("bad-input", verbatim(other));
}

/**
 * A stopped run with its latest results. Those of the last moments were stored but may not have been shown; what newer batches or a full
 * device have evicted is stored again.
 */
async function newest(stopped: BatchRun, chosen: Chosen, turn: Turn<BatchRun>): Promise<Outcome<BatchRun>> {
  const files = await filesOfStopped(stopped, chosen, turn);
  if (!files.ok) return files;
  const kept = await keptRun(stopped.id);
  const isWhole = kept !== null && kept.rows.length >= stopped.rows.length;
  const refused = !isWhole && !(await keepWhole(stopped));
  const run = isWhole ? kept : stopped;
  return succeed({ ...run, refused, data: { ...run.data, files: files.value } });
}

/** Runs a job on every series of the chosen data, or resumes a stopped run. */
export async function askBatch(
  chosen: Chosen,
  inputs: BatchInputs,
  turn: Turn<BatchRun>,
  stopped: BatchRun | undefined,
): Promise<Outcome<BatchRun>> {
  const run = stopped ? await newest(stopped, chosen, turn) : await begun(chosen, inputs, turn);
  if (!run.ok) return run;
  const { elsewhere, ...own } = run.value;
  return (await alone(own.id, () => completed(own, chosen.host, turn))) ?? failBecause("bad-input", verbatim(ELSEWHERE));
}
