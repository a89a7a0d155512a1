import type { Batch, Source } from "../../batch";
import type { AnswerText } from "./answer-text";
import { inBatches } from "./in-batches";
import type { RunThreads } from "./run-threads";

export interface Answering {
  tasks: readonly Source[][];
  threads: RunThreads;
  ask: Omit<Batch, "tasks">;
  isDone(place: number): boolean;
  onAnswer(place: number, answer: AnswerText): void;
  /** Called between batches, with the fraction of tasks in progress. */
  onPause(running: number): void;
  /** Called after a thread has been given work, so that slow operations do not keep it waiting. */
  onHanded(): Promise<void>;
  signal: AbortSignal;
}

/** Answers every remaining task on some threads, in batches; returns early, without an error, when stopped. */
export async function answerAll({ tasks, threads, ask, isDone, onAnswer, onPause, onHanded, signal }: Answering): Promise<void> {
  const left = tasks.reduce((sum, _, place) => sum + Number(!isDone(place)), 0);
  const workers = Math.min(threads.count, Math.max(1, left));
  const shares = new Float64Array(workers);
  const sizes = new Int32Array(workers);
  const report = (worker: number, share: number) => {
    shares[worker] = share;
    onPause(shares.reduce((sum, one) => sum + one, 0));
  };
  threads.onProgress = (worker, fraction) => sizes[worker] === 1 && report(worker, fraction);
  signal.addEventListener("abort", threads.cancel);
  try {
    await inBatches({ tasks, workers, isDone, signal }, async (places, worker) => {
      sizes[worker] = places.length;
      const asked = threads.answer(worker, { ...ask, tasks: places.map((place) => tasks[place]) });
      const [answers] = await Promise.all([asked, onHanded()]);
      if (answers === null) return false;
      for (const [k, place] of places.entries()) onAnswer(place, answers[k]);
      report(worker, 0);
      return true;
    });
  } finally {
    signal.removeEventListener("abort", threads.cancel);
  }
}
