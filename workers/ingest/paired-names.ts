/** Fields of a bar as yfinance and Bloomberg name them. */
export const FIELD = /^(adj close|close|high|low|open|volume|dividends|stock splits|capital gains|px_(?:open|high|low|last|volume))$/i;
/** Names that only Bloomberg gives. */
export const PX = /^px_/i;

/** A field and its symbol, as encoded in the name of a column. */
export interface Pair {
  field: string;
  symbol: string;
}

const IN_BRACKETS = /^\((['"].*['"])\)$/;
const BETWEEN_LEVELS = /(?<=['"]), (?=['"])/;
const QUOTED = /^(['"])(.*)\1$/;
/** Separators used between the two levels. */
const JOINTS = [" ", "_", "-", "|", "."] as const;
/** Minimum number of fields of a symbol for its columns to be a bar. */
const MIN_FIELDS = 4;

/**
 * The two levels of a tuple name, as pandas writes it to a single-line header: ('Close', 'AAPL'). Null for any other name. A single pattern
 * for the whole would take quadratic time on a long name.
 */
function levelsOf(name: string): [first: string, second: string] | null {
  const levels = IN_BRACKETS.exec(name)?.[1].split(BETWEEN_LEVELS) ?? [];
  const [first, second] = levels.map((level) => QUOTED.exec(level)?.[2]);
  return levels.length === 2 && first !== undefined && second !== undefined ? [first, second] : null;
}

function ofTuple(name: string): Pair | null {
  const [first = "", second = ""] = levelsOf(name) ?? [];
  if (FIELD.test(first)) return { field: first, symbol: second };
  return FIELD.test(second) ? { field: second, symbol: first } : null;
}

function ofJoined(name: string, joint: string): Pair | null {
  const [head, tail] = [name.lastIndexOf(joint), name.indexOf(joint)];
  const [behind, before] = [name.slice(head + 1), name.slice(0, Math.max(0, tail))];
  if (head > 0 && FIELD.test(behind)) return { field: behind, symbol: name.slice(0, head) };
  return tail > 0 && FIELD.test(before) ? { field: before, symbol: name.slice(tail + 1) } : null;
}

/** Whether pairs are columns of bars: all distinct, with a close among them. */
const areBars = (pairs: readonly Pair[]): boolean =>
  pairs.some(({ field }) => /(close|px_last)$/i.test(field)) &&
  pairs.every(({ symbol }) => symbol !== "") &&
  new Set(pairs.map(({ field, symbol }) => `${field} ${symbol}`.toLowerCase())).size === pairs.length;

const count = (names: readonly string[]): number => new Set(names).size;
const symbolsIn = (pairs: readonly Pair[]): number => count(pairs.map(({ symbol }) => symbol));
const fieldsIn = (pairs: readonly Pair[]): number => count(pairs.map(({ field }) => field));

/** Whether every symbol has every field. */
export const areWhole = (pairs: readonly Pair[]): boolean => pairs.length === symbolsIn(pairs) * fieldsIn(pairs);

/** Words that are not symbols beside a field: "Close Price". */
const NO_SYMBOL = /^(prices?|values?|bid|ask|mid|raw|adjusted|unadjusted)$/i;

/**
 * Whether joined names are meant as field and symbol: if they form whole bars. AAPL.Close of a single symbol is a quantmod name and kept.
 */
const areMeant = (pairs: readonly Pair[], joint: string): boolean =>
  areWhole(pairs) &&
  !pairs.some(({ symbol }) => NO_SYMBOL.test(symbol)) &&
  fieldsIn(pairs) >= MIN_FIELDS &&
  (joint !== "." || symbolsIn(pairs) > 1);

/**
 * Field and symbol of every column, null for the date column, if the header encodes both: ('Close', 'AAPL'), or Close_AAPL or "AAPL Close"
 * for whole bars. Null for any other header.
 */
export function pairedNames(names: readonly string[]): (Pair | null)[] | null {
  const paired = (pairOf: (name: string) => Pair | null, meant = (_: readonly Pair[]) => true) => {
    const pairs: (Pair | null)[] = [];
    const recognized: Pair[] = [];
    for (const name of names) {
      const pair = pairOf(name.trim());
      pairs.push(pair);
      if (pair) recognized.push(pair);
      // Early exit: not every name of a wide table needs to be examined.
      if (pairs.length - recognized.length > 1) return null;
    }
    return recognized.length > 0 && areBars(recognized) && meant(recognized) ? pairs : null;
  };
  const joined = (joint: string) =>
    paired(
      (name) => ofJoined(name, joint),
      (pairs) => areMeant(pairs, joint),
    );
  return JOINTS.reduce((found, joint) => found ?? joined(joint), paired(ofTuple));
}

/** A tuple name, which only pandas writes. */
export const isTuple = (name: string): boolean => levelsOf(name.trim()) !== null;
/** The first level of the name of the date column, ('Date', ''). */
export const plainLevel = (name: string): string => levelsOf(name.trim())?.[0] ?? name;
