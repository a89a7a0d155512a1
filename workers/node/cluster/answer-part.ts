import type { Batch } from "../../batch";
import { answerTasks, setAsideRow } from "../run/answer-tasks";
import { type AnswerText, answerText } from "../run/answer-text";
import type { Plan } from "../run/plan";
import type { Thread } from "../run/thread";
import { contentHash } from "./content-hash";
import { holdFile } from "./hold-inside";
import { givenUp, type PartEntry, STALLED } from "./queues";
import { keepRows, noteTrial, readPart, readPlan, readRows, readTrials } from "./run-folder";

/** Plans cached, of the runs with the latest parts. */
const MAX_PLANS = 8;
const plans = new Map<string, Promise<Plan>>();

function planOf(run: string): Promise<Plan> {
  const known = plans.get(run);
  if (known) return known;
  const reading = readPlan(run);
  plans.set(run, reading);
  reading.catch(() => plans.delete(run));
  for (const oldest of plans.keys()) {
    if (plans.size <= MAX_PLANS) break;
    plans.delete(oldest);
  }
  return reading;
}

/** Refuses files outside the data folder, or changed since the run began. */
async function checkFiles(files: Record<string, string>): Promise<void> {
  for (const [file, hash] of Object.entries(files)) {
    await holdFile(file);
    if (((await contentHash(file)) ?? "") !== hash) throw new Error(`${file} has changed since the run began.`);
  }
}

/** A series that has ended its worker this often is set aside. */
const MAX_TRIALS = 2;

/** Answers the tasks of a part that ended its worker one by one, so that only the offending one is set aside. */
async function answerOneByOne(entry: PartEntry, stalls: number, batch: Batch, thread: Thread): Promise<AnswerText[] | null> {
  const ended = readTrials(entry, stalls);
  const answers: AnswerText[] = [];
  for (const [place, task] of batch.tasks.entries()) {
    if (ended.filter((other) => other === place).length >= MAX_TRIALS) {
      answers.push(answerText([setAsideRow(task, givenUp(STALLED, "answered this series"))]));
      continue;
    }
    // A worker that ends while its thread starts is not yet processing a series.
    await thread.ready();
    noteTrial(entry, stalls, place);
    const answer = await answerTasks(thread, { ...batch, tasks: [task] });
    if (answer === null) return null;
    answers.push(...answer);
  }
  return answers;
}

/**
 * Answers a part and stores its rows, unless they exist already.
 * @param stalls how often a worker ended while processing this part
 * @returns the digest of its rows
 */
export async function answerPart(entry: PartEntry, thread: Thread, stalls: number): Promise<string> {
  const known = readRows(entry);
  if (known) return known.digest;
  const { tasks, files } = await readPart(entry);
  for (const { from } of tasks.flat()) if (!Object.hasOwn(files, from)) throw new Error(`${from} has no hash.`);
  await checkFiles(files);
  const { question, settings, column } = await planOf(entry.run);
  const batch = { question, settings, column, tasks };
  const answers = stalls === 0 ? await answerTasks(thread, batch) : await answerOneByOne(entry, stalls, batch, thread);
  if (answers === null) throw new Error("Stopped.");
  return keepRows(entry, answers);
}
