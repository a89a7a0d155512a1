import type { Source } from "../../batch";
import { answerTasks } from "../run/answer-tasks";
import type { AnswerText } from "../run/answer-text";
import type { Plan } from "../run/plan";
import type { Thread } from "../run/thread";
import type { PartLine } from "./run-folder";

/** A part takes so many times the least: at first, so that little is queued. */
const MAX_MULTIPLE = 5;
/** A part that takes more than the least is at most this share of what is left. */
const SHARE = 1 / 64;
/** Near the end a part takes this share of the remaining work, down to a share of the minimum, so that all workers finish together. */
const LAST_SHARE = 1 / 4;
/** The rate is taken of a batch of at least so long, and not of the first, in which the thread starts, unless that is long by itself. */
const MEASURED_SECONDS = 0.25;
const LONG_SECONDS = 5;

export interface Measured {
  /** Of the first tasks: they are a part already done. */
  answers: AnswerText[];
  secondsPerTask: number;
}

/**
 * Answers tasks from the first on, in batches that grow, until it is known how long one takes.
 * @param least seconds that a part takes at least
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
 * How many tasks each part has, from the first part on, which is done.
 * @param least seconds that a part takes at least, but for the last
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

/** The parts of a run as lines of their file. */
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
