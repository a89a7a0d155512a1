/**
 * The contract between the page and its workers. Everything here is sent between threads, so it is plain data: no class instances, no
 * functions, and failures as values, since a thrown error would lose its fields on the way.
 */

import type { ColumnRole, DecimalSign, Delimiter, ReadingChoices, ReadingDoubt, ReturnUnit } from "./reading-choices";
import type { Cause, Filled, Frame, Reason } from "./texts";

export type { ColumnRole, ColumnUse, DecimalSign, Delimiter, Encoding, ReadingChoices, ReadingDoubt, ReturnUnit } from "./reading-choices";
export type { Cause, Reason };

/** Name of this device's database, and prefix of everything else stored here. */
export const WORKSPACE = "prospect";
/** Posted on the channel of that name when the browser has cleared it while it was open. */
export const CLEARED = "cleared";

/** Milliseconds: a duration, or a time since 1970-01-01T00:00:00Z. */
export type Millis = number;
export const MINUTE: Millis = 60_000;
export const HOUR: Millis = 3_600_000;
export const DAY: Millis = 86_400_000;
/** Times up to this far from 1970, before or after, are valid dates in every time zone. */
export const MAX_MOMENT: Millis = 8.6e15;
/** A year of 365.25 days, to convert durations to years. */
export const YEAR: Millis = 365.25 * DAY;
/** Size of a value of a column, a 64-bit float. */
export const VALUE_BYTES = 8;
/** A ratio: 0.2 means 20%. */
export type Fraction = number;
export type Count = number;

export type FailureCode =
  /** The input cannot be used; the reason says what is wrong and where. */
  | "bad-input"
  /** The computation ran but reached no reliable result. */
  | "not-converged"
  /** Canceled by the user, or superseded by a newer run. */
  | "canceled"
  /** The job needs more memory than is available, or its input exceeds a limit. */
  | "too-large"
  /** Storage on this device could not be read or written. */
  | "storage"
  /** A part of the app could not be fetched. */
  | "not-loaded"
  /** A bug, or a worker that died. */
  | "crashed";

/** Where the problem is, numbered as users count: the first line of the text is row 1. */
export interface Place {
  row?: Count;
  column?: string;
  value?: string;
}

export interface Failure extends Cause, Place {
  code: FailureCode;
}

/** The result of every job: a value, or a failure with its reason. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const succeed = <T>(value: T): Outcome<T> => ({ ok: true, value });

/** A cause: the key of its text, and the values inserted into it. */
export const because = <R extends Reason>(reason: R, ...[params]: Filled<R>): Cause => (params ? { reason, params } : { reason });

/** A failed outcome with an existing cause, such as one from validating settings. */
export const failBecause = (code: FailureCode, { reason, params }: Cause, place: Place = {}): Outcome<never> => ({
  ok: false,
  failure: params ? { ...place, code, reason, params } : { ...place, code, reason },
});

/** A failed outcome: its code, the key of its text, the values inserted into it, and where the problem is. */
export const fail = <R extends Reason>(code: FailureCode, reason: R, ...[params, place]: [...Filled<R>, place?: Place]): Outcome<never> =>
  failBecause(code, { reason, params: params as Cause["params"] }, place as Place | undefined);

/** A cause that is text already: from another host, or from an earlier version. */
export const verbatim = (text: string): Cause => because("runtime/said", { text });

/** The same failure, with its text inserted into another, unless it already is: 'Analysis failed: {cause}'. */
export const within = <F extends Cause>(reason: Frame, failure: F): F => {
  const { reason: inner, params } = failure;
  if (inner === reason) return failure;
  return { ...failure, reason, params: { cause: params ? { reason: inner, params } : { reason: inner } } };
};

/** The same failure with another cause. */
export const withCause = (failure: Failure, { reason, params }: Cause): Failure => ({ ...failure, reason, params });

/** Undoes `within`: the inner cause if this text wraps one, otherwise the cause itself. */
export const unframed = (reason: Frame, cause: Cause): Cause => (cause.reason === reason ? (cause.params?.cause as Cause) : cause);

export interface Progress {
  /** 0 to 1. */
  fraction: Fraction;
  /** The current step in a few words: "Fitting GARCH(1,1)". */
  label: string;
}

export interface Column {
  /** Its header in the file, or "Value". */
  name: string;
  role: ColumnRole;
  /**
   * One number per kept row, oldest first; in shared memory if the page is cross-origin isolated. "5%" is read as 5, "1.2M" as 1200000.
   * A cell that is blank or not a number is NaN, counted in `QualityReport.missing`; the primary column has none, except in a panel.
   */
  values: Float64Array;
}

export type SeriesOrigin = "typed" | "pasted" | "file" | "sample";

/** Position of a series within the full one it was cut from. */
export interface Period {
  /** Hash, name and number of rows of the full series. */
  of: string;
  name: string;
  length: Count;
  /** The first row, and the row after the last. */
  from: Count;
  to: Count;
}

/** A loaded text or file: columns of numbers, oldest row first, and a report on their quality. */
export interface Series {
  /** SHA-256 of the times and values, in hex: the same numbers give the same hash. */
  hash: string;
  /** File name, or a name derived from the origin. */
  name: string;
  origin: SeriesOrigin;
  length: Count;
  /** Milliseconds since 1970 UTC, ascending; null if rows have no dates. */
  times: Float64Array | null;
  columns: Column[];
  /** Index in `columns` of the one to analyze unless the user picks another. */
  primary: number;
  /** The first lines of the text, for the data field. */
  preview: string;
  /** Size in bytes of the text or file, or of the numbers of a derived series. */
  bytes: Count;
  loadedAt: Millis;
  /** Hash of the version it replaces or extends. */
  previous?: string;
  quality: QualityReport;
  /** How it was computed, in words, if it is the result of an analysis. */
  made?: string;
  /** Set if it was cut from another series. */
  period?: Period;
}

export type DropReason = "not-a-number" | "bad-date" | "missing-value" | "wrong-column-count" | "duplicate-date";

export interface DroppedRows {
  reason: DropReason;
  count: Count;
  /** The first few: the row of the text (or the position in a list on one line), and its content. */
  examples: { row: Count; value: string }[];
}

/** File formats that can be read, recognized by content. */
export type FileFormat = "text" | "gzip" | "zip" | "html" | "json" | "parquet" | "arrow" | "xlsx";

/** Extensions of data files; their format is recognized by content. */
export const DATA_ENDINGS = "csv,txt,tsv,json,htm,html,xlsx,parquet,arrow,feather,gz,zip".split(",");

/** How a file that is not plain text was opened. */
export interface OpenedFile {
  /** Its compression and archives, then its format: outermost first. */
  formats: FileFormat[];
  /** For each layer with several parts, outermost first: their names and the part that was read. */
  choices: { names: string[]; chosen: string }[];
}

/** How a symbol of a panel was aligned: of its `values` in the text all but `dropped` are in the panel, whose other dates are `filled` or `blank`. */
export interface PanelSymbol {
  name: string;
  values: Count;
  /** Blanks filled with the value before, and blanks that remain. */
  filled: Count;
  blank: Count;
  /** Values on dates that are not in the panel. */
  dropped: Count;
  /** Rows of the text that repeat a date of this symbol. */
  repeated: Count;
  /** If the values are returns, or prices compounded from returns: their unit, and whether they are log returns. */
  returns?: { unit: ReturnUnit; log: boolean };
}

/** How several symbols were aligned on common dates. */
export interface Panel {
  calendar: "inner" | "outer";
  fill: "none" | "previous" | "drop";
  /** Maximum number of consecutive blanks filled; null for no limit. */
  limit: Count | null;
  repeated: "first" | "last" | "mean" | null;
  /** Number of dates on which any symbol has a value. */
  dates: Count;
  symbols: PanelSymbol[];
  /** Files of an archive that were skipped: unreadable, or without dated values of the column. */
  left?: string[];
}

/** Cells of a column that could not be read, out of those examined, and the first of them. */
export interface UnreadCells {
  column: string;
  count: Count;
  examined: Count;
  row: Count;
  value: string;
}

/** Findings from reading a text, shown after every load so that no row is lost silently. */
export interface QualityReport {
  /** Non-blank rows below the header (or values of a list on one line): `rowsKept` plus all `dropped` counts. */
  rowsRead: Count;
  rowsKept: Count;
  dropped: DroppedRows[];
  /** Cells of kept rows that are not numbers and became NaN, per column with any; never the primary column, except in a panel. */
  missing: { column: string; count: Count }[];
  /** Kept rows dated before the row above them in the text; the series is sorted. */
  unsorted: Count;
  /** Kept rows with the same date as the row before; omitted if there are none. */
  repeated?: { count: Count; rows: Count[] };
  /** Steps longer than four business days (daily data) or four median steps. */
  gaps: Count;
  longestGap: Millis | null;
  /** Values of the primary column; `rows` are the first few, as rows of the text. Normal for returns, suspicious for prices. */
  zeroOrNegative: { count: Count; rows: Count[] };
  /** Changes of the primary column by more than 40% (splits, bad ticks); only counted if all values are positive. */
  jumps: { count: Count; rows: Count[] };
  /**
   * Well formed but suspicious: runs of five or more equal values of the primary column, as from stale quotes (`rows` are where they begin),
   * weekend rows in daily data with few of them, and rows dated a day or more after they were read.
   */
  unusual?: Partial<Record<"unchanged" | "weekend" | "future", QualityReport["jumps"]>> & { unchanged?: { longest: Count } };
  delimiter: Delimiter;
  decimal: DecimalSign;
  header: boolean;
  /** Lines above the header, or above the first row without one, that are not part of the table. */
  preamble: Count;
  /** Its name in the Encoding Standard; any but Unicode is inferred or chosen, since a text does not declare it. */
  encoding: string;
  /** "yyyy-mm-dd", "dd/mm/yyyy", "mm/dd/yyyy", "epoch s", "epoch ms"...; null if rows have no dates. "(assumed)" is appended if no day above 12 settles the order. */
  dateFormat: string | null;
  /** A column that seems to be dates but was not read as such: its cells that are not dates. */
  undated?: UnreadCells;
  /** Columns of formulas without stored results, which are not read. */
  unsolved?: UnreadCells[];
  /** The fast reader, or PapaParse for irregular texts. */
  reader: "fast" | "papaparse";
  elapsed: Millis;
  /** If the rows are of several symbols: the first names, how many there are, and the one that was read. */
  symbols?: { names: string[]; count: Count; chosen: string };
  /** How its symbols were aligned, if it was read as a panel: one column per symbol, in which NaN is a blank. */
  panel?: Panel;
  /** For a symbol extracted from a panel: the panel's hash and the symbol's name. */
  symbolOf?: { panel: string; name: string };
  /** The known format it was read as: "Investing.com history"; omitted if none was recognized. */
  preset?: string;
  /** Omitted for plain text. */
  opened?: OpenedFile;
  /** Ambiguities of the text that no choice has resolved; omitted if there are none. */
  doubts?: ReadingDoubt[];
  /** What the user chose, for this text or an earlier one of the same form (headers and delimiter). */
  chosen?: { options: ReadingChoices; form?: string; earlier: boolean };
  /** Blank cells filled with the value before, if so chosen: per column, with the first such rows of the text. */
  filled?: { column: string; count: Count; rows: Count[] }[];
  /**
   * The analyzed column of returns, or the one that was compounded into prices: its unit, and whether these are log returns. In a panel,
   * such prices replace the returns.
   */
  returns?: { column: string; unit: ReturnUnit; log: boolean; compounded: boolean };
  /** Other columns in percent whose header does not say so. */
  percents?: string[];
  /** The adjusted column, for how many splits and dividends, and the column of volumes adjusted for the splits. */
  adjusted?: { column: string; splits: Count; dividends: Count; volume?: string };
}

/** Rows [from, to). */
export interface Range {
  from: Count;
  to: Count;
}

/** A request by the page, its workers or the service worker, as listed by the privacy meter. */
export interface LoggedRequest {
  /** A request may be reported more than once, each time with the same id. */
  id: string;
  at: Millis;
  method: string;
  host: string;
  path: string;
  /** Bytes that left this device: the body and, to another host, the address; null if unknown. */
  sent: Count | null;
  /** Whether the service worker answered it, on this device. */
  answeredHere: boolean;
}

/** Name of the channel on which requests are reported, and the message that asks for earlier ones. */
export const REQUESTS = "prospect-requests";
