import type { Source } from "../../batch";

/** Target duration of a batch: long enough that handing it over costs nothing, short enough that a kill loses little. */
const BATCH_SECONDS = 0.25;
const MAX_AT_ONCE = 512;

interface Pacing {
  /** The sources of each task of the run. */
  tasks: readonly Source[][];
  /** Number of concurrent batches. */
  workers: number;
  isDone(place: number): boolean;
  signal: AbortSignal;
}

/** Whether a series is in the row group in which another one ends, so that the same thread reads both for the price of one. */
function goesOn([before]: readonly Source[], [source]: readonly Source[]): boolean {
  if (before.kind !== "parquet" || source.kind !== "parquet" || before.from !== source.from) return false;
  const group = before.spans?.at(-1)?.group;
  return group !== undefined && group === source.spans?.[0].group;
}

/**
 * Answers every remaining task, in batches of a quarter of a second. A batch extends to the end of a row group, up to twice as long:
 * otherwise two threads would each decompress the group shared by two batches.
 * @param answer answers the tasks at some indices; false if it was stopped
 */
export async function inBatches(
  { tasks, workers, isDone, signal }: Pacing,
  answer: (places: readonly number[], worker: number) => Promise<boolean>,
): Promise<void> {
  const { length: count } = tasks;
  let next = 0;
  let size = 1;

  const take = (): number[] => {
    if (signal.aborted) return [];
    const places: number[] = [];
    // The last tasks are spread over all workers.
    const most = Math.min(size, Math.max(1, Math.ceil((count - next) / (2 * workers))));
    const isFull = () => places.length >= 2 * most || (places.length >= most && !goesOn(tasks[next - 1], tasks[next]));
    for (; next < count && !isFull(); next++) if (!isDone(next)) places.push(next);
    return places;
  };

  const work = async (worker: number): Promise<void> => {
    for (let places = take(); places.length > 0; places = take()) {
      const began = performance.now();
      if (!(await answer(places, worker))) return;
      const seconds = (performance.now() - began) / 1000;
      size = Math.max(1, Math.min(MAX_AT_ONCE, 2 * size, Math.round((places.length * BATCH_SECONDS) / seconds)));
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
}
