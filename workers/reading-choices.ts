/** What may be chosen about the reading of a text. The contract hands it on. */

/** What a column holds. `value` is a lone unnamed list: a price, a return, or a portfolio value; `return` are simple returns. */
export type ColumnRole = "open" | "high" | "low" | "close" | "adjusted-close" | "volume" | "value" | "return" | "log-return";

/** What returns are in. */
export type ReturnUnit = "percent" | "fraction";

/** Between the cells of a row. */
export type Delimiter = "comma" | "semicolon" | "tab" | "space" | "pipe" | "newline";
/** Between the whole part and the fraction. */
export type DecimalSign = "point" | "comma";

/** Encodings of texts that are told apart, by the names of the Encoding Standard. */
export type Encoding =
  | `utf-${"8" | "16le" | "16be"}`
  | "gb18030"
  | "big5"
  | "shift_jis"
  | "euc-jp"
  | "euc-kr"
  | `windows-125${0 | 1 | 2 | 4}`;

/** What a column of a text is taken for: numbers of a role, dates, times of day, symbols, new shares per old one, dividends per share. */
export type ColumnUse = ColumnRole | "date" | "time" | "symbol" | "split" | "dividend" | "ignored";

/** A jump of the prices that is a split: its row, and new shares per old one. */
export interface MarkedSplit {
  time: number;
  shares: number;
}

/** How a user has a text read that leaves it open. */
export interface ReadingChoices {
  delimiter?: Delimiter;
  decimal?: DecimalSign;
  dateOrder?: "dmy" | "mdy";
  /** Lines of the beginning and of the end that belong to no table; blank lines at the end of a text do not count. */
  skip?: number;
  footer?: number;
  /** Whether the first row has the names of the columns. */
  header?: boolean;
  encoding?: Encoding;
  /** Name of the column to analyze. */
  column?: string;
  /** The role of each column, in order; null is detected. */
  uses?: readonly (ColumnUse | null)[];
  /** Which of several rows with the same date is kept; if omitted all are, and the reader reports a doubt. */
  repeated?: "all" | "first" | "last" | "mean";
  /** Gives blank prices the value of the row before; without it rows whose analyzed cell is blank are omitted. */
  fill?: "previous";
  /** Adds the prices adjusted for what the columns of splits, of dividends or both say, and analyzes them. */
  adjust?: "splits" | "dividends" | "both";
  /** Adds the prices that the analyzed returns, in this unit or the one they are found in, make of 100, and analyzes them. */
  compound?: ReturnUnit | "auto";
  /** Splits no column tells, for which prices are adjusted too. Of this text alone: the next one of its form has others. */
  splits?: readonly MarkedSplit[];
}

/** What a text leaves open, and the reader has assumed. */
export type ReadingDoubt = "date-order" | "decimal" | "value-column" | "day-numbers" | "time-digits" | "repeated-dates" | "text-cells";
