import type { Batch, Source } from "../../batch";
import { answerTasks } from "./answer-tasks";
import type { AnswerText } from "./answer-text";
import { inBatches } from "./in-batches";
import { Thread } from "./thread";

export interface Answering {
  tasks: readonly Source[][];
  workers: number;
  ask: Omit<Batch, "tasks">;
  isDone(place: number): boolean;
  onAnswer(place: number, answer: AnswerText): void;
  /** Called between batches, with the share of tasks under way. */
  onPause(running: number): void;
  signal: AbortSignal;
}

/** Has every task answered that is not done yet, on some threads, in batches; ends early, without a word, where it is stopped. */
export async function answerAll({ tasks, workers, ask, isDone, onAnswer, onPause, signal }: Answering): Promise<void> {
  const shares = new Float64Array(workers);
  const sizes = new Int32Array(workers);
  const tell = (worker: number, share: number) => {
    shares[worker] = share;
    onPause(shares.reduce((sum, one) => sum + one, 0));
  };
  const threads = Array.from({ length: workers }, (_, worker) => new Thread((fraction) => sizes[worker] === 1 && tell(worker, fraction)));
  const stop = () => {
    for (const thread of threads) thread.cancel();
  };
  signal.addEventListener("abort", stop);
  try {
    await inBatches({ tasks, workers, isDone, signal }, async (places, worker) => {
      sizes[worker] = places.length;
      const answers = await answerTasks(threads[worker], { ...ask, tasks: places.map((place) => tasks[place]) });
      if (answers === null) return false;
      for (const [k, place] of places.entries()) onAnswer(place, answers[k]);
      tell(worker, 0);
      return true;
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await Promise.all(threads.map((thread) => thread.end()));
  }
}
