/**
 * What the page and the workers agree on. Everything here crosses a thread, so it is plain data:
 * no class instances, no functions, and failures as values (an error that crosses loses its fields).
 */

import type { ColumnRole, DecimalSign, Delimiter, ReadingChoices, ReadingDoubt, ReturnUnit } from "./reading-choices";
import type { Cause, Filled, Frame, Reason } from "./texts";

export type { ColumnRole, ColumnUse, DecimalSign, Delimiter, Encoding, ReadingChoices, ReadingDoubt, ReturnUnit } from "./reading-choices";
export type { Cause, Reason };

/** Where this device stores what is loaded, saved and recorded. */
export const WORKSPACE = "prospect";

/** A duration, or a moment counted from 1970-01-01T00:00:00Z. */
export type Millis = number;
export const MINUTE: Millis = 60_000;
export const HOUR: Millis = 3_600_000;
export const DAY: Millis = 86_400_000;
/** Moments farther from 1970 than this cannot be written as a date, in any zone. */
export const MAX_MOMENT: Millis = 8.6e15;
/** A year of 365.25 days, by which spans of time become years. */
export const YEAR: Millis = 365.25 * DAY;
/** Bytes of one value of a column: 64 bits. */
export const VALUE_BYTES = 8;
/** A share of one: 0.2 means 20%. */
export type Fraction = number;
export type Count = number;

export type FailureCode =
  /** The input cannot be used; the reason says what is wrong and where. */
  | "bad-input"
  /** The computation ran but found no answer it can be behind. */
  | "not-converged"
  /** The user, or a newer run, canceled it. */
  | "canceled"
  /** The memory the job needs cannot be had. */
  | "too-large"
  /** The device refused to read or write. */
  | "storage"
  /** A part of the app could not be fetched. */
  | "not-loaded"
  /** A bug, or a worker that died. */
  | "crashed";

/** Where the trouble is, counted as the user counts: the first line of the text is row 1. */
export interface Place {
  row?: Count;
  column?: string;
  value?: string;
}

export interface Failure extends Cause, Place {
  code: FailureCode;
}

/** How every job ends: with a value, or with a failure that says why. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const succeed = <T>(value: T): Outcome<T> => ({ ok: true, value });

/** A cause by the key of its text, with what fills the text. */
export const because = <R extends Reason>(reason: R, ...[params]: Filled<R>): Cause => (params ? { reason, params } : { reason });

/** Ends a job with a cause found elsewhere, such as by the check of its settings. */
export const failBecause = (code: FailureCode, { reason, params }: Cause, place: Place = {}): Outcome<never> => ({
  ok: false,
  failure: params ? { ...place, code, reason, params } : { ...place, code, reason },
});

/** Ends a job: its code, the key of the text, what fills the text, and where the trouble is. */
export const fail = <R extends Reason>(code: FailureCode, reason: R, ...[params, place]: [...Filled<R>, place?: Place]): Outcome<never> =>
  failBecause(code, { reason, params: params as Cause["params"] }, place as Place | undefined);

/** A cause in words said elsewhere: by another host, or by an earlier version. */
export const said = (text: string): Cause => because("runtime/said", { text });

/** The same failure, said within another text: 'Analysis failed: {cause}'. */
export const within = <F extends Cause>(reason: Frame, failure: F): F => {
  const { reason: inner, params } = failure;
  return { ...failure, reason, params: { cause: params ? { reason: inner, params } : { reason: inner } } };
};

/** The same failure in other words. */
export const withCause = (failure: Failure, { reason, params }: Cause): Failure => ({ ...failure, reason, params });

/** What is within a text, without the words around it. */
export const unframed = (reason: Frame, cause: Cause): Cause => (cause.reason === reason ? (cause.params?.cause as Cause) : cause);

export interface Progress {
  /** 0 to 1. */
  fraction: Fraction;
  /** What is being done, in a few words: "Fitting GARCH(1,1)". */
  label: string;
}

export interface Column {
  /** As the file heads it, or "Value". */
  name: string;
  role: ColumnRole;
  /**
   * One number per kept row, oldest first; on shared memory where the page is isolated. The primary column is finite throughout;
   * another column holds NaN where its cell was blank or no number, and `QualityReport.missing` counts those.
   * "5%" reads as 5, "1.2M" as 1200000.
   */
  values: Float64Array;
}

export type SeriesOrigin = "typed" | "pasted" | "file" | "sample";

/** Which rows of a longer series a series is. */
export interface Period {
  /** Hash and name of the longer one, and how many rows it has. */
  of: string;
  name: string;
  length: Count;
  /** Its first row, and the row after its last. */
  from: Count;
  to: Count;
}

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
  /** Index into `columns` of the one a tool analyses unless the user picks another. */
  primary: number;
  /** The first lines of the text, for the data field. */
  preview: string;
  /** Size of the text in bytes. */
  bytes: Count;
  loadedAt: Millis;
  /** Hash of the version it was taken instead of, or had rows added to. */
  previous?: string;
  quality: QualityReport;
  /** What it was made of, in words, where that is a result. */
  made?: string;
  /** Set where it is a period of another series. */
  period?: Period;
}

export type DropReason = "not-a-number" | "bad-date" | "missing-value" | "wrong-column-count" | "duplicate-date";

export interface DroppedRows {
  reason: DropReason;
  count: Count;
  /** The first few: row of the text (for several values in a line, position in the list), and what is there. */
  examples: { row: Count; value: string }[];
}

/** Forms of files that can be read, told by their content. */
export type FileFormat = "text" | "gzip" | "zip" | "html" | "json" | "parquet" | "arrow" | "xlsx";

/** Endings of the files that data are read from; what a file is tells its content. */
export const DATA_ENDINGS = "csv,txt,tsv,json,htm,html,xlsx,parquet,arrow,feather,gz,zip".split(",");

/** How a file that is no plain text was opened. */
export interface OpenedFile {
  /** What it is packed in, and its form; outermost first. */
  formats: FileFormat[];
  /** Where several things was in it, from the outermost: their names and the one that was taken. */
  choices: { names: string[]; chosen: string }[];
}

/** How a symbol of a panel was aligned, in dates: `values` of the text = dates with a value of its own + `dropped`. */
export interface PanelSymbol {
  name: string;
  values: Count;
  /** Blanks that took the value before them, and blanks that stayed. */
  filled: Count;
  blank: Count;
  /** Values on dates that were dropped. */
  dropped: Count;
  /** Rows of the text that repeat a date. */
  repeated: Count;
  /** Of a symbol whose values are returns, or prices that were made of them: what these are in, and whether they are log returns. */
  returns?: { unit: ReturnUnit; log: boolean };
}

/** How several symbols came to share their dates. */
export interface Panel {
  calendar: "inner" | "outer";
  fill: "none" | "previous" | "drop";
  /** Blanks in a row that were filled; null for all. */
  limit: Count | null;
  repeated: "first" | "last" | "mean" | null;
  /** Dates on which any symbol has a value. */
  dates: Count;
  symbols: PanelSymbol[];
  /** Files of an archive that were omitted: they hold no dated values of the column, or cannot be read. */
  left?: string[];
}

/** Cells of a column that are not read, of those examined, and the first of them. */
export interface UnreadCells {
  column: string;
  count: Count;
  examined: Count;
  row: Count;
  value: string;
}

/** What reading a text found: shown after every load, so that no row goes missing silently. */
export interface QualityReport {
  /** Rows below the header that are not blank; for several values in a line, the values. `rowsKept` plus all `dropped` counts. */
  rowsRead: Count;
  rowsKept: Count;
  dropped: DroppedRows[];
  /** Cells of kept rows that hold no number, per column that has any; the values there are NaN. Never the primary column. */
  missing: { column: string; count: Count }[];
  /** Kept rows dated before the row above them; the series is sorted. */
  unsorted: Count;
  /** Kept rows that share their date with the row before them; omitted if there are none. */
  repeated?: { count: Count; rows: Count[] };
  /** Steps longer than four business days (daily data) or four usual steps. */
  gaps: Count;
  longestGap: Millis | null;
  /** In the primary column; `rows` are the first few row numbers of the text. Usual for returns, a warning for prices. */
  zeroOrNegative: { count: Count; rows: Count[] };
  /** Steps of the primary column of more than 40% (splits, bad ticks); counted only where every value is above zero. */
  jumps: { count: Count; rows: Count[] };
  /**
   * Well formed and yet seldom right: runs of five or more equal values of the primary column, as stale quotes are (`rows` are where they begin),
   * rows on weekends of daily data that has few of these, and rows dated a day or more after they were read.
   */
  unusual?: Partial<Record<"unchanged" | "weekend" | "future", QualityReport["jumps"]>> & { unchanged?: { longest: Count } };
  delimiter: Delimiter;
  decimal: DecimalSign;
  header: boolean;
  /** Lines above the header or the first row that belong to neither. */
  preamble: Count;
  /** By its name of the Encoding Standard; other ones than those of Unicode are assumed: a text does not say its own. */
  encoding: string;
  /** "yyyy-mm-dd", "dd/mm/yyyy", "mm/dd/yyyy", "epoch s", "epoch ms"...; null where rows carry no date. "(assumed)" follows where no day above 12 settles it. */
  dateFormat: string | null;
  /** A column meant as dates that is not read: its cells that are no dates. */
  undated?: UnreadCells;
  /** Columns of formulas without a stored result, which are not read. */
  unsolved?: UnreadCells[];
  /** Which reader took the text: the typed fast path, or PapaParse for odd texts. */
  reader: "fast" | "papaparse";
  elapsed: Millis;
  /** Where rows of several symbols was in it: the first names, how many there are, and the one that was read. */
  symbols?: { names: string[]; count: Count; chosen: string };
  /** How the calendars of its symbols became one, where it was read as a panel: a column per symbol, in which a NaN is a blank. */
  panel?: Panel;
  /** Of a symbol that was taken out of a panel, the panel's hash and the symbol's name. */
  symbolOf?: { panel: string; name: string };
  /** The known form it was read as: "Investing.com history"; omitted where none is recognized. */
  preset?: string;
  /** Left out of a plain text. */
  opened?: OpenedFile;
  /** What the text leaves open and nobody has settled; omitted where there is nothing. */
  doubts?: ReadingDoubt[];
  /** What was settled by hand, for this text or for an earlier one of its form: its header and separators. */
  chosen?: { options: ReadingChoices; form?: string; earlier: boolean };
  /** Blank cells that took the value before them as chosen, per column, and the first rows of the text that have some. */
  filled?: { column: string; count: Count; rows: Count[] }[];
  /**
   * Of an analyzed column of returns, and of one that prices were made of: what it is in, and whether it has log returns. The prices of a panel
   * are in the place of their returns.
   */
  returns?: { column: string; unit: ReturnUnit; log: boolean; compounded: boolean };
  /** Columns whose cells are written in percent, beyond that one and those whose header says it. */
  percents?: string[];
  /** Which column was adjusted, for how many splits and dividends, and which volumes for the splits. */
  adjusted?: { column: string; splits: Count; dividends: Count; volume?: string };
}

/** Rows [from, to). */
export interface Range {
  from: Count;
  to: Count;
}

/** A request of the page, its threads or the service worker, as the privacy meter lists it. */
export interface LoggedRequest {
  /** Two with the same one are the same request. */
  id: string;
  at: Millis;
  method: string;
  host: string;
  path: string;
  /** Bytes sent beyond this device: the body, and of another host's request the address too; null where it cannot be known. */
  sent: Count | null;
  /** The service worker answered it on the device. */
  answeredHere: boolean;
}

/** The channel requests are told on, and the words that ask for those before. */
export const REQUESTS = "prospect-requests";
