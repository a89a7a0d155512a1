/** Choices for reading a text. Re-exported by the contract. */

/** What a column contains. `value`, as in an unnamed list, may be prices, returns or portfolio values; `return` means simple returns. */
export type ColumnRole = "open" | "high" | "low" | "close" | "adjusted-close" | "volume" | "value" | "return" | "log-return";

/** Unit of returns. */
export type ReturnUnit = "percent" | "fraction";

/** Separates the cells of a row. */
export type Delimiter = "comma" | "semicolon" | "tab" | "space" | "pipe" | "newline";
/** Separates the integer part from the decimals. */
export type DecimalSign = "point" | "comma";

/** Text encodings that are distinguished, by their names in the Encoding Standard. */
export type Encoding =
  | `utf-${"8" | "16le" | "16be"}`
  | "gb18030"
  | "big5"
  | "shift_jis"
  | "euc-jp"
  | "euc-kr"
  | `windows-125${0 | 1 | 2 | 4}`;

/** How a column is used: as numbers of a role, dates, times of day, symbols, new shares per old one, or dividends per share. */
export type ColumnUse = ColumnRole | "date" | "time" | "symbol" | "split" | "dividend" | "ignored";

/** A jump in prices marked as a split: the time of its row, and new shares per old one. */
interface MarkedSplit {
  time: number;
  shares: number;
}

/** A user's choices for reading a text. */
export interface ReadingChoices {
  delimiter?: Delimiter;
  decimal?: DecimalSign;
  dateOrder?: "dmy" | "mdy";
  /** Number of lines before and after the table; blank lines at the end of the text do not count. */
  skip?: number;
  footer?: number;
  /** Whether the first row contains the column names. */
  header?: boolean;
  encoding?: Encoding;
  /** Name of the column to analyze. */
  column?: string;
  /** The use of each column, in order; null to detect it. */
  uses?: readonly (ColumnUse | null)[];
  /** Which of several rows with the same date to keep; if omitted, all are kept and the reader reports a doubt. */
  repeated?: "all" | "first" | "last" | "mean";
  /** Fills blank prices with the value of the row before; otherwise rows whose analyzed cell is blank are dropped. */
  fill?: "previous";
  /** Adds prices adjusted for the columns of splits, dividends or both, and analyzes these. */
  adjust?: "splits" | "dividends" | "both";
  /** Adds prices compounded from 100 by the analyzed returns, in this unit or an inferred one, and analyzes these. */
  compound?: ReturnUnit | "auto";
  /** Splits not in any column, for which prices are adjusted too. For this text only: the next one of its form has others. */
  splits?: readonly MarkedSplit[];
}

/** Ambiguities of a text that the reader has resolved by assumption. */
export type ReadingDoubt = "date-order" | "decimal" | "value-column" | "day-numbers" | "time-digits" | "repeated-dates" | "text-cells";
