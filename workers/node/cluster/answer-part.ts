import { answerTasks } from "../run/answer-tasks";
import type { Plan } from "../run/plan";
import type { Thread } from "../run/thread";
import { contentHash } from "./content-hash";
import { holdFile } from "./hold-inside";
import type { PartEntry } from "./queues";
import { keepRows, readPart, readPlan, readRows } from "./run-folder";

/** Plans of the runs whose parts came last. */
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

/** Refuses files that lie outside the folder of data, or are not what they were when the run began. */
async function checkFiles(files: Record<string, string>): Promise<void> {
  for (const [file, hash] of Object.entries(files)) {
    await holdFile(file);
    if (((await contentHash(file)) ?? "") !== hash) throw new Error(`${file} has changed since the run began.`);
  }
}

/** Answers a part and keeps its rows, unless they are there already. @returns the digest of its rows */
export async function answerPart(entry: PartEntry, thread: Thread): Promise<string> {
  const known = readRows(entry);
  if (known) return known.digest;
  const { tasks, files } = await readPart(entry);
  for (const { from } of tasks.flat()) if (!Object.hasOwn(files, from)) throw new Error(`${from} has no hash.`);
  await checkFiles(files);
  const { question, settings, column } = await planOf(entry.run);
  const answers = await answerTasks(thread, { question, settings, column, tasks });
  if (answers === null) throw new Error("Stopped.");
  return keepRows(entry, answers);
}
