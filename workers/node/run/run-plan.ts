import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { isFailed } from "../../batch";
import { markOf } from "../data/find-sources";
import type { Format } from "../output/write-rows";
import { answerAll } from "./answer-all";
import type { AnswerText } from "./answer-text";
import { Journal } from "./journal";
import { digestOf, type Plan } from "./plan";
import { ProgressLine } from "./progress";
import { type Totals, totalsOf, VERSIONS, writeResults } from "./results";
import { tasksOf } from "./tasks";

export interface RunOptions {
  output: string;
  format: Format;
  threads: number | null;
  /** Hears of every answer as it comes, in no order. */
  onAnswer?: (answer: AnswerText) => void;
  signal: AbortSignal;
}

export interface RunSummary extends Totals {
  /** False where it was stopped: the same plan goes on from there. */
  finished: boolean;
  done: number;
  of: number;
  seconds: number;
}

/** Runs a plan over all its data and writes the rows; where it is stopped, its journal stays beside the output. */
export async function runPlan(plan: Plan, { output, format, threads, onAnswer, signal }: RunOptions): Promise<RunSummary> {
  const began = performance.now();
  const tasks = await tasksOf(plan, output);
  const marks = createHash("sha256");
  for (const from of new Set(tasks.flat().map((source) => source.from))) marks.update(`${await markOf(from)}\n`);
  const journal = new Journal(
    `${output}.journal`,
    digestOf(plan.question, plan.settings, plan.column, VERSIONS, marks.digest("hex")),
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
      onAnswer: (place, answer) => {
        journal.add(place, answer.text);
        failed += answer.failed;
        onAnswer?.(answer);
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
  const { digest } = finished ? await writeResults(output, format, () => journal.rows(), plan, tasks.length) : totalsOf(journal.rows());
  const seconds = (performance.now() - began) / 1000;
  if (finished) journal.remove();
  else journal.close();
  return { finished, done: journal.done, of: tasks.length, failed, digest, seconds };
}
