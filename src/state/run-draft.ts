import { appVersion, kernelDigest } from "virtual:build-facts";
import type { RunBody, RunDataset } from "./run-body";
import { isTooLong, SerializationError, seedOf, writeInput } from "./run-input";
import type { RunToRecord } from "./run-to-record";

/** A run as stored in the list, except for its digest, which needs a worker. */
export function draftOf(run: RunToRecord): RunBody {
  const fields = Object.entries(run.data).flatMap(([field, { series, text }]) => (series ? [{ field, series, text }] : []));
  const datasets: RunDataset[] = fields.map(({ field, series, text }) => ({
    field,
    hash: series.hash,
    name: series.name,
    length: series.length,
    text: series.origin === "typed" ? text : null,
  }));
  const given = fields.map(({ series }) => series);
  const common = {
    screen: run.screen,
    title: run.title,
    job: run.job,
    datasets,
    fields: Object.keys(run.data),
    settings: JSON.stringify(run.settings),
    content: JSON.stringify(run.content ?? {}, (_, value: unknown) => (isTooLong(value) ? undefined : value)),
    seed: seedOf(run.input),
    app: appVersion,
    kernels: kernelDigest,
    startedAt: run.startedAt,
    millis: run.millis,
    figures: [...run.figures],
    digest: null,
    parts: [],
    pinned: false,
    note: "",
  };
  try {
    return { ...common, input: writeInput(run.input, given), obstacle: null };
  } catch (error) {
    if (error instanceof SerializationError) return { ...common, input: null, obstacle: error.message };
    throw error;
  }
}
