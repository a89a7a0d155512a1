import type { ConnectionOptions, DefaultJobOptions } from "bullmq";
import * as v from "valibot";
import { VERSIONS } from "../run/results";

/** Workers of another version might compute other bits: they have queues of their own. */
const OF_VERSION = `${VERSIONS.prospect}-${VERSIONS.kernels.slice(0, 8)}`;

/** Separate queues, so that planning and joining a run need not wait for the parts of another. */
export const QUEUES = { runs: `runs-${OF_VERSION}`, parts: `parts-${OF_VERSION}` } as const;
export const PREFIX = "prospect";

/** Options of all of our queues and workers. */
export const opened = (connection: ConnectionOptions) => ({ connection, prefix: PREFIX });

/** Event history is unused and kept to a minimum. */
export const FEW_EVENTS = { events: { maxLen: 100 } };

export const RUN_ID = /^[0-9a-f]{32}$/;

/** Folder name of parts: the run, and the state of its files. */
const runFolder = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[0-9a-f]{16}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A run in the queue. Anyone with access to Redis can write one: all of it is validated again by the worker. */
export const runEntrySchema = v.strictObject({
  /** Validated by `settlePlan`. */
  plan: v.unknown(),
  output: v.string(),
  attempts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  /** Minimum duration of a part in seconds. */
  part: v.pipe(v.number(), v.minValue(0), v.maxValue(3600)),
  /** Present once the parts file is written: its folder, and the number of parts. */
  planned: v.optional(v.strictObject({ run: runFolder, parts: count, series: count })),
  /** Whether it has been canceled. */
  canceled: v.optional(v.boolean()),
  /** Present once the results are written. */
  joined: v.optional(v.unknown()),
});
export type RunEntry = v.InferOutput<typeof runEntrySchema>;

const hex = (length: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${length}}$`)));

/** A part in the queue: position and hash of its references. */
export const partEntrySchema = v.strictObject({
  run: runFolder,
  at: count,
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1 << 28)),
  digest: hex(64),
});
export type PartEntry = v.InferOutput<typeof partEntrySchema>;

/** Job name of a part: the same part of the same run is queued once. */
export const partId = ({ digest }: PartEntry): string => digest.slice(0, 32);

/** The queue's reason for a part or run whose worker has died too often. */
export const STALLED = "job stalled more than allowable limit";

/** Message for a part or run that was given up. */
export const givenUp = (reason: string, what: string): string =>
  reason === STALLED ? `The worker crashed on every attempt while it ${what}.` : reason;

const DAY_SECONDS = 86_400;

export const retries = (attempts: number): DefaultJobOptions => ({
  attempts,
  backoff: { type: "exponential", delay: 500, jitter: 0.5 },
});

/** The outcome of a run is kept until its requester has read it, or for a day. */
export const KEPT_RUNS = { removeOnComplete: { age: DAY_SECONDS }, removeOnFail: { age: DAY_SECONDS } };
/** Parts are not kept: their results are files, and their failures are recorded with the run. */
export const KEPT_PARTS = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } };
