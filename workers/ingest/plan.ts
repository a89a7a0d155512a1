import type { Column, ColumnUse, Count, DecimalSign, Delimiter, QualityReport, ReadingChoices } from "../contract";
import type { PlacedDates } from "./date-format";
import type { Preset } from "./preset-table";
import type { RefusedFile } from "./refused-file";

/** Which of the rows that share a date is kept, or the mean of their values, blank cells aside. */
export type RepeatedRule = "first" | "last" | "mean";

/** How the calendars of several symbols become one. */
export interface PanelOptions {
  /** inner: dates on which every symbol has a value; outer: dates on which any has. */
  calendar: "inner" | "outer";
  /** What becomes of blanks of the outer calendar: they stay, take the value before them, or their dates are dropped. */
  fill: "none" | "previous" | "drop";
  /** Blanks in a row that take the value before them; all of them where it is omitted. */
  limit?: Count;
  /** Which of several values of a symbol on one date is kept; without it such rows are refused. */
  repeated?: RepeatedRule;
  /** Of an archive each file is a symbol. */
  files?: boolean;
}

/** What a user may settle by hand where a text leaves it open. */
export interface ReadOptions extends ReadingChoices {
  /** Of rows of many symbols, the one that is read. */
  symbol?: string;
  /** All symbols are read, a column each. */
  panel?: PanelOptions;
  /** Names that select one part of a file with several, outermost first: an entry of an archive. */
  path?: readonly string[];
  /** Choices for an earlier text of this form, unless this one is unambiguous. */
  assumed?: Pick<ReadingChoices, "decimal" | "dateOrder">;
}

/** A column of numbers that is read: where it is in a row, and what it is. */
export interface PlannedColumn {
  index: number;
  name: string;
  role: Column["role"];
  /** Set where its numbers are not prices but what happened to the share. */
  event?: "split" | "dividend";
  /** Returns its header names, where its values in the beginning may be levels: these decide, unless returns are compounded. */
  named?: Column["role"];
  /** Returns whose header, or values whose cells, say that they are in percent. */
  percent?: boolean;
  /** The currency beside each of its numbers. */
  unit?: string;
}

/** Of a text that commas part, rows whose numbers have a decimal comma: cells of a full one, of which so many come before the numbers. */
export interface SplitNumbers {
  cells: Count;
  before: Count;
}

/** How a text is to be read, as far as its beginning tells; `rereading` settles the rest. */
export interface Plan {
  /** `list`: numbers one after the other, any of `separators` between them. `table`: one row per line. */
  shape: "table" | "list";
  delimiter: Delimiter;
  /** Between values of a list. */
  separators: string;
  decimal: DecimalSign;
  decimalSettled: boolean;
  header: boolean;
  /** Lines of the beginning that are skipped as chosen, whatever they hold. */
  skipped: Count;
  preamble: Count;
  /** Line of the text, counted from 1, where the rows begin. */
  firstLine: Count;
  /** Cells of a full row. */
  width: Count;
  date: PlacedDates | null;
  /** Why the rows have no dates though a column seems to hold them. */
  undated?: QualityReport["undated"];
  /** Columns of formulas without results, which are not read. */
  unsolved?: QualityReport["unsolved"];
  /** Why the table is not read without one of these. */
  refused?: RefusedFile["failure"];
  /** A time of day in a column of its own, added to the date. */
  clock: number | null;
  /** Its digits may be other numbers: nothing but the name of their column says what they are. */
  clockAssumed?: boolean;
  columns: PlannedColumn[];
  /** Index into `columns`. */
  primary: number;
  /** Numbers of its rows are in two cells each. */
  split?: SplitNumbers;
  /** How its moments are written is learned row by row, as the kernel of tables does not know it. */
  learned?: boolean;
  /** True where quotes are more than signs around cells, or so few cells are plain that the general reader is the better one. */
  odd: boolean;
  /** A column of symbols, of which one is read: `wanted`, else the first. In an outline each is said once, above its rows. */
  symbol?: { index: number; wanted?: string; outline?: boolean };
  /** Rows are read for a panel: those of all symbols are kept, and blank cells of a table with a column per symbol too. */
  panel?: boolean;
  /** Rows whose analyzed cell is blank are kept, to be filled. */
  fill?: boolean;
  /** The form it is written in, where that is known. */
  preset?: Preset;
  /** All cells of a row, by their place: their names, and what they are taken for. */
  cells: { name: string; use: ColumnUse }[];
  /** Signs in the numbers that may be decimal signs or are between thousands. */
  eitherSign: boolean;
}

/** The character a delimiter stands for; `newline` gives one no text holds. */
export const DELIMITER_SIGN: Record<Delimiter, string> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
  space: " ",
  newline: "\u0001",
};
