import type { Column, ColumnUse, Count, DecimalSign, Delimiter, QualityReport, ReadingChoices } from "../contract";
import type { PlacedDates } from "./date-format";
import type { Preset } from "./preset-table";
import type { RefusedFile } from "./refused-file";

/** Which of the rows with the same date is kept, or the mean of their values, ignoring empty cells. */
export type RepeatedRule = "first" | "last" | "mean";

/** How the calendars of several symbols are combined. */
export interface PanelOptions {
  /** inner: dates on which every symbol has a value; outer: dates on which any has. */
  calendar: "inner" | "outer";
  /** Treatment of empty cells in the outer calendar: kept, filled with the value before, or their dates dropped. */
  fill: "none" | "previous" | "drop";
  /** Maximum number of consecutive cells filled; unlimited if omitted. */
  limit?: Count;
  /** Which of several values of a symbol on one date is kept; if omitted, such rows are refused. */
  repeated?: RepeatedRule;
  /** Each file of an archive is a symbol. */
  files?: boolean;
}

/** Choices of the user where a text is ambiguous. */
export interface ReadOptions extends ReadingChoices {
  /** For rows of many symbols, the one to read. */
  symbol?: string;
  /** Read all symbols, one column each. */
  panel?: PanelOptions;
  /** Names that select one part of a file, outermost first: an entry of an archive. */
  path?: readonly string[];
  /** Choices made for an earlier text of this form, which yield to evidence in this one. */
  assumed?: Pick<ReadingChoices, "decimal" | "dateOrder">;
}

/** A numeric column to be read: its position in a row, and its role. */
export interface PlannedColumn {
  index: number;
  name: string;
  role: Column["role"];
  /** Set for corporate actions instead of prices. */
  event?: "split" | "dividend";
  /** Set if the header names returns but the first values may be levels: the values decide, unless returns are compounded. */
  named?: Column["role"];
  /** Percentages, by the header of returns or by the cells. */
  percent?: boolean;
  /** Currency written beside each number. */
  unit?: string;
}

/**
 * In a comma-separated text with decimal commas, rows whose numbers are split in two: number of cells of a full row, and of those before
 * the numbers.
 */
export interface SplitNumbers {
  cells: Count;
  before: Count;
}

/** How to read a text, as inferred from its beginning; `rereading` settles the rest. */
export interface Plan {
  /** `list`: numbers separated by any of `separators`. `table`: one row per line. */
  shape: "table" | "list";
  delimiter: Delimiter;
  /** Separators of the values of a list. */
  separators: string;
  decimal: DecimalSign;
  decimalSettled: boolean;
  header: boolean;
  /** Lines skipped at the beginning as chosen, whatever they contain. */
  skipped: Count;
  preamble: Count;
  /** Line of the text, counted from 1, of the first row. */
  firstLine: Count;
  /** Number of cells of a full row. */
  width: Count;
  date: PlacedDates | null;
  /** Why the rows have no dates although a column seems to contain them. */
  undated?: QualityReport["undated"];
  /** Columns of formulas without results, which are not read. */
  unsolved?: QualityReport["unsolved"];
  /** Why the table cannot be read without one of these columns. */
  refused?: RefusedFile["failure"];
  /** Column of a time of day, added to the date. */
  clock: number | null;
  /** Its digits may be other numbers: nothing but the name of their column says what they are. */
  clockAssumed?: boolean;
  columns: PlannedColumn[];
  /** Index into `columns`. */
  primary: number;
  /** Numbers are split into two cells each. */
  split?: SplitNumbers;
  /** The format of its times, unknown to the table kernel, is learned row by row. */
  learned?: boolean;
  /** True if quotes do more than enclose cells, or so few cells are plain that the general reader is faster. */
  odd: boolean;
  /**
   * A symbol column, of which one symbol is read: `wanted`, otherwise the first. In an outline each symbol is given once, above its rows.
   */
  symbol?: { index: number; wanted?: string; outline?: boolean };
  /** Rows are read for a panel: those of all symbols are kept, and so are empty cells of a table with a column per symbol. */
  panel?: boolean;
  /** Rows without an analyzed value are kept, to be filled. */
  fill?: boolean;
  /** The known file form, if any. */
  preset?: Preset;
  /** All cells of a row, by position: their names and uses. */
  cells: { name: string; use: ColumnUse }[];
  /** Whether the numbers contain separators that may be decimal or thousands separators. */
  eitherSign: boolean;
}

/** The character of a delimiter; for `newline` one that no text contains. */
export const DELIMITER_SIGN: Record<Delimiter, string> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
  space: " ",
  newline: "\u0001",
};
