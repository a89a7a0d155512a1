import { type Batch, type BatchAnswer, nameOf, type Row, type Source } from "../../batch";
import { fail } from "../../contract";
import { inWords } from "../../texts";
import type { answerFiles } from "../answer-files";
import { type Thread, ThreadDied } from "./thread";

/** Why a task that ended its thread has no answer. */
function crashedWords(): string {
  const outcome = fail("crashed", "runtime/crashed");
  return outcome.ok ? "" : inWords(outcome.failure);
}

/** The row of a task that is set aside. */
export function setAsideRow([source]: readonly Source[], failure: string): Row {
  const nowhere = { failureRow: null, failureColumn: null, failureValue: null };
  return { series: nameOf(source), source: source.from, failure, failureCode: "crashed", ...nowhere };
}

/**
 * Answers some tasks on a thread. Those of a batch that ends the thread are tried again one by one, and only the one at fault is set aside.
 * @returns null where it was canceled
 */
export async function answerTasks(thread: Thread, batch: Batch): Promise<BatchAnswer | null> {
  try {
    const outcome = await thread.run<typeof answerFiles>("answer-batch", batch);
    if (outcome.ok) return outcome.value;
    if (outcome.failure.code === "canceled") return null;
  } catch (error) {
    if (!(error instanceof ThreadDied)) throw error;
  }
  const [first, ...others] = batch.tasks;
  if (others.length === 0) return [[setAsideRow(first, crashedWords())]];
  const answers: BatchAnswer = [];
  for (const task of batch.tasks) {
    const answer = await answerTasks(thread, { ...batch, tasks: [task] });
    if (answer === null) return null;
    answers.push(...answer);
  }
  return answers;
}
