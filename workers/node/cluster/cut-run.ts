import type { Source } from "../../batch";
import { answerTasks } from "../run/answer-tasks";
import type { AnswerText } from "../run/answer-text";
import type { Plan } from "../run/plan";
import type { Thread } from "../run/thread";
import type { PartLine } from "./run-folder";

/** Initial length of a part, as a multiple of the minimum, so that few are queued. */
const MAX_MULTIPLE = 5;
/** A part longer than the minimum is at most this share of the remaining work. */
const SHARE = 1 / 64;
/** Near the end a part takes this share of the remaining work, down to a share of the minimum, so that all workers finish together. */
const LAST_SHARE = 1 / 4;
/** Minimum duration of a batch for measuring the rate; the first batch, in which the thread starts, only counts if it is long by itself. */
const MEASURED_SECONDS = 0.25;
const LONG_SECONDS = 5;

export interface Measured {
  /** Answers of the first tasks, which are a completed part. */
  answers: AnswerText[];
  secondsPerTask: number;
}

/**
 * Answers tasks from the first on, in growing batches, until the time per task is known.
 * @param least minimum duration of a part in seconds
 */
export async function measure(tasks: readonly Source[][], plan: Plan, least: number, thread: Thread): Promise<Measured> {
  const { question, settings, column } = plan;
  const answers: AnswerText[] = [];
  let secondsPerTask = 0;
  for (let size = 1; answers.length < tasks.length; size *= 2) {
    const batch = tasks.slice(answers.length, answers.length + size);
    const began = performance.now();
    const answered = await answerTasks(thread, { question, settings, column, tasks: batch });
    if (answered === null) throw new Error("Stopped.");
    answers.push(...answered);
    const seconds = (performance.now() - began) / 1000;
    secondsPerTask = seconds / batch.length;
    if (seconds >= (size === 1 ? LONG_SECONDS : Math.min(MEASURED_SECONDS, least))) break;
  }
  return { answers, secondsPerTask };
}

/**
 * Number of tasks of each part, starting with the completed first one.
 * @param least minimum duration of a part in seconds, except for the last
 */
export function partSizes(count: number, { answers, secondsPerTask }: Measured, least: number): number[] {
  const sizes = answers.length > 0 ? [answers.length] : [];
  for (let left = count - answers.length; left > 0; left -= sizes[sizes.length - 1]) {
    const rest = left * secondsPerTask;
    const last = Math.max(LAST_SHARE * least, Math.min(least, LAST_SHARE * rest));
    const seconds = Math.min(MAX_MULTIPLE * least, Math.max(last, SHARE * rest));
    sizes.push(Math.min(left, Math.max(1, Math.round(seconds / secondsPerTask))));
  }
  return sizes;
}

/** The parts of a run as lines of the parts file. */
export function linesOf(
  run: string,
  tasks: readonly Source[][],
  sizes: readonly number[],
  hashes: ReadonlyMap<string, string>,
): PartLine[] {
  let from = 0;
  return sizes.map((size) => {
    const own = tasks.slice(from, from + size);
    from += size;
    const files = new Set(own.flatMap((sources) => sources.map((source) => source.from)));
    return { run, tasks: own, files: Object.fromEntries([...files].map((file) => [file, hashes.get(file) ?? ""])) };
  });
}
