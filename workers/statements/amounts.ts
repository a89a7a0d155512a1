/** The value after a label: a number, a percentage, a number with a percentage, several numbers, or an amount of a coin. */
export type Amount =
  | { kind: "number"; value: number }
  | { kind: "percent"; percent: number; fraction: number }
  | { kind: "both"; value: number; percent: number; fraction: number }
  | { kind: "several"; values: number[] }
  | { kind: "crypto"; symbol: string; value: number };

/** Longer texts are not amounts. */
const MAX_LENGTH = 120;
/** Thousands in groups of three, separated by commas, blanks or apostrophes, or without separators. */
const NUMBER = String.raw`([+-]?)(?:[$€£¥₿] ?)?((?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ '’]\d{3})+|\d+)(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?`;
const FIRST = new RegExp(`^${NUMBER}`, "i");
const TICKER = /^[A-Z][A-Z0-9]{1,9}$/;

/** Uppercase words after a number that are currencies or trading terms, not coins. */
const NO_COINS = new Set(
  (
    "USD EUR GBP JPY CHF AUD CAD NZD CNY CNH HKD SGD SEK NOK DKK PLN CZK HUF RUB TRY ZAR MXN BRL INR KRW IDR THB AED ILS SAR RON BGN " +
    "USC EUC CENT CENTS BUY SELL LONG SHORT LOT LOTS PIP PIPS POINT POINTS BAR BARS TICK TICKS TRADE TRADES DEAL DEALS ORDER ORDERS DAY DAYS " +
    "HOUR HOURS MIN SEC AM PM UTC GMT MONTH MONTHS YEAR YEARS WEEK WEEKS NA"
  ).split(" "),
);

interface Piece {
  value: number;
  /** The digits as written, without thousands separators. */
  digits: string;
  percent: boolean;
  rest: string;
}

/** The number at the start of a text, and the rest. */
function piece(text: string): Piece | null {
  const found = FIRST.exec(text);
  if (!found) return null;
  const digits = `${found[1]}${found[2].replace(/[, '’]/g, "")}${found[3] ?? ""}`;
  const value = Number(digits);
  if (!Number.isFinite(value)) return null;
  const rest = text.slice(found[0].length).trimStart();
  return rest.startsWith("%") ? { value, digits, percent: true, rest: rest.slice(1).trimStart() } : { value, digits, percent: false, rest };
}

/** A percentage as a fraction, from its digits: 12.3% is 0.123 and not 0.12300000000000001. */
function asFraction(digits: string): number {
  const [mantissa, exponent = "0"] = digits.toLowerCase().split("e");
  return Number(`${mantissa}e${Number(exponent) - 2}`);
}

/** Replaces every kind of blank by a plain space. */
export const plainBlanks = (text: string): string => text.replace(/[\u00a0\u2007\u2009\u202f]/g, " ").trim();

/** Replaces every kind of minus sign by a hyphen. */
const plainSigns = (text: string): string => plainBlanks(text).replace(/[\u2212\u2012\u2013]/g, "-");

const withoutEnd = (text: string) => text.replace(/[.,;]$/, "").trimEnd();

function inParentheses(text: string): Piece | null {
  if (!text.startsWith("(") || !text.endsWith(")")) return null;
  const inner = piece(text.slice(1, -1).trim());
  return inner && inner.rest === "" ? inner : null;
}

function withPartner(first: Piece, second: Piece): Amount | null {
  if (!first.percent && !second.percent) return { kind: "several", values: [first.value, second.value] };
  if (first.percent && second.percent) return null;
  const [plain, share] = first.percent ? [second, first] : [first, second];
  return { kind: "both", value: plain.value, percent: share.value, fraction: asFraction(share.digits) };
}

const single = ({ value, digits, percent }: Piece): Amount =>
  percent ? { kind: "percent", percent: value, fraction: asFraction(digits) } : { kind: "number", value };

/**
 * Reads the amount after a label. Thousands commas are removed; any other comma makes the text unreadable, since "12,5" may be twelve and a
 * half.
 */
export function readAmount(given: string): Amount | null {
  if (given.length > MAX_LENGTH) return null;
  const text = withoutEnd(plainSigns(given));
  if (text.startsWith("(")) {
    const inner = inParentheses(text);
    if (!inner) return null;
    // A number in parentheses is a loss; a percentage in parentheses is just a percentage.
    return inner.percent || inner.value < 0 ? single(inner) : { kind: "number", value: -inner.value };
  }
  const first = piece(text);
  if (!first) return null;
  const { rest } = first;
  if (rest === "") return single(first);
  const second = inParentheses(rest);
  if (second) return withPartner(first, second);
  if (!first.percent && TICKER.test(rest)) {
    return NO_COINS.has(rest) ? single(first) : { kind: "crypto", symbol: rest, value: first.value };
  }
  const [unit, ...others] = rest.split(" ");
  const beside = NO_COINS.has(unit) ? inParentheses(others.join(" ")) : null;
  return beside ? withPartner(first, beside) : null;
}

/** Blanks, apostrophes and points between thousands. */
const GROUPS = /[.\s'’]/g;

/** Unambiguously has a decimal point, or commas between thousands: 0.10, -1.50, 1234.567 and 1,234.50, but not 1.234. */
const POINTED = /(?:^|\D)0?\.\d|\d{4}\.|\.(?!\d{3}(?:\D|$))|,[^.,]*[.,]/;

/** Reads a cell with a decimal comma, unless it unambiguously has a decimal point. */
const withComma = (cell: string): string => (POINTED.test(cell) ? cell : cell.replace(GROUPS, "").replace(",", "."));

/** An amount with a comma before its one or two decimals, possibly in parentheses or followed by a currency. */
const WITH_COMMA = /,\d{1,2}[^\d.,]*$/;

/**
 * Infers the decimal separator of a list from the amounts of its rows: a money amount with a comma before one or two decimals makes the comma
 * the separator of its row.
 */
export class DecimalSigns {
  private readonly seen = { comma: false, point: false, none: false };

  /** @param comma whether rows without evidence have a decimal comma too */
  constructor(private readonly comma: boolean) {}

  /** How to read the cells of a row. */
  readerOf(amounts: readonly string[]): (cell: string) => string {
    const sign = amounts.some((amount) => WITH_COMMA.test(amount))
      ? "comma"
      : amounts.some((amount) => POINTED.test(amount))
        ? "point"
        : "none";
    this.seen[sign] = true;
    return sign === "comma" || (this.comma && sign === "none") ? withComma : (cell) => cell;
  }

  /** Whether rows were read as having a decimal point in a list whose other rows only have commas. */
  get areMisread(): boolean {
    const { comma, point, none } = this.seen;
    return !this.comma && comma && none && !point;
  }
}

/** A plain number; null for any other amount, or none. */
export const numberIn = (cell: string | undefined): number | null => {
  const amount = cell ? readAmount(cell) : null;
  return amount?.kind === "number" ? amount.value : null;
};
