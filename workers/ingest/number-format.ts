/** What stands between the whole part and the fraction. */
export type DecimalSign = "point" | "comma";

const BLANK = /^(?:[-–—.?]*|n\/?a|#n\/a|n\.a\.|nan|null|nil|none|missing)$/i;

/** True for an empty cell and for the words programs write where a value is missing. */
export function isBlank(cell: string): boolean {
  return BLANK.test(cell.trim());
}

const SPACES = "\\s\\u00a0\\u202f\\u2009";
const EXPONENT = "(e[+-]?\\d+)?";
// A grouped whole part uses one and the same sign between its groups; groups of two are the Indian way.
const WITH_POINT = new RegExp(`^(\\d{1,3}(?:([,'’_${SPACES}])\\d{2,3})(?:\\2\\d{2,3})*|\\d*)(?:\\.(\\d*))?${EXPONENT}$`, "i");
const WITH_COMMA = new RegExp(`^(\\d{1,3}(?:([.'’_${SPACES}])\\d{3})(?:\\2\\d{3})*|\\d*)(?:,(\\d*))?${EXPONENT}$`, "i");
const PLAIN_POINT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Dates, times of day and ranges. */
const NO_NUMBER = /^\d[\d.,]*[-/:]/;
const ONE_GROUP = /^[+-]?\d{0,3}\.\d{3}(?!\d)/;
const MAGNITUDE: Record<string, number> = { k: 3, m: 6, b: 9, t: 12 };
const LAST_GROUP = new RegExp(`[,.'’_${SPACES}]\\d{3}$`);

interface Dressing {
  negative: boolean;
  digits: string;
  power: number;
}

/** Takes sign, currency, brackets, percent and magnitude off a number; null where they are out of place. */
function undress(cell: string): Dressing | null {
  let text = cell.trim();
  let negative = false;
  const brackets = /^\((.+)\)$/.exec(text);
  if (brackets) {
    negative = true;
    text = brackets[1].trim();
  }
  const front = /^(\p{Sc}?)\s*([+\-\u2212]?)\s*(\p{Sc}?)\s*(.*)$/u.exec(text);
  if (!front || (brackets && front[2])) return null;
  if (front[2] && front[2] !== "+") negative = true;
  const back = /^(.*?)\s*([kmbt]?)\s*(%|\p{Sc})?$/iu.exec(front[4]);
  if (!back) return null;
  return { negative, digits: back[1], power: back[2] ? MAGNITUDE[back[2].toLowerCase()] : 0 };
}

/**
 * The number a cell shows, or NaN. Understands thousands (1,234.5, 1.234,5, 1 234,5, 1'234.5), a leading +, the true minus sign, brackets
 * for negatives, currency and percent signs (dropped) and K, M, B, T; correctly rounded.
 */
export function parseNumber(cell: string, decimal: DecimalSign): number {
  if (PLAIN_POINT.test(cell)) {
    if (decimal === "point" || !cell.includes(".")) return finite(Number(cell));
    // With a decimal comma a point stands before a group of digits.
    if (!ONE_GROUP.test(cell)) return Number.NaN;
  }
  if (NO_NUMBER.test(cell)) return Number.NaN;
  const dressed = undress(cell);
  if (dressed === null || !/\d/.test(dressed.digits)) return Number.NaN;
  const parts = (decimal === "point" ? WITH_POINT : WITH_COMMA).exec(dressed.digits);
  if (!parts) return Number.NaN;
  const [, whole, group, fraction = "", exponent] = parts;
  if (group !== undefined && !LAST_GROUP.test(whole)) return Number.NaN;
  const power = dressed.power + (exponent ? Number(exponent.slice(1)) : 0);
  const value = Number(`${whole.replace(/\D/g, "") || "0"}.${fraction || "0"}e${power}`);
  return finite(dressed.negative ? -value : value);
}

const finite = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

/** Which decimal sign a cell gives away: "1.234,5" and "0,5" a comma, "1,234.5" and "12.5" a point, "1,234" neither. */
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

/** The sign most cells give away; where none does, a point, and `settled` is false. */
export function settleDecimal(cells: Iterable<string>): { decimal: DecimalSign; settled: boolean } {
  const votes = { point: 0, comma: 0 };
  for (const cell of cells) {
    const vote = decimalEvidence(cell);
    if (vote) votes[vote]++;
  }
  return { decimal: votes.comma > votes.point ? "comma" : "point", settled: votes.comma + votes.point > 0 };
}
