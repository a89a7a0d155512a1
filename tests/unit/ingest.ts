import type { Series, SeriesOrigin } from "../../workers/contract";
import { readSeries } from "../../workers/ingest/jobs/read-series";
import type { ReadOptions } from "../../workers/ingest/plan";
import { failureText } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";

// One instance for all texts of a test file: the reader frees all memory it takes.
const context = testContext();

/** Reads a text like the job, and returns the outcome. */
export async function read(source: string | Blob, options?: ReadOptions, origin: SeriesOrigin = "file") {
  return readSeries({ source, name: "test", origin, options }, await context);
}

/** The series of a valid text. */
export async function series(source: string | Blob, options?: ReadOptions): Promise<Series> {
  const outcome = await read(source, options);
  if (!outcome.ok) throw new Error(`${failureText(outcome.failure)} ${JSON.stringify(outcome.failure)}`);
  return outcome.value;
}

export const primary = ({ columns, primary: index }: Series) => [...columns[index].values];
export const days = ({ times }: Series) => (times ? [...times].map((time) => new Date(time).toISOString().slice(0, 10)) : null);
export const names = ({ columns }: Series) => columns.map(({ name }) => name);
