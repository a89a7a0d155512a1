/**
 * Formats numbers for the page and the workers' messages alike: cached formatters, a true minus sign, "—" for missing values, percent
 * without a space. The page sets the user's locale; the default is English.
 */

export const MISSING = "—";
let locale: string | undefined = "en";
const cache = new Map<string, Intl.NumberFormat>();

/** Locale whose separators are used; undefined for the browser's. */
export function setNumberLocale(next: string | undefined): void {
  locale = next;
  cache.clear();
}

function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  let found = cache.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale, options);
    cache.set(key, found);
  }
  return found;
}

/** Truncates a text, never within a surrogate pair: clipped("abcdef", 3) → "abc…". */
export const clipped = (text: string, most: number): string =>
  text.length > most
    ? `${text
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`
    : text;

/** Directional embeddings, overrides and isolates, which reorder the characters after them, even beyond the end of the text. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text in which nothing can be seen, though it is not blank; the braille pattern without dots is invisible. */
const UNSEEN = /^(?=.*\S)[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/su;

const codeOf = (sign: string): string => `[U+${sign.codePointAt(0)?.toString(16).toUpperCase()}]`;

/**
 * Replaces the characters that change the direction of text by their code points: U+202E → "[U+202E]". So does a text of nothing but
 * invisible ones: a name must be seen.
 */
export const withoutTurns = (text: string): string => (UNSEEN.test(text) ? text.replace(/\S/gu, codeOf) : text.replace(TURNS, codeOf));

export type Figure = number | null | undefined;

/** The value a text was formatted from. */
export interface TextSource {
  text: string;
  value: number;
  /** time: milliseconds since 1970 UTC. */
  kind: "number" | "time";
  /** Unit of the value, or what it counts; empty for a fraction shown as a percentage. */
  unit: string;
}

/** Texts formatted during a call of `withSource`, in order; null otherwise. */
let heard: TextSource[] | null = null;

/** Returns a text, and records the value it was formatted from: every function that formats one ends with this. */
export function writtenFrom(value: number, text: string, kind: TextSource["kind"] = "number", unit = ""): string {
  heard?.push({ text, value, kind, unit });
  return text;
}

/**
 * What `write` returns, and the value it was formatted from: exported files contain the value with all digits, whatever the locale and the
 * decimals shown. The source is null if the result is anything but a single formatted value.
 */
export function withSource<T>(write: () => T): { written: T; source: TextSource | null } {
  const sources: TextSource[] = [];
  heard = sources;
  try {
    const written = write();
    const last = sources.at(-1);
    return { written, source: last?.text === written ? last : null };
  } finally {
    heard = null;
  }
}

function write(value: Figure, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined || Number.isNaN(value)) return MISSING;
  return writtenFrom(value, formatter(options).format(value).replaceAll("-", "−"));
}

/** A fixed number of decimals: fixed(2221.2187, 2) → "2,221.22". A value that rounds to zero has no sign. */
export const fixed = (value: Figure, digits: number): string =>
  write(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "negative" });

/** Significant digits for values of unknown magnitude: significant(0.0107614, 4) → "0.01076"; very large or small ones get an exponent. */
export function significant(value: Figure, digits = 4): string {
  const size = Math.abs(value ?? 0);
  const notation = size !== 0 && (size < 1e-6 || size >= 1e12) ? "scientific" : "standard";
  if (notation === "standard" && size >= 10 ** digits) return fixed(value, 0);
  return write(value, { minimumSignificantDigits: digits, maximumSignificantDigits: digits, signDisplay: "negative", notation });
}

/**
 * A fraction as a percentage: percent(0.3137) → "31.4%".
 * @param digits decimals
 * @param fewest decimals that are shown even if they are zeros
 */
export const percent = (fraction: Figure, digits = 1, fewest = digits): string =>
  write(fraction, { style: "percent", minimumFractionDigits: fewest, maximumFractionDigits: digits, signDisplay: "negative" });

/** Whole numbers with group separators: count(1974) → "1,974". */
export const count = (value: Figure): string => write(value, { maximumFractionDigits: 0, signDisplay: "negative" });

/** Large counts, abbreviated: compact(2_300_000) → "2.3M". */
export const compact = (value: Figure): string => write(value, { notation: "compact", maximumFractionDigits: 1 });

/** All decimals of a number, up to `digits`: for settings and inputs, which are shown as entered. */
export const plain = (value: Figure, digits = 12): string => write(value, { maximumFractionDigits: digits, signDisplay: "negative" });

/** p-values: four decimals, never "0.0000". */
export const pValue = (value: Figure): string =>
  typeof value === "number" && value >= 0 && value < 0.0001 ? writtenFrom(value, `< ${fixed(0.0001, 4)}`) : fixed(value, 4);

/** A p-value within a sentence: "p = 0.0312", "p < 0.0001". */
export const pEquals = (value: Figure): string =>
  typeof value === "number" && value < 0.0001 ? `p ${pValue(value)}` : `p = ${pValue(value)}`;

/** "1 row", "1,974 rows". */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  writtenFrom(value, `${count(value)} ${value === 1 ? one : many}`, "number", many);

/** A formatted number with its unit: "5 ms", "1.2 MB", but "72.8%". */
export function inUnit(text: string, unit = ""): string {
  const whole = unit === "%" ? `${text}%` : `${text} ${unit}`.trimEnd();
  const last = heard?.at(-1);
  return last?.text === text ? writtenFrom(last.value, whole, last.kind, unit) : whole;
}

/** A column header with its unit: headIn("Volatility", "%") → "Volatility (%)". */
export const headIn = (name: string, unit = ""): string => (unit === "" ? name : `${name} (${unit})`);

const UNITS = ["B", "kB", "MB", "GB", "TB"];
/** Sizes in steps of 1000: bytes(8_600_000) → "8.6 MB". */
export function bytes(value: Figure): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return MISSING;
  let size = value;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return writtenFrom(value, `${fixed(size, unit === 0 || size >= 99.95 ? 0 : 1)} ${UNITS[unit]}`, "number", UNITS[0]);
}

/** A duration in suitable units: duration(0.41) → "0.4 ms", duration(93_000) → "1 min 33 s". */
export function duration(milliseconds: Figure): string {
  if (milliseconds === null || milliseconds === undefined || !Number.isFinite(milliseconds)) return MISSING;
  return writtenFrom(milliseconds, durationText(milliseconds), "number", "ms");
}

function durationText(milliseconds: number): string {
  if (milliseconds < 0.05) return "< 0.1 ms";
  if (milliseconds < 10) return `${fixed(milliseconds, 1)} ms`;
  if (milliseconds < 999.5) return `${fixed(milliseconds, 0)} ms`;
  if (milliseconds < 59_950) return `${fixed(milliseconds / 1000, 1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** The parts of a failure's position that its message does not mention, so that neither row nor value is repeated. */
export const unmentioned = ({ row, value }: { row?: number; value?: string }, message: string): { row?: number; value?: string } =>
  message.includes(`row ${count(row)} `) ? { value: message.includes(value ?? "") ? undefined : value } : { row, value };

/** Joins remarks into sentences, each with its final punctuation. */
export const sentences = (remarks: readonly string[]): string =>
  remarks.map((remark) => (/[.!?…]$/.test(remark) ? remark : `${remark}.`)).join(" ");
