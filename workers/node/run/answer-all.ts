import type { Batch, Row, Source } from "../../batch";
import { answerTasks } from "./answer-tasks";
import { Thread } from "./thread";

export interface Answering {
  tasks: readonly Source[][];
  workers: number;
  ask: Omit<Batch, "tasks">;
  isDone(place: number): boolean;
  onAnswer(place: number, rows: readonly Row[]): void;
  /** Called between batches, with the share of tasks under way. */
  onPause(running: number): void;
  signal: AbortSignal;
}

/** What a batch should take: long enough that handing it over costs nothing, short enough that a kill loses little. */
const BATCH_SECONDS = 0.25;
const MAX_AT_ONCE = 512;

/** Has every task answered that is not done yet, on some threads, in batches; ends early, without a word, where it is stopped. */
export async function answerAll({ tasks, workers, ask, isDone, onAnswer, onPause, signal }: Answering): Promise<void> {
  let next = 0;
  let size = 1;
  const shares = new Float64Array(workers);
  const running = () => shares.reduce((sum, share) => sum + share, 0);

  const take = (): number[] => {
    if (signal.aborted) return [];
    const places: number[] = [];
    // The last tasks are spread over all threads.
    const most = Math.min(size, Math.max(1, Math.ceil((tasks.length - next) / (2 * workers))));
    for (; next < tasks.length && places.length < most; next++) if (!isDone(next)) places.push(next);
    return places;
  };

  const work = async (number: number): Promise<void> => {
    const tell = (share: number) => {
      shares[number] = share;
      onPause(running());
    };
    const thread = new Thread((fraction) => size === 1 && tell(fraction));
    const stop = () => thread.cancel();
    signal.addEventListener("abort", stop);
    try {
      for (let places = take(); places.length > 0; places = take()) {
        const began = performance.now();
        const answers = await answerTasks(thread, { ...ask, tasks: places.map((place) => tasks[place]) });
        if (answers === null) return;
        for (const [k, place] of places.entries()) onAnswer(place, answers[k]);
        const seconds = (performance.now() - began) / 1000;
        size = Math.max(1, Math.min(MAX_AT_ONCE, 2 * size, Math.round((places.length * BATCH_SECONDS) / seconds)));
        tell(0);
      }
    } finally {
      signal.removeEventListener("abort", stop);
      await thread.end();
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, number) => work(number)));
}
