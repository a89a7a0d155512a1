import type { Reason, Series } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import type { ReadOptions } from "../../../workers/ingest/plan";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

// One instance for all files: the reader frees all memory it takes.
const context = testContext();

export const outcome = async (bytes: BlobPart, options: ReadOptions = {}) =>
  readSeries({ source: new Blob([bytes]), name: "file", origin: "file", options }, await context);

export const opened = async (bytes: BlobPart, options?: ReadOptions): Promise<Series> => resultOf(await outcome(bytes, options));

export async function refusal(bytes: BlobPart): Promise<Reason | "read"> {
  const read = await outcome(bytes);
  return read.ok ? "read" : read.failure.reason;
}

/** The values of the analyzed column. */
export const analyzed = ({ columns, primary }: Series): number[] => [...columns[primary].values];
