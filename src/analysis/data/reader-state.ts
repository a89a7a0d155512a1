import type { Failure, Outcome, Series, SeriesOrigin } from "../../../workers/contract";
import type { ReadOptions } from "../../../workers/ingest";
import type { NewerFile } from "./newer-file";

/** What a series was read from, as long as it can be read again in another way. */
export interface Given {
  source: Blob | string;
  name: string;
  origin: SeriesOrigin;
  options: ReadOptions;
}

/** What is remembered of a field over a reload. */
export interface KeptField {
  /** What is typed in the box; empty while a loaded series is there. */
  text: string;
  /** Hash of the loaded series in the workspace. */
  hash: string | null;
}

/** The state of a field's reading. */
export interface Shown {
  series: Series | null;
  /** The series is in the box as loaded, not as text. */
  asLoaded: boolean;
  failure: Failure | null;
  given: Given | null;
  /** What could not be read, and may be in another way. */
  refused: Given | null;
  /** A file that waits for what is to be done with it. */
  newer: (NewerFile & { given: Given }) | null;
  /** The series is being read again in another way, and stays on show meanwhile. */
  rereading: boolean;
  /** What was there before a period of it was chosen; null where no period is, or its whole is not at hand. */
  whole: Shown | null;
}

export type Work = (signal: AbortSignal) => Promise<Outcome<Series>>;
export type Finish = (outcome: Outcome<Series>) => void;

export const NOTHING: Shown = {
  series: null,
  asLoaded: false,
  failure: null,
  given: null,
  refused: null,
  newer: null,
  rereading: false,
  whole: null,
};

/** The same once nothing is read again any more. */
export const settled = (shown: Shown): Shown => (shown.rereading ? { ...shown, rereading: false } : shown);
