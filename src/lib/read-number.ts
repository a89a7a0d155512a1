/** More letters than any number a person types; a box takes no more. */
export const LONGEST_NUMBER = 64;

/** By language: every box writes its number each time it is drawn. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string): Intl.NumberFormat {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { maximumSignificantDigits: 15, useGrouping: false });
  formats.set(locale, format);
  return format;
}

/** A number as it stands in a box: without the dust of arithmetic (0.1 + 0.2 is 0.3) and without losing what is small. */
export const writeNumber = (value: number, locale: string): string => formatOf(locale).format(value);

/** Blanks between groups of digits, as languages and programs write them. */
const BLANKS = "\\s'’_";

/** Full-width and Arabic forms, dashes that stand for a minus, and what is not seen: each as its plain form. */
const plain = (typed: string): string =>
  typed
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[‒–−]/g, "-")
    .replace(/\p{Cf}/gu, "");

/** The number in a text whose decimal sign is given, or NaN. Groups have three digits; with commas those before the last may have two. */
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
  // Too large or too small to be kept is not the infinity or the zero that would be kept instead.
  return Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(digits)) ? value : Number.NaN;
}

/**
 * The number a person has typed, as their language writes it or in another way that cannot be mistaken: 1.5, 1,5, 1 000, 1.000.000, −5, 1e-3.
 * NaN for everything else, and for what is one number in one way and another in the other, unless the language decides. `unit` may follow it.
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
