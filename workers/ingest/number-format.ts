import type { DecimalSign } from "../contract";
import { PLAIN_NUMBER } from "../numerics/plain-number";

const BLANK = /^(?:[-–—.?]*|n\/?a|#n\/a|n\.a\.|nan|null|nil|none|missing)$/i;

/** True for an empty cell and for the words programs write for a missing value. */
export function isBlank(cell: string): boolean {
  return BLANK.test(trimCell(cell));
}

const MARK = "\ufeff";

const EQUALS = 61;
/** A cell that forces a spreadsheet to treat it as text: ="100.35". */
const FORMULA = /^="([^"]*)"$/;

/**
 * A cell without surrounding blanks, or the text it forces. A byte-order mark inside a text is part of its cell, although JavaScript counts
 * it as whitespace.
 */
export function trimCell(cell: string): string {
  if (cell.includes(MARK))
    return cell
      .split(MARK)
      .map((part) => part.trim())
      .join(MARK);
  const trimmed = cell.trim();
  return trimmed.charCodeAt(0) === EQUALS ? trimmed.replace(FORMULA, "$1") : trimmed;
}

/** Blanks allowed around a number and between its groups; not a byte-order mark or a zero-width character. */
const SPACES = " \\t\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000";
const SPACE = new RegExp(`[${SPACES}]`);
const EXPONENT = "(e[+-]?\\d+)?";
// A grouped integer part uses the same separator throughout; groups of two digits are Indian notation.
const WITH_POINT = new RegExp(`^(\\d{1,3}(?:([,'’_${SPACES}])\\d{2,3})(?:\\2\\d{2,3})*|\\d*)(?:\\.(\\d*))?${EXPONENT}$`, "i");
const WITH_COMMA = new RegExp(`^(\\d{1,3}(?:([.'’_${SPACES}])\\d{3})(?:\\2\\d{3})*|\\d*)(?:,(\\d*))?${EXPONENT}$`, "i");
/** Dates, times of day and ranges. */
const NO_NUMBER = /^\d[\d.,]*(?:[/:]|-.)/;
const ONE_GROUP = /^[+-]?\d{0,3}\.\d{3}(?!\d)/;
const MAGNITUDE: Record<string, number> = { k: 3, m: 6, b: 9, t: 12, 万: 4, 萬: 4, 亿: 8, 億: 8 };
const LAST_GROUP = new RegExp(`[,.'’_${SPACES}]\\d{3}$`);
/** No grouped number is this long, and the group patterns need stack space per group. */
const MAX_LENGTH = 100_000;
const CURRENCY = /^\p{Sc}$/u;
const MINUS = "-\u2212";

interface Dressing {
  negative: boolean;
  digits: string;
  power: number;
}

/** A cell with a cursor at each end, which move inwards as parts are removed: every character is examined once. */
class Undressing {
  private from = 0;
  private to: number;

  constructor(private readonly cell: string) {
    this.to = cell.length;
    this.skipSpaces();
  }

  get rest(): string {
    return this.cell.slice(this.from, this.to);
  }

  /** Removes brackets; true if both are present with something in between. */
  takeBrackets(): boolean {
    if (this.cell[this.from] !== "(" || this.cell[this.to - 1] !== ")" || this.to - this.from < 3) return false;
    this.from++;
    this.to--;
    this.skipSpaces();
    return true;
  }

  /** Removes one of `signs` from the front; returns the empty text if there is none. */
  takeFront(signs: string): string {
    const sign = this.cell[this.from];
    if (this.from >= this.to || !signs.includes(sign)) return "";
    this.from++;
    this.skipSpaces();
    return sign;
  }

  /** Removes one character accepted by `test` from the back, in lower case. */
  takeBack(test: (sign: string) => boolean): string {
    const sign = this.cell.slice(this.to - 1, this.to).toLowerCase();
    if (this.from >= this.to || !test(sign)) return "";
    this.to--;
    this.skipSpaces();
    return sign;
  }

  /** Removes a minus sign from the back; returns the empty text if there is none. */
  takeBackSign(): string {
    const sign = this.cell[this.to - 1];
    if (this.from >= this.to || !MINUS.includes(sign)) return "";
    this.to--;
    this.skipSpaces();
    return sign;
  }

  takeFrontCurrency(): void {
    if (this.from < this.to && CURRENCY.test(this.cell[this.from])) {
      this.from++;
      this.skipSpaces();
    }
  }

  private skipSpaces(): void {
    while (this.from < this.to && SPACE.test(this.cell[this.from])) this.from++;
    while (this.to > this.from && SPACE.test(this.cell[this.to - 1])) this.to--;
  }
}

/** Splits sign, currency, brackets, percent and magnitude off a number; null if they are misplaced. */
function stripAffixes(cell: string): Dressing | null {
  const text = new Undressing(cell);
  const brackets = text.takeBrackets();
  text.takeFrontCurrency();
  // SAP and others put the sign after the number.
  const sign = text.takeFront(`+${MINUS}`) || text.takeBackSign();
  if (brackets && sign) return null;
  text.takeFrontCurrency();
  text.takeBack((mark) => mark === "%" || CURRENCY.test(mark));
  const magnitude = text.takeBack((letter) => letter in MAGNITUDE);
  return { negative: brackets || MINUS.includes(sign || "+"), digits: text.rest, power: magnitude ? MAGNITUDE[magnitude] : 0 };
}

/**
 * Parses the number in a cell, or NaN. Understands thousands (1,234.5, 1.234,5, 1 234,5, 1'234.5), a leading +, the true minus sign,
 * brackets for negatives, currency and percent signs (dropped) and K, M, B, T, 万, 亿; correctly rounded. An exponent needs digits before it:
 * "E5" is not a number.
 */
export function parseNumber(cell: string, decimal: DecimalSign): number {
  if (PLAIN_NUMBER.test(cell)) {
    if (decimal === "point" || !cell.includes(".")) return finite(Number(cell));
    // With a decimal comma, a point must precede a group of three digits.
    if (!ONE_GROUP.test(cell)) return Number.NaN;
  }
  if (NO_NUMBER.test(cell)) return Number.NaN;
  const dressed = stripAffixes(cell);
  if (dressed === null || dressed.digits.length > MAX_LENGTH) return Number.NaN;
  const parts = (decimal === "point" ? WITH_POINT : WITH_COMMA).exec(dressed.digits);
  if (!parts) return Number.NaN;
  const [, whole, group, fraction = "", exponent] = parts;
  if (whole === "" && fraction === "") return Number.NaN;
  if (group !== undefined && !LAST_GROUP.test(whole)) return Number.NaN;
  const power = dressed.power + (exponent ? Number(exponent.slice(1)) : 0);
  const value = Number(`${whole.replace(/\D/g, "") || "0"}.${fraction || "0"}e${power}`);
  return finite(dressed.negative ? -value : value);
}

const RATIO = /^(\d[\d.,]*) *(?::|\/|-?for-?) *(\d[\d.,]*)$/i;

/** New shares per old one: 4, 4:1, 4/1, "4 for 1"; NaN if a cell is neither a number nor a ratio. */
export function parseRatio(cell: string, decimal: DecimalSign): number {
  const parts = RATIO.exec(trimCell(cell));
  return parts ? finite(parseNumber(parts[1], decimal) / parseNumber(parts[2], decimal)) : parseNumber(cell, decimal);
}

const finite = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

/** The decimal sign that a cell proves: "1.234,5" and "0,5" a comma, "1,234.5" and "12.5" a point, "1,234" neither. */
export function decimalEvidence(cell: string): DecimalSign | null {
  let commas = 0;
  let points = 0;
  let last = "";
  for (const sign of cell) {
    if (sign !== "," && sign !== ".") continue;
    if (sign === ",") commas++;
    else points++;
    last = sign;
  }
  if (commas > 0 && points > 0) return last === "," ? "comma" : "point";
  if (commas > 1) return "point";
  if (points > 1) return "comma";
  if (commas + points === 0) return null;
  const [whole, fraction] = cell.replace(/[^\d.,]/g, "").split(/[.,]/);
  const groupLike = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (groupLike) return null;
  return commas > 0 ? "comma" : "point";
}

/** The sign that most cells prove; if none does, a point, with `settled` false. */
export function settleDecimal(cells: Iterable<string>): { decimal: DecimalSign; settled: boolean } {
  const votes = { point: 0, comma: 0 };
  for (const cell of cells) {
    const vote = decimalEvidence(cell);
    if (vote) votes[vote]++;
  }
  return { decimal: votes.comma > votes.point ? "comma" : "point", settled: votes.comma + votes.point > 0 };
}

/** Whether a cell is a number with a decimal comma, and not one with a point. */
export const isCommaNumber = (cell: string): boolean =>
  Number.isNaN(parseNumber(cell, "point")) && !Number.isNaN(parseNumber(cell, "comma"));

/** Whether a cell is a number by either decimal sign. */
export const isNumber = (cell: string) => !Number.isNaN(parseNumber(cell, "point")) || !Number.isNaN(parseNumber(cell, "comma"));
