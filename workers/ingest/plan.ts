import type { Column, Count, QualityReport } from "../contract";
import type { DateFormat } from "./date-format";
import type { DecimalSign } from "./number-format";
import type { Preset } from "./preset-table";

export type Delimiter = QualityReport["delimiter"];
export type Encoding = QualityReport["encoding"];

/** What a person may settle by hand where a text leaves it open. */
export interface ReadOptions {
  delimiter?: Delimiter;
  decimal?: DecimalSign;
  dateOrder?: "dmy" | "mdy";
  /** Name of the column to analyze. */
  column?: string;
  /** Of rows of many symbols, the one that is read. */
  symbol?: string;
  /** Of a file that holds several things, the names of the one meant, from the outermost: an entry of an archive. */
  path?: readonly string[];
}

/** A column of numbers that is read: where it stands in a row, and what it is. */
export interface PlannedColumn {
  index: number;
  name: string;
  role: Column["role"];
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
  preamble: Count;
  /** Line of the text, counted from 1, where the rows begin. */
  firstLine: Count;
  /** Cells of a full row. */
  width: Count;
  date: (DateFormat & { index: number }) | null;
  /** A time of day in a column of its own, added to the date. */
  clock: number | null;
  columns: PlannedColumn[];
  /** Index into `columns`. */
  primary: number;
  /** True where quotes stand in the text, or so few cells are plain that the general reader is the better one. */
  odd: boolean;
  /** A column of symbols, of which one is read: `wanted`, else the first. */
  symbol?: { index: number; wanted?: string };
  /** The form it is written in, where that is known. */
  preset?: Preset;
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
