import * as v from "valibot";
import { momentSchema } from "../../workers/runtime/schema";

/** How many runs are kept besides the pinned ones. */
export const KEPT_RUNS = 500;
/** Of a tool so many of the newest are kept before any older one of another: a day with one tool does not push out the rest. */
export const KEPT_OF_TOOL = 50;
/** A stranger's file may hold a longer one, and a browser breaks a word into lines in the square of its time. */
export const MAX_NOTE = 1000;

const text = v.string();
const finite = v.pipe(v.number(), v.finite());
const digestPart = v.object({ path: text, digest: text });

/** What a search calls its parameter sets where it runs each more than once. */
export const DISTINCT_TRIALS = "Distinct trials";

export const figureSchema = v.object({
  label: text,
  /** Null where there is no such figure. */
  value: v.nullable(v.union([v.number(), text])),
  /** "%", "days", or nothing. */
  unit: text,
});

const datasetSchema = v.object({
  /** Data field of the screen it was in. */
  field: text,
  hash: text,
  name: text,
  length: finite,
  /** What was typed, where the numbers are not kept as a dataset. */
  text: v.nullable(text),
});

/** A run as it is kept. What only some runs need to look into (input, settings) is kept as JSON text, so that a long list is read at once. */
export const runSchema = v.object({
  /** Canonical address of its screen. */
  screen: v.pipe(text, v.startsWith("/")),
  /** What it is called: by the tool first, then by the user. */
  title: text,
  job: text,
  /** The series it used; empty for a tool without any. */
  datasets: v.array(datasetSchema),
  /** Every data field of the screen, those that stood empty too. */
  fields: v.array(text),
  /** The job's input, by `writeInput`; null where it cannot be written down. */
  input: v.nullable(text),
  /** Why it cannot be run again; null when it can. */
  obstacle: v.nullable(text),
  /** The screen's settings that say nothing about data, as JSON: compared, and carried by links. What `content` holds is only in a link with its data. */
  settings: text,
  /** Other inputs of the screen, such as a news text, as JSON. */
  content: text,
  seed: v.nullable(v.number()),
  app: text,
  kernels: text,
  startedAt: momentSchema,
  millis: finite,
  figures: v.array(figureSchema),
  /** Of the result; null until it is computed, or where that failed. */
  digest: v.nullable(text),
  parts: v.array(digestPart),
  pinned: v.boolean(),
  /** The user's own words about it. */
  note: v.optional(v.pipe(text, v.maxLength(MAX_NOTE)), ""),
});

/** Whether what a run keeps as JSON is that, where it comes from a file: settings and inputs by name, and the question if there is one. */
export function isReadableRun({ settings, content, input }: RunBody): boolean {
  try {
    const parts: unknown[] = [settings, content].map((part) => JSON.parse(part));
    if (input !== null) JSON.parse(input);
    return parts.every((part) => typeof part === "object" && part !== null && !Array.isArray(part));
  } catch {
    return false;
  }
}

export type RunBody = v.InferOutput<typeof runSchema>;
export type RunDataset = v.InferOutput<typeof datasetSchema>;
/** A headline number of a result. */
export type Figure = v.InferOutput<typeof figureSchema>;
