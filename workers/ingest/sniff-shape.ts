import type { DecimalSign, Delimiter } from "../contract";
import { decimalEvidence, isNumber, parseNumber, settleDecimal } from "./number-format";
import { DELIMITER_SIGN } from "./plan";
import { splitRecords, type TextRecord } from "./records";

/** A list of numbers, or lines of cells. */
export type Shape =
  | { shape: "list"; separators: string; delimiter: Delimiter; decimal: DecimalSign; settled: boolean }
  | { shape: "table"; delimiter: Delimiter; decimal: DecimalSign | null };

const MIN_SHARE = 0.9;
const HALF = 0.5;
const NEARER = 0.9;
const MAX_FRACTION_LENGTH = 4;
const share = <T>(items: T[], test: (item: T) => boolean) => (items.length === 0 ? 0 : items.filter(test).length / items.length);

/** The most frequent number of cells above one, and the share of rows that have it. */
function commonWidth(records: TextRecord[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let best = { width: 1, share: 0 };
  for (const [width, count] of counts)
    if (width > 1 && count / records.length > best.share) best = { width, share: count / records.length };
  return best;
}

/** Rows of the sample split at one delimiter. */
export function sampleRecords(sample: string, delimiter: Delimiter): TextRecord[] {
  return splitRecords(sample, delimiter, 1, true).records;
}

/** The same for a delimiter; the sample is not split at one that does not occur. */
function widthAt(sample: string, delimiter: Delimiter): { width: number; share: number } {
  const stands = sample.includes(DELIMITER_SIGN[delimiter]) || (delimiter === "space" && sample.includes("\t"));
  return stands ? commonWidth(sampleRecords(sample, delimiter)) : { width: 1, share: 0 };
}

/**
 * Decimal sign of a list with one number per line that contains commas; null if the commas separate columns. "1,234" throughout is
 * thousands; parts of equal length or with leading zeros are fractions; a preceding running number is a column.
 */
function singleNumbers(lines: string[], wanted?: DecimalSign): DecimalSign | null {
  const point = share(lines, (line) => !Number.isNaN(parseNumber(line, "point")));
  const comma = share(lines, (line) => !Number.isNaN(parseNumber(line, "comma")));
  if (Math.max(point, comma) < MIN_SHARE) return null;
  // "100 101 102" is three prices, "1 234" a thousand: blanks group digits only after a short first group.
  const spaced = lines.filter((line) => /\d\s+\d/.test(line));
  if (spaced.some((line) => /^\D*\d{3}\s/.test(line)) && !spaced.some((line) => /^\D*\d{1,2}\s.*[.,]/.test(line))) return null;
  const withComma = lines.filter((line) => line.includes(","));
  if (withComma.length === 0) return comma > point ? "comma" : "point";
  if (wanted) return (wanted === "point" ? point : comma) >= MIN_SHARE ? wanted : null;
  const pairs = withComma.filter((line) => /^[+-]?\d+,\d+$/.test(line));
  if (pairs.length < withComma.length) return settleDecimal(lines).decimal;
  const parts = pairs.map((line) => line.split(","));
  const counts = parts.every(([first], index) => index === 0 || Number(first) === Number(parts[index - 1][0]) + 1);
  if (pairs.length === lines.length && lines.length > 1 && counts) return null;
  if (pairs.every((line) => decimalEvidence(line) === null)) return "point";
  const lengths = new Set(parts.map(([, second]) => second.length));
  const zeros = parts.some(([, second]) => /^0\d/.test(second));
  const ragged = pairs.length < lines.length;
  return zeros || ragged || lengths.size === 1 || Math.max(...lengths) <= MAX_FRACTION_LENGTH ? "comma" : null;
}

const STRONG = [
  ["semicolon", ";"],
  ["pipe", "|"],
  ["tab", "\t"],
] as const;

/** A decimal sign as chosen, otherwise as found in the pieces of a list. */
function signOf(pieces: string[], wanted: DecimalSign | undefined) {
  const { decimal, settled } = settleDecimal(pieces);
  return { decimal: wanted ?? decimal, settled: settled || wanted !== undefined };
}

/** Whether words are numbers of which some have a decimal comma, and no comma or strong separator is between two of them. */
function haveDecimalCommas(words: string[]): boolean {
  return (
    words.length > 1 &&
    words.some((word) => /^[^,;|]+,[^,;|]+$/.test(word)) &&
    words.every((word) => !/^,|,$|,[^,\n\r\u2028\u2029]*,|[;|]/.test(word)) &&
    share(words, isNumber) >= MIN_SHARE
  );
}

/**
 * How to split a list: at a strong separator if all pieces are numbers, otherwise at blanks around decimal commas, otherwise at anything.
 */
function listShape(sample: string, wanted?: DecimalSign): Shape | null {
  const pieces = (separators: RegExp) =>
    sample
      .split(separators)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== "");
  for (const [delimiter, sign] of STRONG) {
    const found = sample.includes(sign) && sample.includes(",") ? pieces(new RegExp(`[${sign}\n]`)) : [];
    const areNumbers = found.length > 1 && share(found, isNumber) >= MIN_SHARE && found.some((piece) => piece.includes(","));
    if (areNumbers) return { shape: "list", delimiter, separators: `${sign}\r\n`, ...signOf(found, wanted) };
  }
  const words = pieces(/\s+/);
  if (wanted !== "point" && haveDecimalCommas(words))
    return { shape: "list", delimiter: "space", separators: " \t\r\n", ...signOf(words, wanted) };
  const values = pieces(/[\s,;|]+/);
  if (values.length === 0 || share(values, (value) => !Number.isNaN(parseNumber(value, "point"))) < HALF) return null;
  const delimiter = (
    [
      ["comma", ","],
      ["semicolon", ";"],
      ["tab", "\t"],
      ["pipe", "|"],
      ["space", " "],
    ] as const
  ).find(([, sign]) => sample.includes(sign));
  return { shape: "list", delimiter: delimiter?.[0] ?? "newline", separators: " \t\r\n,;|", decimal: "point", settled: true };
}

/** Two names separated by a comma, "Date,Close": within the name of a single column, a blank follows a comma. */
function isTwoNames(line: string): boolean {
  const names = line.split(",");
  return names.length === 2 && names.every((name) => /^\p{L}/u.test(name) && !/[\d;|\t]/.test(name));
}

/** Determines whether the sample (line ends "\n") is a list or a table, and what separates its values. */
export function sniffShape(sample: string, wanted?: DecimalSign): Shape {
  const lines = sample
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const unheaded = lines.length > 1 && !isNumber(lines[0]) && !/[,;|\t]/.test(lines[0]) ? lines.slice(1) : lines;
  const single = lines.length > 1 && !isTwoNames(lines[0]) ? singleNumbers(unheaded, wanted) : null;
  if (single) return { shape: "table", delimiter: "newline", decimal: single };
  if (lines.length === 1 || (isNumbers(lines[0]) && share(lines, isNumbers) >= MIN_SHARE)) {
    const list = listShape(sample, wanted);
    if (list && (lines.length === 1 || isRagged(sample) || isWrapped(sample))) return list;
  }
  return { shape: "table", delimiter: bestDelimiter(sample, wanted), decimal: null };
}

/** Whether most pieces of a line are numbers. */
const isNumbers = (line: string) =>
  share(
    line.split(/[\s,;|]+/).filter((piece) => piece !== ""),
    isNumber,
  ) > HALF;

/** Whether no delimiter gives every line (except a preamble) the same number of cells, as in wrapped lists. */
function isRagged(sample: string): boolean {
  const delimiters: Delimiter[] = ["tab", "semicolon", "pipe", "comma", "space"];
  return !delimiters.some((delimiter) => {
    const { width, share: regular } = widthAt(sample, delimiter);
    return width > 1 && regular === 1;
  });
}

/**
 * Whether a list is wrapped into lines of equal length: three or more numbers per line, no bars, and a number is closer in value to the
 * next one on its line than to the one below. In a table the numbers of a column are closer.
 */
function isWrapped(sample: string): boolean {
  const rows = sampleRecords(sample, bestDelimiter(sample)).map(({ cells }) => cells.map(Number));
  const width = rows[0]?.length ?? 0;
  if (width < 3 || rows.length < 2 || rows.some((row) => row.some(Number.isNaN))) return false;
  if (width > 3 && rows.every(([open, high, low, close]) => high >= Math.max(open, low, close) && low <= Math.min(open, close)))
    return false;
  let along = 0;
  let below = 0;
  for (const [index, row] of rows.entries()) {
    for (let cell = 1; cell < width; cell++) along += Math.abs(row[cell] - row[cell - 1]);
    if (index > 0) for (let cell = 0; cell < width; cell++) below += Math.abs(row[cell] - rows[index - 1][cell]);
  }
  return along / (rows.length * (width - 1)) < NEARER * (below / ((rows.length - 1) * width));
}

/** A time as written by Interactive Brokers, in a cell of its own. */
const MOMENT = /(?:^|,)"?\d{8};\d{6}"?,/m;

function bestDelimiter(sample: string, wanted?: DecimalSign): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: "newline", score: 0 };
  // In order of preference: a comma may be a decimal sign, a space may be part of a date.
  for (const [delimiter, weight] of [
    ["tab", 1],
    ["semicolon", 1],
    ["pipe", 1],
    ["comma", wanted === "comma" ? 0.5 : 0.95],
    ["space", 0.6],
  ] as const) {
    const { width, share: regular } = widthAt(sample, delimiter);
    if (width > 1 && regular * weight > best.score && regular >= 0.4) best = { delimiter, score: regular * weight };
  }
  // Times with a semicolon between day and time, in lines that commas split into as many cells as the header has.
  const within = best.delimiter === "semicolon" && MOMENT.test(sample) && widthAt(sample, "comma").share === 1;
  return within ? "comma" : best.delimiter;
}
