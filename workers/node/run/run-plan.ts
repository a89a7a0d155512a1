import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { isFailed, type Source } from "../../batch";
import { markOf } from "../data/find-sources";
import type { Format } from "../output/encode-piece";
import { answerAll } from "./answer-all";
import type { AnswerText } from "./answer-text";
import { FollowedResults } from "./followed-results";
import { growHeaps } from "./heap-growth";
import { Journal } from "./journal";
import { digestOf, type Plan } from "./plan";
import { ProgressLine } from "./progress";
import { type Totals, totalsOf, VERSIONS } from "./results";
import { RunThreads } from "./run-threads";
import { tasksOf } from "./tasks";

export interface RunOptions {
  output: string;
  format: Format;
  threads: number | null;
  /** Called for every answer as it arrives, in any order. */
  onAnswer?: (answer: AnswerText) => void;
  signal: AbortSignal;
}

export interface RunSummary extends Totals {
  /** False if it was stopped: the same plan resumes from there. */
  finished: boolean;
  done: number;
  of: number;
  seconds: number;
}

/** Runs a plan over all of its data and writes the rows; if it is stopped, its journal is kept beside the output. */
export async function runPlan(plan: Plan, options: RunOptions): Promise<RunSummary> {
  growHeaps();
  const threads = new RunThreads(options.threads ?? availableParallelism());
  try {
    return await runOn(threads, plan, options);
  } finally {
    await threads.end();
  }
}

/** The journal of a run, with the rows of an earlier one. */
async function openJournal(plan: Plan, output: string, tasks: readonly Source[][]): Promise<Journal> {
  const marks = createHash("sha256");
  for (const from of new Set(tasks.flat().map((source) => source.from))) marks.update(`${await markOf(from)}\n`);
  const head = digestOf(plan.question, plan.settings, plan.column, VERSIONS, marks.digest("hex"));
  return new Journal(`${output}.journal`, head, tasks.length);
}

async function runOn(threads: RunThreads, plan: Plan, { output, format, onAnswer, signal }: RunOptions): Promise<RunSummary> {
  const began = performance.now();
  const tasks = await tasksOf(plan, output, (answers) => threads.begin(answers ?? threads.count), signal);
  const journal = await openJournal(plan, output, tasks);
  let failed = 0;
  if (journal.done > 0) for (const row of journal.rows()) failed += Number(isFailed(row));
  const line = new ProgressLine(process.stderr, journal.done, tasks.length);
  const results = new FollowedResults({ path: output, format, plan, series: tasks.length }, journal);
  try {
    await answerAll({
      tasks,
      threads,
      ask: { question: plan.question, settings: plan.settings, column: plan.column },
      isDone: (place) => journal.has(place),
      onAnswer: (place, answer) => {
        journal.add(place, answer.text);
        failed += answer.failed;
        onAnswer?.(answer);
      },
      onPause: (running) => {
        journal.flush();
        line.show(journal.done + running, failed);
      },
      onHanded: () => results.follow(),
      signal,
    });
  } finally {
    line.clear();
    journal.flush();
  }
  const finished = journal.done === tasks.length;
  if (!finished) results.discard();
  const { digest } = finished ? await results.finish(threads.encode) : totalsOf(journal.rows());
  const seconds = (performance.now() - began) / 1000;
  if (finished) journal.remove();
  else journal.close();
  return { finished, done: journal.done, of: tasks.length, failed, digest, seconds };
}
