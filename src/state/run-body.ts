import * as v from "valibot";
import { momentSchema } from "../../workers/runtime/schema";

/** Number of unpinned runs kept. */
export const KEPT_RUNS = 500;
/** Number of runs of each tool kept before older ones of other tools, so that a day with one tool does not displace the rest. */
export const KEPT_OF_TOOL = 50;
/** An untrusted file may contain longer notes, and browsers wrap a long word in quadratic time. */
export const MAX_NOTE = 1000;

const text = v.string();
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15));
const finite = v.pipe(v.number(), v.finite());
const digestPart = v.object({ path: text, digest: text });

/** Label of the number of parameter sets, for a search that runs each more than once. */
export const DISTINCT_TRIALS = "Distinct trials";

export const figureSchema = v.object({
  label: text,
  /** Null if the figure is undefined. */
  value: v.nullable(v.union([v.number(), text])),
  /** "%", "days", or empty. */
  unit: text,
  /** Decimals on its screen; absent for counts, texts, and figures of unknown magnitude. A fraction has those of its percentage. */
  decimals: v.optional(decimals),
});

const datasetSchema = v.object({
  /** Data field of the screen that contained it. */
  field: text,
  hash: text,
  name: text,
  length: finite,
  /** Typed text, if the numbers are not stored as a dataset. */
  text: v.nullable(text),
});

/** A stored run. Parts that are rarely needed (input, settings) are JSON text, so that a long list loads quickly. */
export const runSchema = v.object({
  /** Canonical path of its screen. */
  screen: v.pipe(text, v.startsWith("/")),
  /** Title set by the tool, or by the user. */
  title: text,
  job: text,
  /** Its series; empty for a tool without any. */
  datasets: v.array(datasetSchema),
  /** Every data field of the screen, including empty ones. */
  fields: v.array(text),
  /** The job's input, from `writeInput`; null if it cannot be serialized. */
  input: v.nullable(text),
  /** Why it cannot be repeated; null if it can. */
  obstacle: v.nullable(text),
  /**
   * The screen's settings that reveal nothing about data, as JSON: compared, and included in links. `content` is included only in a link
   * with data.
   */
  settings: text,
  /** Other inputs of the screen, such as a news text, as JSON. */
  content: text,
  seed: v.nullable(v.number()),
  app: text,
  kernels: text,
  startedAt: momentSchema,
  millis: finite,
  figures: v.array(figureSchema),
  /** Digest of the result; null until computed, or if that failed. */
  digest: v.nullable(text),
  parts: v.array(digestPart),
  pinned: v.boolean(),
  /** The user's note. */
  note: v.optional(v.pipe(text, v.maxLength(MAX_NOTE)), ""),
});

/** Whether the JSON parts of a run from a file are valid: settings and inputs are objects, and so is the job input, if any. */
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
/** A headline figure of a result. */
export type Figure = v.InferOutput<typeof figureSchema>;
