import type { ConnectionOptions, DefaultJobOptions } from "bullmq";
import * as v from "valibot";
import { VERSIONS } from "../run/results";

/** Workers of another version would give other bits: they have queues of their own. */
const OF_VERSION = `${VERSIONS.prospect}-${VERSIONS.kernels.slice(0, 8)}`;

/** Runs are planned and joined without standing behind the parts of another. */
export const QUEUES = { runs: `runs-${OF_VERSION}`, parts: `parts-${OF_VERSION}` } as const;
export const PREFIX = "prospect";

/** What every queue and worker of ours is opened with. */
export const opened = (connection: ConnectionOptions) => ({ connection, prefix: PREFIX });

/** Events nobody reads are kept no longer than they must. */
export const FEW_EVENTS = { events: { maxLen: 100 } };

export const RUN_ID = /^[0-9a-f]{32}$/;

/** A folder of parts: the run, and what its files were. */
const runFolder = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[0-9a-f]{16}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A run, as it stands in the queue. Whoever can reach Redis can write one: everything in it is checked again where it is taken. */
export const runEntrySchema = v.strictObject({
  /** Read again by `settlePlan`. */
  plan: v.unknown(),
  output: v.string(),
  attempts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  /** Seconds that a part takes at least. */
  part: v.pipe(v.number(), v.minValue(0), v.maxValue(3600)),
  /** Once its parts stand in their file: the folder of that file, and how many they are. */
  planned: v.optional(v.strictObject({ run: runFolder, parts: count, series: count })),
  /** Whether it is to end early. */
  canceled: v.optional(v.boolean()),
  /** Once the results are there. */
  joined: v.optional(v.unknown()),
});
export type RunEntry = v.InferOutput<typeof runEntrySchema>;

const hex = (length: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${length}}$`)));

/** A part, as it stands in the queue: the place of its references, and their hash. */
export const partEntrySchema = v.strictObject({
  run: runFolder,
  at: count,
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1 << 28)),
  digest: hex(64),
});
export type PartEntry = v.InferOutput<typeof partEntrySchema>;

/** Name of a part's job: the same part of the same run is in the queue once. */
export const partId = ({ digest }: PartEntry): string => digest.slice(0, 32);

/** The queue's reason for a part or run whose worker has died too often. */
export const STALLED = "job stalled more than allowable limit";

/** Why a part or a run was given up, for a person. */
export const givenUp = (reason: string, what: string): string =>
  reason === STALLED ? `The worker crashed on every attempt while it ${what}.` : reason;

const DAY_SECONDS = 86_400;

export const retries = (attempts: number): DefaultJobOptions => ({
  attempts,
  backoff: { type: "exponential", delay: 500, jitter: 0.5 },
});

/** How a run ended stands there until the one who asked has heard it, or for a day. */
export const KEPT_RUNS = { removeOnComplete: { age: DAY_SECONDS }, removeOnFail: { age: DAY_SECONDS } };
/** Of a part nothing stays: its result is a file, its reason stands with its run. */
export const KEPT_PARTS = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } };
