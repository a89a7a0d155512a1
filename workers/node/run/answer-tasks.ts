import { type Batch, nameOf, type Row, type Source } from "../../batch";
import { fail, type Outcome } from "../../contract";
import { failureText } from "../../texts";
import type { answerFiles } from "../answer-files";
import { type AnswerText, answerText } from "./answer-text";
import { type Thread, ThreadDied } from "./thread";

/** The reason for a task that ended its thread. */
function crashedWords(): string {
  const outcome = fail("crashed", "runtime/crashed");
  return outcome.ok ? "" : failureText(outcome.failure);
}

/** The row of a task that was set aside. */
export function setAsideRow([source]: readonly Source[], failure: string): Row {
  const nowhere = { failureRow: null, failureColumn: null, failureValue: null };
  return { series: nameOf(source), source: source.from, failure, failureCode: "crashed", ...nowhere };
}

/**
 * Answers tasks on a thread. If a batch ends the thread, its tasks are retried one by one, and only the offending one is set aside.
 * @param ask sends tasks to a thread; throws `ThreadDied` if that ends meanwhile
 * @param setAside the answer for a task that ended its thread
 * @returns null if it was canceled
 */
export async function tryTasks<Answer>(
  batch: Batch,
  ask: (batch: Batch) => Promise<Outcome<Answer[]>>,
  setAside: (row: Row) => Answer,
): Promise<Answer[] | null> {
  try {
    const outcome = await ask(batch);
    if (outcome.ok) return outcome.value;
    if (outcome.failure.code === "canceled") return null;
  } catch (error) {
    if (!(error instanceof ThreadDied)) throw error;
  }
  const [first, ...others] = batch.tasks;
  if (others.length === 0) return [setAside(setAsideRow(first, crashedWords()))];
  const answers: Answer[] = [];
  for (const task of batch.tasks) {
    const answer = await tryTasks({ ...batch, tasks: [task] }, ask, setAside);
    if (answer === null) return null;
    answers.push(...answer);
  }
  return answers;
}

/** Answers tasks on a thread. @returns null if it was canceled */
export const answerTasks = (thread: Thread, batch: Batch): Promise<AnswerText[] | null> =>
  tryTasks(
    batch,
    (some) => thread.run<typeof answerFiles>("answer-batch", some),
    (row) => answerText([row]),
  );
