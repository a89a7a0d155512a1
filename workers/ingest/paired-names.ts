/** Fields of a bar as yfinance and Bloomberg name them. */
export const FIELD = /^(adj close|close|high|low|open|volume|dividends|stock splits|capital gains|px_(?:open|high|low|last|volume))$/i;
/** Names that only Bloomberg gives. */
export const PX = /^px_/i;

/** A field and the symbol it is of, as one name of a column tells them. */
export interface Pair {
  field: string;
  symbol: string;
}

const IN_BRACKETS = /^\((['"].*['"])\)$/;
const BETWEEN_LEVELS = /(?<=['"]), (?=['"])/;
const QUOTED = /^(['"])(.*)\1$/;
/** Signs by which people join the levels. */
const JOINTS = [" ", "_", "-", "|", "."] as const;
/** Fields that one symbol has at least where its columns are a bar. */
const MIN_FIELDS = 4;

/**
 * The levels of a name as pandas writes one of two where a file has room for one: ('Close', 'AAPL'). Null of any other name. One pattern for
 * the whole would take the square of a long name's time.
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

/** Whether pairs are columns of bars: each once, a close among them. */
const areBars = (pairs: readonly Pair[]): boolean =>
  pairs.some(({ field }) => /(close|px_last)$/i.test(field)) &&
  pairs.every(({ symbol }) => symbol !== "") &&
  new Set(pairs.map(({ field, symbol }) => `${field} ${symbol}`.toLowerCase())).size === pairs.length;

const count = (names: readonly string[]): number => new Set(names).size;
const symbolsIn = (pairs: readonly Pair[]): number => count(pairs.map(({ symbol }) => symbol));
const fieldsIn = (pairs: readonly Pair[]): number => count(pairs.map(({ field }) => field));

/** Whether every symbol has every field. */
export const areWhole = (pairs: readonly Pair[]): boolean => pairs.length === symbolsIn(pairs) * fieldsIn(pairs);

/** What is no symbol beside a field: "Close Price". */
const NO_SYMBOL = /^(prices?|values?|bid|ask|mid|raw|adjusted|unadjusted)$/i;

/** Whether joined names are meant as such: those of whole bars. AAPL.Close of a single symbol is a name of quantmod, which is kept. */
const areMeant = (pairs: readonly Pair[], joint: string): boolean =>
  areWhole(pairs) &&
  !pairs.some(({ symbol }) => NO_SYMBOL.test(symbol)) &&
  fieldsIn(pairs) >= MIN_FIELDS &&
  (joint !== "." || symbolsIn(pairs) > 1);

/**
 * Field and symbol of every column of a header whose names tell both, null of the one that has the dates: ('Close', 'AAPL'), or Close_AAPL
 * or "AAPL Close" of whole bars. Null of any other header.
 */
export function pairedNames(names: readonly string[]): (Pair | null)[] | null {
  const paired = (pairOf: (name: string) => Pair | null, meant = (_: readonly Pair[]) => true) => {
    const pairs: (Pair | null)[] = [];
    const told: Pair[] = [];
    for (const name of names) {
      const pair = pairOf(name.trim());
      pairs.push(pair);
      if (pair) told.push(pair);
      // Of a wide table not every name need be looked at.
      if (pairs.length - told.length > 1) return null;
    }
    return told.length > 0 && areBars(told) && meant(told) ? pairs : null;
  };
  const joined = (joint: string) =>
    paired(
      (name) => ofJoined(name, joint),
      (pairs) => areMeant(pairs, joint),
    );
  return JOINTS.reduce((found, joint) => found ?? joined(joint), paired(ofTuple));
}

/** A name that only pandas writes, so that the table was made by it. */
export const isTuple = (name: string): boolean => levelsOf(name.trim()) !== null;
/** The first level of the name of the dates, ('Date', ''). */
export const plainLevel = (name: string): string => levelsOf(name.trim())?.[0] ?? name;
