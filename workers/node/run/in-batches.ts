/** What a batch should take: long enough that handing it over costs nothing, short enough that a kill loses little. */
const BATCH_SECONDS = 0.25;
const MAX_AT_ONCE = 512;

export interface Pacing {
  /** Tasks of the run. */
  count: number;
  /** Batches under way at once. */
  workers: number;
  isDone(place: number): boolean;
  signal: AbortSignal;
}

/**
 * Has every task answered that is not done yet, in batches of a quarter of a second.
 * @param answer answers the tasks at some places; false where it was stopped
 */
export async function inBatches(
  { count, workers, isDone, signal }: Pacing,
  answer: (places: readonly number[], worker: number) => Promise<boolean>,
): Promise<void> {
  let next = 0;
  let size = 1;

  const take = (): number[] => {
    if (signal.aborted) return [];
    const places: number[] = [];
    // The last tasks are spread over all workers.
    const most = Math.min(size, Math.max(1, Math.ceil((count - next) / (2 * workers))));
    for (; next < count && places.length < most; next++) if (!isDone(next)) places.push(next);
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
