import type { Given } from "../../../workers/batch/given";
import type { AnsweredSeries, AnswerSeriesInput } from "../../../workers/batch/jobs/answer-series";
import type { ListedSource } from "../../../workers/batch/jobs/list-sources";
import { type Failure, type Outcome, succeed } from "../../../workers/contract";
import { compute, threadCount } from "../../client/compute";
import { inWords } from "../../lib/texts.ts";
import type { Row } from "./figures";

/** Answers of some series that were asked together. */
export interface Part extends AnsweredSeries {
  /** Their places in the order of the data. */
  places: readonly number[];
}

export interface Answering {
  sources: readonly ListedSource[];
  ask: Omit<AnswerSeriesInput, "tasks" | "given">;
  /** What has to be handed over so that some sources can be read. */
  giving: (sources: readonly ListedSource[]) => Given;
  isDone: (place: number) => boolean;
  onPart: (part: Part) => void;
  signal: AbortSignal;
}

/** What is asked together should take so long: handing it over costs nothing then, and little is lost by a reload. */
const PART_SECONDS = 0.25;
const MAX_AT_ONCE = 512;

/** The row of a series whose thread ended while it was answered. */
function setAside({ name, source: { from } }: ListedSource, failure: Failure): AnsweredSeries {
  const nowhere = { failureRow: null, failureColumn: null, failureValue: null };
  const row: Row = { series: name, source: from, failure: inWords(failure), failureCode: failure.code, ...nowhere };
  return { rows: [row], outlines: [new Float64Array()], text: JSON.stringify([row]) };
}

/**
 * Has every series answered that is not done yet, on as many threads as there are, a few at a time. What ends its thread is asked one by one,
 * and only the one at fault is set aside with its reason.
 * @returns a failure where nothing could be asked at all
 */
export async function answerAll({ sources, ask, giving, isDone, onPart, signal }: Answering): Promise<Outcome<null>> {
  const workers = threadCount();
  let next = 0;
  let size = 1;
  let trouble: Failure | null = null;

  const take = (): number[] => {
    const places: number[] = [];
    // The last ones are spread over all threads.
    const limit = Math.min(size, Math.max(1, Math.ceil((sources.length - next) / (2 * workers))));
    // Those of a part stand together, so that parts can be put in the order of the data.
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
