/** Longer than any number a person types; fields accept no more characters. */
export const LONGEST_NUMBER = 64;

/** By locale, since every field formats its number on each render. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string): Intl.NumberFormat {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { maximumSignificantDigits: 15, useGrouping: false });
  formats.set(locale, format);
  return format;
}

/** A number as shown in a field: without binary rounding errors (0.1 + 0.2 is 0.3), keeping small values. */
export const writeNumber = (value: number, locale: string): string => formatOf(locale).format(value);

/** Separators of digit groups used by languages and programs. */
const BLANKS = "\\s'’_";

/** Normalizes full-width and Arabic characters, dashes used as minus, and invisible characters. */
const plain = (typed: string): string =>
  typed
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[‒–−]/g, "-")
    .replace(/\p{Cf}/gu, "");

/** The number in a text with a given decimal sign, or NaN. Groups have three digits; with commas, inner groups may have two. */
function readAs(text: string, decimal: string): number {
  const [group, least] = decimal === "." ? [",", 2] : [".", 3];
  const parts = new RegExp(
    `^([+-]?)([1-9]\\d{0,2}([${group}${BLANKS}])(?:\\d{${least},3}\\3)*\\d{3}|\\d*)(?:[${decimal}](\\d*))?(e[+-]?\\d+)?$`,
    "i",
  ).exec(text);
  if (!parts) return Number.NaN;
  const [, sign, whole, , fraction = "", exponent = ""] = parts;
  const digits = `${whole.replace(/\D/g, "")}.${fraction}`;
  const value = digits === "." ? Number.NaN : Number(sign + digits + exponent);
  // Overflow and underflow are NaN, not infinity or zero.
  return Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(digits)) ? value : Number.NaN;
}

/**
 * The number a user has typed, in their locale's notation or any other unambiguous one: 1.5, 1,5, 1 000, 1.000.000, −5, 1e-3. NaN for
 * everything else, and for notations with two readings unless the locale decides. `unit` may follow it.
 */
export function readNumber(typed: string, locale: string, unit = ""): number {
  if (typed.length >= LONGEST_NUMBER) return Number.NaN;
  const signOf = (type: string) => new Intl.NumberFormat(locale).formatToParts(-12_345.6).find((part) => part.type === type)?.value ?? "";
  const decimal = signOf("decimal");
  const group = signOf("group");
  const digits = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse();
  let text = plain(typed.trim());
  if (unit && text.endsWith(unit)) text = text.slice(0, -unit.length).trimEnd();
  text = [...text].map((sign) => (digits.includes(sign) ? digits.indexOf(sign) : sign === "٫" ? "." : sign === "٬" ? "," : sign)).join("");
  const own = decimal === "," ? "," : ".";
  const other = own === "," ? "." : ",";
  const mine = readAs(text, own);
  const theirs = readAs(text, other);
  if (Number.isNaN(mine)) return theirs;
  const decided = Number.isNaN(theirs) || mine === theirs || text.includes(own) || group === other || group === "٬";
  return decided ? mine : Number.NaN;
}
