import { because, type Cause, type Count, fail, failBecause, type Outcome, type ReturnUnit, succeed, VALUE_BYTES } from "../contract";
import { type Moments, momentsOf } from "../numerics/moments";
import { CHUNK, firstInChunks, inChunks, type JobContext } from "../runtime/job";
import { toPercent } from "./standardize";

export type SeriesKind = "prices" | "returns";

/** Unit of a tool's returns; with "auto" it is inferred from their size. */
export type UnitChoice = ReturnUnit | "auto";

export interface Returns {
  returns: Float64Array;
  kind: SeriesKind;
  /** Rows by which the returns lag the input: the return of row t is at t - offset. */
  offset: 0 | 1;
  /** Prices become log returns in percent; returns keep their unit. */
  unit: "percent" | "as given";
  /** The inferred unit of returns as given, if it was to be inferred. */
  foundUnit?: ReturnUnit;
}

/** Pairs of neighbors compared, spread over the series. */
const PAIRS = 1024;
/** Fewer values than this do not show whether they are levels. */
const MIN_FOR_LEVELS = 10;
/**
 * Neighbors count as close if they differ by less than this fraction of the smaller one. Returns this close to each other would have a
 * Sharpe ratio above 100 a year.
 */
const NEAR = 0.2;
const MIN_SHARE = 0.75;

/** Whether neighboring values identify a series as levels: nearly all are above zero and close to the preceding one. */
export function areLevels(values: Float64Array): boolean {
  const last = values.length - 1;
  if (values.length < MIN_FOR_LEVELS) return false;
  const pairs = Math.min(PAIRS, last);
  let near = 0;
  for (let k = 0; k < pairs; k++) {
    const t = Math.floor((k * last) / pairs);
    const lower = Math.min(values[t], values[t + 1]);
    if (lower > 0 && Math.abs(values[t + 1] - values[t]) <= NEAR * lower) near++;
  }
  return near >= MIN_SHARE * pairs;
}

/**
 * Kind of a series, by its smallest value: levels that are all above zero are prices, whereas returns fall below it sooner or later. Levels
 * with a few values not above zero are prices with an error, to be refused: read as returns they would give meaningless results.
 */
export const kindOf = (values: Float64Array, least: number): SeriesKind => (least > 0 || areLevels(values) ? "prices" : "returns");

/** Returns with a wider spread than this, or with a total loss or more, can only be percentages. */
const WIDEST_FRACTION = 0.25;

/** Unit of n returns, by their moments. */
export function returnUnitOf({ sum, squares, least }: Pick<Moments, "sum" | "squares" | "least">, n: Count): ReturnUnit {
  const mean = sum / n;
  return least <= -1 || Math.sqrt(Math.max(squares / n - mean * mean, 0)) > WIDEST_FRACTION ? "percent" : "fraction";
}

/**
 * The cause for refusing a price that is not above zero; if nobody declared the values to be prices, it also says what else they may be.
 */
export function nonPositive(kind: string, index: number, value: number): Cause {
  const params = { row: index + 1, value };
  return kind === "auto" ? because("series/oddPrice", params) : because("series/nonPositivePrice", params);
}

/** Returns in the kernels' memory. */
interface ReturnsAt extends Omit<Returns, "returns"> {
  address: number;
  n: Count;
}

/** Converts n log returns, in fractions, to simple ones in place: exp(r) - 1, by a kernel, whose digits are the same in every engine. */
export function simpleInPlace(
  context: JobContext,
  { exponentialLess1 }: { exponentialLess1(r: number): number },
  address: number,
  n: Count,
): void {
  const returns = context.arena.view(address, n);
  inChunks(context, n, CHUNK, (from, to) => {
    for (let t = from; t < to; t++) returns[t] = exponentialLess1(returns[t]);
  });
}

/** Overwrites prices with their log returns, from the last piece on, so that each piece still finds its prices in the same column. */
function logReturnsInPlace(context: JobContext, address: number, n: Count): void {
  const { kernels, arena } = context;
  arena.scope(() => {
    const room = arena.take(CHUNK);
    for (let from = CHUNK * Math.floor((n - 1) / CHUNK); from >= 0; from -= CHUNK) {
      context.checkpoint();
      const rows = Math.min(CHUNK, n - from);
      kernels.logReturns(address, from, from + rows, (room - from * VALUE_BYTES) >>> 0);
      arena.view(address + from * VALUE_BYTES, rows).set(arena.view(room, rows));
    }
  });
}

/**
 * Returns of a column that already holds prices or returns, in memory of the caller's scope. Expected failures: an empty column, a value
 * that is not finite, a price that is not above 0 (reported with its row).
 */
export function returnsAt(
  context: JobContext,
  values: Float64Array,
  kind: SeriesKind | "auto",
  unitChoice?: UnitChoice,
): Outcome<ReturnsAt> {
  const { kernels, arena } = context;
  const n = values.length;
  if (n === 0) return fail("bad-input", "ingest/enterMarketData");
  const address = arena.put(values);
  const moments = momentsOf(context, address, n, values[0]);
  if (!moments) {
    const index = firstInChunks(context, n, (from, to) => kernels.firstNotFinite(address, from, to));
    if (index < 0) return fail("bad-input", "series/tooLargeValues");
    return fail("bad-input", "series/notFinite", { row: index + 1 }, { row: index + 1, value: String(values[index]) });
  }
  const { least } = moments;
  const found = kind === "auto" ? kindOf(values, least) : kind;
  if (found === "returns") {
    const foundUnit = unitChoice === "auto" ? { foundUnit: returnUnitOf(moments, n) } : {};
    return succeed<ReturnsAt>({ address, n, kind: "returns", offset: 0, unit: "as given", ...foundUnit });
  }
  if (least <= 0) {
    const row = firstInChunks(context, n, (from, to) => kernels.firstNonPositive(address, from, to));
    return failBecause("bad-input", nonPositive(kind, row, values[row]), { row: row + 1, value: String(values[row]) });
  }
  logReturnsInPlace(context, address, n);
  const first = address + VALUE_BYTES;
  toPercent(context, first, n - 1);
  return succeed<ReturnsAt>({ address: first, n: n - 1, kind: "prices", offset: 1, unit: "percent" });
}

/** Returns of a column that already holds prices or returns, as a column; failures as above. */
export function toReturns(context: JobContext, values: Float64Array, kind: SeriesKind | "auto", unitChoice?: UnitChoice): Outcome<Returns> {
  return context.arena.scope(() => {
    const read = returnsAt(context, values, kind, unitChoice);
    if (!read.ok) return read;
    const { address, n, ...facts } = read.value;
    const returns = context.column(n);
    returns.set(context.arena.view(address, n));
    return succeed({ returns, ...facts });
  });
}
