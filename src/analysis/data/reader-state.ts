import type { Failure, Outcome, Series, SeriesOrigin } from "../../../workers/contract";
import type { ReadOptions } from "../../../workers/ingest";
import type { NewerFile } from "./newer-file";

/** The source of a series while it can still be re-read with other options. */
export interface Given {
  source: Blob | string;
  name: string;
  origin: SeriesOrigin;
  options: ReadOptions;
}

/** State of a field's reader. */
export interface Shown {
  series: Series | null;
  /** The box shows a loaded series, not text. */
  asLoaded: boolean;
  failure: Failure | null;
  given: Given | null;
  /** Source that could not be read, but may be with other options. */
  refused: Given | null;
  /** A file waiting for the user's choice. */
  newer: (NewerFile & { given: Given }) | null;
  /** The series is being re-read with other options, and stays visible. */
  rereading: boolean;
  /** The content before a period was chosen; null if there is no period, or the whole series is not available. */
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

/** The state with re-reading finished. */
export const settled = (shown: Shown): Shown => (shown.rereading ? { ...shown, rereading: false } : shown);
