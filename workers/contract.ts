/**
 * What the page and the workers agree on. Everything here crosses a thread, so it is plain data:
 * no class instances, no functions, and failures as values (an error that crosses loses its fields).
 */

/** A duration, or a moment counted from 1970-01-01T00:00:00Z. */
export type Millis = number;
/** A share of one: 0.2 means 20 %. */
export type Fraction = number;
export type Count = number;

export type FailureCode =
  /** The input cannot be used; the message says what is wrong and where. */
  | "bad-input"
  /** The computation ran but found no answer it can stand behind. */
  | "not-converged"
  /** The person, or a newer run, cancelled it. */
  | "cancelled"
  /** The memory the job needs cannot be had. */
  | "too-large"
  /** The device refused to read or write. */
  | "storage"
  /** A bug, or a worker that died. */
  | "crashed";

export interface Failure {
  code: FailureCode;
  /** One of the texts of `lib/messages.ts`, ready to show. */
  message: string;
  /** Where the trouble is, counted as the person counts: the first line of the text is row 1. */
  row?: Count;
  column?: string;
  value?: string;
}

/** How every job ends: with a value, or with a failure that says why. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const succeed = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const fail = (code: FailureCode, message: string, where: Omit<Failure, "code" | "message"> = {}): Outcome<never> => ({
  ok: false,
  failure: { code, message, ...where },
});

export interface Progress {
  /** 0 to 1. */
  fraction: Fraction;
  /** What is being done, in a few words: "Fitting GARCH(1,1)". */
  label: string;
}

/** What a column holds. `value` is a lone unnamed list: a price, a return, or a portfolio value. */
export type ColumnRole = "open" | "high" | "low" | "close" | "volume" | "value";

export interface Column {
  /** As the file heads it, or "Value". */
  name: string;
  role: ColumnRole;
  /** One finite number per kept row, oldest first; on shared memory where the page is isolated. */
  values: Float64Array;
}

export type SeriesOrigin = "typed" | "pasted" | "file" | "sample";

/** A loaded text or file: numbers in columns, oldest row first, and what was found on the way. */
export interface Series {
  /** SHA-256 of times and values in hex: the same numbers give the same hash. */
  hash: string;
  /** File name, or a name made from the origin. */
  name: string;
  origin: SeriesOrigin;
  length: Count;
  /** Milliseconds since 1970 UTC, ascending; null where rows carry no date. */
  times: Float64Array | null;
  columns: Column[];
  /** Index of the column a tool analyses unless the person picks another. */
  primary: number;
  /** The first lines of the text, for the data field. */
  preview: string;
  /** Size of the text in bytes. */
  bytes: Count;
  loadedAt: Millis;
  quality: QualityReport;
}

export type DropReason = "not-a-number" | "bad-date" | "missing-value" | "wrong-column-count" | "duplicate-date";

export interface DroppedRows {
  reason: DropReason;
  count: Count;
  /** The first few, by row number of the text. */
  examples: { row: Count; value: string }[];
}

/** What reading a text found: shown after every load, so that no row goes missing without a word. */
export interface QualityReport {
  rowsRead: Count;
  rowsKept: Count;
  dropped: DroppedRows[];
  /** Rows out of date order in the text; the series is sorted. */
  unsorted: Count;
  /** Steps longer than four business days (daily data) or four usual steps. */
  gaps: Count;
  longestGap: Millis | null;
  zeroOrNegative: { count: Count; rows: Count[] };
  /** Number of times the value moved by more than 40 % in one step: splits, bad ticks. */
  jumps: { count: Count; rows: Count[] };
  delimiter: "comma" | "semicolon" | "tab" | "space" | "pipe" | "newline";
  decimal: "point" | "comma";
  header: boolean;
  /** "yyyy-mm-dd", "dd/mm/yyyy", "mm/dd/yyyy", "epoch s", "epoch ms"...; null where rows carry no date. */
  dateFormat: string | null;
  /** Which reader took the text: the typed fast path, or PapaParse for odd texts. */
  reader: "fast" | "papaparse";
  elapsed: Millis;
}
