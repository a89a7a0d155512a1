import type { Given } from "../../../workers/batch/given";
import type { AnsweredSeries, AnswerSeriesInput } from "../../../workers/batch/jobs/answer-series";
import type { ListedSource } from "../../../workers/batch/jobs/list-sources";
import { type Failure, type Outcome, succeed } from "../../../workers/contract";
import { compute, threadCount } from "../../client/compute";
import { failureText } from "../../lib/texts.ts";
import type { Row } from "./figures";

/** Results of some series requested together. */
export interface Part extends AnsweredSeries {
  /** Their positions in the order of the data. */
  places: readonly number[];
}

export interface Answering {
  sources: readonly ListedSource[];
  ask: Omit<AnswerSeriesInput, "tasks" | "given">;
  /** Returns the data needed to read some sources. */
  giving: (sources: readonly ListedSource[]) => Given;
  isDone: (place: number) => boolean;
  onPart: (part: Part) => void;
  signal: AbortSignal;
}

/** Target duration of one request in seconds: long enough to make transfer negligible, short enough to lose little on a reload. */
const PART_SECONDS = 0.25;
const MAX_AT_ONCE = 512;

/** Row of a series whose worker died while computing it. */
function setAside({ name, source: { from } }: ListedSource, failure: Failure): AnsweredSeries {
  const nowhere = { failureRow: null, failureColumn: null, failureValue: null };
  const row: Row = { series: name, source: from, failure: failureText(failure), failureCode: failure.code, ...nowhere };
  return { rows: [row], outlines: [new Float64Array()], text: JSON.stringify([row]) };
}

/**
 * Computes every pending series on all available workers, a few at a time. If a worker dies, its series are retried one by one, and only
 * the one at fault is excluded, with the reason.
 * @returns a failure if nothing could be computed at all
 */
export async function answerAll({ sources, ask, giving, isDone, onPart, signal }: Answering): Promise<Outcome<null>> {
  const workers = threadCount();
  let next = 0;
  let size = 1;
  let trouble: Failure | null = null;

  const take = (): number[] => {
    const places: number[] = [];
    // The last ones are spread over all workers.
    const limit = Math.min(size, Math.max(1, Math.ceil((sources.length - next) / (2 * workers))));
    // A part is contiguous, so that parts can be put in the order of the data.
    for (; next < sources.length && places.length < limit; next++) {
      if (!isDone(next)) places.push(next);
      else if (places.length > 0) break;
    }
    return places;
  };

  const answer = async (places: readonly number[]): Promise<void> => {
    const own = places.map((place) => sources[place]);
    const input = { ...ask, tasks: own.map(({ source }) => [source]), given: giving(own) };
    const outcome: Outcome<AnsweredSeries> = await compute.run("answer-series", input, {
      signal,
      priority: "batch",
      cache: false,
      unlisted: true,
    });
    if (signal.aborted || trouble) return;
    if (outcome.ok) onPart({ places, ...outcome.value });
    else if (outcome.failure.code === "not-loaded") trouble = outcome.failure;
    else if (places.length === 1) onPart({ places, ...setAside(own[0], outcome.failure) });
    else for (const place of places) await answer([place]);
  };

  const work = async (): Promise<void> => {
    for (let places = take(); places.length > 0 && !signal.aborted && !trouble; places = take()) {
      const began = performance.now();
      await answer(places);
      const seconds = (performance.now() - began) / 1000;
      size = Math.max(1, Math.min(MAX_AT_ONCE, 2 * size, Math.round((places.length * PART_SECONDS) / seconds)));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return trouble ? { ok: false, failure: trouble } : succeed(null);
}
