import * as v from "valibot";
import type { Failure, Outcome } from "../contract";
import { fail, succeed } from "../contract";
import { isoDay } from "../iso-dates";
import { failureOf } from "../runtime/compute";
import type { JobContext } from "../runtime/job";
import { Canceled } from "../runtime/job";
import { jobs as storage } from "../storage";
import { failureText } from "../texts";
import { flatRow, type Row } from "./output/flat-row";
import { choose, type Numbers, type Question, type QuestionName, questions, type Subjects } from "./questions";
import { readingCell } from "./reading-cell";
import { EACH_COLUMN } from "./schema";
import { nameOf, type Source, type TextSource } from "./source";

/** How sources are read: files on a machine, or what a page has been given. */
export interface Reader {
  /** The series of a source. */
  series(source: Source, context: JobContext): Promise<Outcome<Numbers>>;
  /** The bytes of a text. */
  bytes(source: TextSource): Promise<Outcome<Blob>>;
}

/** Sources and the question about each. */
export interface Batch {
  question: QuestionName;
  settings: unknown;
  /** Column to analyze; null to use the reader's choice. */
  column: string | null;
  /** Each task is answered separately; a question about all series together has a single task with all sources. */
  tasks: Source[][];
}

/** The rows of each task, in task order. */
export type BatchAnswer = Row[][];

/** Answers the tasks one after the other. A task that cannot be answered gives a row with the reason. */
export async function answerBatch(
  { question: name, settings: given, column, tasks }: Batch,
  reader: Reader,
  context: JobContext,
): Promise<Outcome<BatchAnswer>> {
  const question: Question = questions[name];
  const settings = v.parse(question.settings, given);
  const answers: BatchAnswer = [];
  for (const sources of tasks) {
    context.checkpoint();
    answers.push([await answerTask({ question, settings, column, reader }, sources, context)]);
  }
  return succeed(answers);
}

/** Cache of formatted days: series of one run share most of them. */
const days = new Map<number, string>();
const MAX_DAYS = 10_000;

function dayOf(time: number | undefined): string | null {
  if (time === undefined) return null;
  const known = days.get(time);
  if (known !== undefined) return known;
  if (days.size === MAX_DAYS) days.clear();
  const day = isoDay(time);
  days.set(time, day);
  return day;
}

/** Reading problems of the numbers, prefixed by the series if there are several; no cell if there are none. */
function readingOf(all: readonly Numbers[]): Row {
  const problems = all.flatMap(({ name, quality }) => {
    const found = quality ? readingCell(quality) : "";
    return found ? [all.length > 1 ? `${name}: ${found}` : found] : [];
  });
  return problems.length > 0 ? { reading: problems.join("; ") } : {};
}

/** Cells that say where a row's numbers come from. */
function originOf(sources: readonly Source[], all: readonly Numbers[]): Row {
  const [first] = sources;
  const one = all.length === 1 ? all[0] : null;
  return {
    series: sources.length === 1 ? nameOf(first) : `${sources.length} series`,
    source: first.from,
    ...(one && { column: one.columns[one.primary].name, values: one.length, from: dayOf(one.times?.[0]), to: dayOf(one.times?.at(-1)) }),
    ...readingOf(all),
    ...(all.length > 0 && { data: all.map(({ hash }) => hash).join(" ") }),
  };
}

interface Asking {
  question: Question;
  settings: unknown;
  column: string | null;
  reader: Reader;
}

async function answerTask(asking: Asking, sources: Source[], context: JobContext): Promise<Row> {
  const { question, settings } = asking;
  const { kernels } = context;
  const mark = kernels.arenaMark();
  const read: Numbers[] = [];
  const answered = async (): Promise<Outcome<Row>> => {
    const subject = await subjectOf(asking, sources, read, context);
    const outcome = subject.ok ? await question.ask(subject.value, settings, context) : subject;
    if (!outcome.ok) return outcome;
    const digested = await storage["digest-value"]({ value: outcome.value }, context);
    if (!digested.ok) return digested;
    const row = flatRow(outcome.value, { ...originOf(sources, read), answer: digested.value.digest });
    return succeed(Object.assign(row, question.cells(outcome.value)));
  };
  const outcome = await answered().catch((error: unknown) => {
    if (error instanceof Canceled) throw error;
    return failureOf(error);
  });
  kernels.arenaRelease(mark);
  return outcome.ok ? outcome.value : { ...originOf(sources, read), ...failureRow(outcome.failure) };
}

/** Reads the subject of a question; appends each series to `read` once it is available. */
async function subjectOf(
  { question: { of }, column, reader }: Asking,
  sources: Source[],
  read: Numbers[],
  context: JobContext,
): Promise<Outcome<Subjects[keyof Subjects]>> {
  if (of === "file") {
    const [source] = sources;
    if (source.kind !== "text") return fail("bad-input", "ingest/csvNotCsv");
    const blob = await reader.bytes(source);
    return blob.ok ? succeed({ name: nameOf(source), blob: blob.value }) : blob;
  }
  for (const source of sources) {
    const series = await reader.series(source, context);
    // A column of a Parquet file has been chosen when its series were listed.
    const ready = series.ok && source.kind === "text" ? choose(series.value, column === EACH_COLUMN ? null : column) : series;
    if (!ready.ok) return of === "assets" ? inSource(source, ready.failure) : ready;
    read.push(ready.value);
  }
  return succeed(of === "assets" ? read : read[0]);
}

/** A failure of one of several sources, which names the source. */
const inSource = ({ from }: Source, { row, column, value, ...failure }: Failure): Outcome<never> =>
  fail(failure.code, "runtime/said", { text: `${from}: ${failureText(failure)}` }, { row, column, value });

/** Why there is no answer, and where the problem is: columns with the same names in every table. */
function failureRow({ code, row, column, value, ...cause }: Failure): Row {
  return {
    failure: failureText(cause),
    failureCode: code,
    failureRow: row ?? null,
    failureColumn: column ?? null,
    failureValue: value ?? null,
  };
}
