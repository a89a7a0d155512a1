import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { appVersion, kernelDigest } from "virtual:build-facts";
import { findSources, markOf } from "../data/find-sources";
import type { Source } from "../data/source";
import type { Row } from "../output/flat-row";
import { type Format, writeRows } from "../output/write-rows";
import { type Question, questions } from "../questions";
import { answerAll } from "./answer-all";
import { Journal } from "./journal";
import { digestOf, type Plan } from "./plan";
import { ProgressLine } from "./progress";

export interface RunOptions {
  output: string;
  format: Format;
  threads: number | null;
  /** Hears of every row as it comes, in no order. */
  onRows?: (rows: readonly Row[]) => void;
  signal: AbortSignal;
}

export interface RunSummary {
  /** False where it was stopped: the same plan goes on from there. */
  finished: boolean;
  done: number;
  of: number;
  failed: number;
  /** Of all answers in the order of the data: equal digests mean the same bits. */
  digest: string;
  seconds: number;
}

const isFailed = (row: Row) => row.failure !== undefined;

/** Why a row has no answer, for a person: file, reason, and where the trouble is. */
export function failureWords({ source, failure, failureRow, failureColumn, failureValue }: Row): string {
  const where = [
    failureRow === null ? null : `row ${failureRow}`,
    failureColumn === null ? null : `column ${failureColumn}`,
    failureValue === null ? null : `value "${String(failureValue).slice(0, 60)}"`,
  ].filter((part) => part !== null);
  return `${source}: ${failure}${where.length > 0 ? ` (${where.join(", ")})` : ""}`;
}

function digestRows(rows: Iterable<Row>): string {
  const hash = createHash("sha256");
  for (const { series, data = "", answer = "", failure = "" } of rows) hash.update(`${series}\t${data}\t${answer}\t${failure}\n`);
  return hash.digest("hex");
}

/** Runs a plan over all its data and writes the rows; where it is stopped, its journal stays beside the output. */
export async function runPlan(plan: Plan, { output, format, threads, onRows, signal }: RunOptions): Promise<RunSummary> {
  const began = performance.now();
  const question: Question = questions[plan.question];
  const sources = await findSources(plan.data, plan.column, output);
  const tasks: Source[][] = question.of === "assets" ? [sources] : sources.map((source) => [source]);
  const versions = { prospect: appVersion, kernels: kernelDigest };
  const marks = createHash("sha256");
  for (const from of new Set(sources.map((source) => source.from))) marks.update(`${await markOf(from)}\n`);
  const journal = new Journal(
    `${output}.journal`,
    digestOf(plan.question, plan.settings, plan.column, versions, marks.digest("hex")),
    tasks.length,
  );
  let failed = 0;
  if (journal.done > 0) for (const row of journal.rows()) failed += Number(isFailed(row));
  const before = journal.done;
  const line = new ProgressLine(process.stderr, before, tasks.length);
  const workers = Math.min(threads ?? availableParallelism(), Math.max(1, tasks.length - before));
  try {
    await answerAll({
      tasks,
      workers,
      ask: { question: plan.question, settings: plan.settings, column: plan.column },
      isDone: (place) => journal.has(place),
      onAnswer: (place, rows) => {
        journal.add(place, rows);
        failed += rows.filter(isFailed).length;
        onRows?.(rows);
      },
      onPause: (running) => {
        journal.flush();
        line.tell(journal.done + running, failed);
      },
      signal,
    });
  } finally {
    line.clear();
    journal.flush();
  }
  const finished = journal.done === tasks.length;
  const digest = digestRows(journal.rows());
  const seconds = (performance.now() - began) / 1000;
  const summary = { finished, done: journal.done, of: tasks.length, failed, digest, seconds };
  if (!finished) {
    journal.close();
    return summary;
  }
  const { done: _, of: __, finished: ___, seconds: ____, ...told } = summary;
  await writeRows(output, format, () => journal.rows(), { ...plan, versions, series: tasks.length, ...told });
  journal.remove();
  return summary;
}
