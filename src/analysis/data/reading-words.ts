import type {
  ColumnUse,
  Encoding,
  Panel,
  QualityReport,
  ReadingChoices,
  ReadingDoubt,
  Series,
  UnreadCells,
} from "../../../workers/contract";
import type { ReadAs } from "../../../workers/risk";
import { splitName } from "../../../workers/series/choices-schema";
import { clipped, count, day, plural } from "../../lib/format.ts";
import { UNIT_WORDS } from "../../lib/return-words.ts";
import { listedAssets, readWords } from "../assets/assets-read.tsx";

/** Possible uses of a column. */
export const USES: Record<ColumnUse, string> = {
  date: "Date",
  time: "Time of day",
  symbol: "Symbol",
  open: "Open",
  high: "High",
  low: "Low",
  close: "Close",
  "adjusted-close": "Adjusted close",
  volume: "Volume",
  value: "Value",
  return: "Returns",
  "log-return": "Log returns",
  split: "Split ratio",
  dividend: "Dividend",
  ignored: "Not read",
};

export const DELIMITERS: Record<QualityReport["delimiter"], string> = {
  comma: "Comma",
  semicolon: "Semicolon",
  tab: "Tab",
  pipe: "Pipe",
  space: "Space",
  newline: "New line",
};

export const ENCODINGS: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16, little-endian",
  "utf-16be": "UTF-16, big-endian",
  "windows-1252": "Western European (Windows-1252)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "windows-1254": "Turkish (Windows-1254)",
  gb18030: "Simplified Chinese (GB 18030)",
  big5: "Traditional Chinese (Big5)",
  shift_jis: "Japanese (Shift JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  "euc-kr": "Korean (EUC-KR)",
};

export const DECIMALS = { point: "Point: 1,234.5", comma: "Comma: 1.234,5" } as const;
export const ORDERS = { dmy: "Day before month", mdy: "Month before day" } as const;
export const REPEATED = { all: "Keep all", first: "Keep the first", last: "Keep the last", mean: "Use the mean" } as const;
export const FILLED = { previous: "Previous value" } as const;
export const ADJUSTMENTS = { splits: "For splits", dividends: "For dividends", both: "For splits and dividends" } as const;

export const COMPOUNDED = {
  auto: "Compounded from 100, unit as found",
  percent: "Compounded from 100, in percent",
  fraction: "Compounded from 100, as fractions",
} as const;

const READ_UNITS = { ...UNIT_WORDS, auto: "in the unit found" } as const;

const DECIMAL_SIGNS = { point: "a decimal point", comma: "a decimal comma" } as const;

/** The day and month order reported for dates; null if they leave no ambiguity. */
export const orderIn = ({ dateFormat }: QualityReport): "dmy" | "mdy" | null =>
  dateFormat?.startsWith("dd") ? "dmy" : dateFormat?.startsWith("mm") ? "mdy" : null;

const droppedFor = ({ dropped }: QualityReport, reason: string): number => dropped.find((one) => one.reason === reason)?.count ?? 0;

/** What was assumed about an ambiguity. */
export function doubtWords(doubt: ReadingDoubt, { quality, columns, primary }: Series): string {
  const { name } = columns[primary];
  if (doubt === "date-order") return `Dates are read ${ORDERS[orderIn(quality) ?? "dmy"].toLowerCase()}: all are ambiguous`;
  if (doubt === "decimal") return `Numbers are read with ${DECIMAL_SIGNS[quality.decimal]}: the text is ambiguous`;
  if (doubt === "value-column") return `${name} is used as the value column: no header says so`;
  if (doubt === "day-numbers")
    return `Dates are read as ${quality.dateFormat?.startsWith("days") ? "days since 1970" : "Excel day numbers"}: no header says so`;
  if (doubt === "time-digits") return "Digits of the column Time are read as times of day: only its name says so";
  if (doubt === "text-cells")
    return `${plural(droppedFor(quality, "not-a-number"), "row")} excluded: most cells of ${name} are not numbers`;
  const { repeated } = quality;
  // Series of earlier versions kept the last row without asking.
  if (!repeated) return `${plural(droppedFor(quality, "duplicate-date"), "row")} excluded: of rows that share a date, the last is kept`;
  return `${plural(repeated.count, "row")} ${repeated.count === 1 ? "shares its date" : "share their date"} with another: all are kept, in the order of the text`;
}

/** Cells that were not read, and what they contain. */
const unreadWords = ({ count: unread, examined, row, value }: UnreadCells, what: string): string =>
  `${count(unread)} of ${plural(examined, "cell")} examined: ${what} (first in row ${count(row)}: “${value.slice(0, 40)}”)`;

/** Why a column chosen as dates is not read. */
export const undatedWords = (cells: UnreadCells): string => unreadWords(cells, "not a date");

const UNSOLVED = "formulas without a stored result";

/** Why a column of formulas is not read. */
export const formulaWords = (cells: UnreadCells): string => unreadWords(cells, UNSOLVED);

/** Columns of formulas that are not read, and how to make them readable. */
export const unsolvedWords = (columns: readonly UnreadCells[]): string =>
  `Not read: ${listedAssets(columns.map(({ column }) => column))} (${UNSOLVED}). Open and save the file in a spreadsheet program to read them`;

/** Maximum characters of a column name: names in files may be of any length. */
const MAX_NAME = 80;

/** The chosen reading options as text. */
export function choiceWords(choices: ReadingChoices): string {
  const { delimiter, decimal, dateOrder, skip, footer, header, encoding, column, uses, repeated, fill, adjust, compound, splits } = choices;
  const given = (uses ?? []).filter((use) => use !== null).length;
  return [
    delimiter && `${DELIMITERS[delimiter].toLowerCase()} as the delimiter`,
    decimal && DECIMAL_SIGNS[decimal],
    dateOrder && ORDERS[dateOrder].toLowerCase(),
    skip && `${plural(skip, "line")} skipped at the beginning`,
    footer && `${plural(footer, "line")} skipped at the end`,
    header !== undefined && (header ? "first row as the header" : "no header"),
    encoding && ENCODINGS[encoding],
    column && `${clipped(column, MAX_NAME)} analyzed`,
    given > 0 && `${plural(given, "column")} assigned`,
    repeated && `${{ all: "every row", first: "the first row", last: "the last row", mean: "the mean" }[repeated]} of repeated dates`,
    fill && "blank prices filled with the previous value",
    splits && `splits marked on ${splits.map(({ time, shares }) => `${day(time)} (${splitName(shares)})`).join(" and ")}`,
    compound && `returns compounded from 100, read ${READ_UNITS[compound]}`,
    adjust && `prices adjusted ${ADJUSTMENTS[adjust].toLowerCase()}`,
  ]
    .filter((part) => part)
    .join(", ");
}

/** The chosen options that apply: an analyzed price column has no compounding. */
export const chosenWords = ({ chosen, returns }: QualityReport): string =>
  chosen ? choiceWords({ ...chosen.options, ...(!returns?.compounded && { compound: undefined }) }) : "";

/** Unit of returns and the prices compounded from them; by symbol if they differ within a panel. */
export function returnsWords({ column, unit, log, compounded }: NonNullable<QualityReport["returns"]>, panel?: Panel): string {
  const all = (panel?.symbols ?? []).flatMap(({ name, returns }) => (returns ? [{ name, returns }] : []));
  const read = all.map(({ returns: own }): ReadAs => ({ kind: own.log ? "log-returns" : "returns", unit: own.unit }));
  const words = panel
    ? `${plural(all.length, "symbol")}: ${readWords(
        all.map(({ name }) => name),
        read,
      )}`
    : `${clipped(column, MAX_NAME)}: ${log ? "log" : "simple"} returns, ${UNIT_WORDS[unit]}`;
  if (!compounded) return `${words}; not compounded into prices`;
  const others = (panel?.symbols ?? []).filter(({ values, returns }) => values > 0 && !returns).map(({ name }) => name);
  return `${words}; compounded into prices from 100 before the first row${others.length > 0 ? `; read as prices: ${listedAssets(others)}` : ""}`;
}

/** How prices were adjusted. */
export const adjustedWords = ({ column, splits, dividends, volume }: NonNullable<QualityReport["adjusted"]>): string =>
  `${column} adjusted backwards for ${plural(splits, "split")} and ${plural(dividends, "dividend")}${volume ? `, ${volume} for splits` : ""}`;

/** What was assumed, as explicit options. */
export function confirmed(options: ReadingChoices, { quality, columns, primary }: Series): ReadingChoices {
  const open = new Set<string>(quality.doubts);
  const order = orderIn(quality);
  const { name } = columns[primary];
  return {
    ...(open.has("date-order") && order && { dateOrder: order }),
    ...(open.has("decimal") && { decimal: quality.decimal }),
    ...(["value-column", "day-numbers", "time-digits", "text-cells"].some((doubt) => open.has(doubt)) && !options.uses && { column: name }),
    ...(open.has("repeated-dates") && { repeated: quality.repeated ? ("all" as const) : ("last" as const) }),
    ...options,
  };
}

/** Columns shown out of all. */
export const widthWords = (shown: number, all: number): string =>
  shown < all ? `The first ${count(shown)} of ${plural(all, "column")}.` : "";
