import { lastKnownBlock } from "../../../assembly/build/portfolio-layouts.js";
import { type Count, fail, type Outcome, succeed } from "../../contract";
import type { PortfolioKernels } from "../../numerics/dense-matrix";
import { lowerBound, upperBound } from "../../numerics/lower-bound";
import { CHUNK, inChunks, type JobContext } from "../../runtime/job";
import type { AssetPrices } from "../../series";

export interface ComparePricesInput {
  closes: Float64Array;
  times: Float64Array | null;
  /** Other columns in the unit of the closes, to be rebased with them: opens, averages, edges of bands. */
  along: Float64Array[];
  others: AssetPrices[];
  /** Rebases all series to 100 in the first row from this one on in which all have a price; null for no rebasing. */
  base: Count | null;
}

export interface ComparePricesOutput {
  /** The price itself; unchanged without rebasing. */
  closes: Float64Array;
  along: Float64Array[];
  /** In the requested order, aligned with the closes, NaN if missing; or a failure. */
  others: Outcome<Float64Array>[];
  /** The row with the value 100; null without rebasing. */
  base: Count | null;
}

const START = 100;

/** The latest value on or before each date of the price, from its own first date to its last. */
function onDates(
  { times, values, name }: AssetPrices & { times: Float64Array },
  wanted: Float64Array,
  bench: Bench,
): Outcome<Float64Array> {
  const { context, portfolio } = bench;
  const { arena } = context;
  if (values.length === 0) return fail("bad-input", "indicators/apart", { name });
  const target = context.column(wanted.length);
  const ascends = arena.scope(() => {
    const [moments, prices, rows, out] = [arena.put(times), arena.put(values), arena.put(wanted), arena.take(wanted.length)];
    let descents = 0;
    inChunks(context, values.length, CHUNK, (from, to) => {
      descents += context.kernels.countDescents(moments, from, to);
    });
    inChunks(context, wanted.length, CHUNK, (from, to) => {
      descents += context.kernels.countDescents(rows, from, to);
    });
    if (descents > 0) return false;
    let place = 0;
    const block = arena.block(lastKnownBlock, { times: moments, values: prices, length: values.length, wanted: rows, out });
    inChunks(context, wanted.length, CHUNK, (from, to) => {
      place = portfolio.lastKnown(block, from, to, place);
    });
    target.set(arena.view(out, wanted.length));
    return true;
  });
  if (!ascends) return fail("bad-input", "series/dates", { name }, { column: name });
  const first = lowerBound(wanted, times[0]);
  const end = upperBound(wanted, times[times.length - 1]);
  if (first >= end) return fail("bad-input", "indicators/apart", { name });
  target.fill(Number.NaN, 0, first).fill(Number.NaN, end);
  return succeed(target);
}

interface Bench {
  context: JobContext;
  portfolio: PortfolioKernels;
}

/** Row of the first infinity, which no axis can show; NaN is a gap in the line and allowed. */
function infiniteRow(values: Float64Array, column = "closes") {
  const row = Math.max(values.indexOf(Number.POSITIVE_INFINITY), values.indexOf(Number.NEGATIVE_INFINITY));
  return row < 0 ? null : fail("bad-input", "indicators/missing", { column, row: row + 1 }, { row: row + 1, column });
}

/** A column times a factor. */
function scaled(values: Float64Array, factor: number, context: JobContext, addScaled: AddScaled): Float64Array {
  const target = context.column(values.length);
  context.arena.scope(() => {
    const [column, none] = [context.arena.put(values), context.arena.take(values.length)];
    context.arena.view(none, values.length).fill(0);
    inChunks(context, values.length, CHUNK, (from, to) => addScaled(none, column, from, to, factor, column));
    target.set(context.arena.view(column, values.length));
  });
  return target;
}
type AddScaled = (x: number, y: number, from: number, to: number, factor: number, out: number) => void;

/** Other series aligned with the dates of a price, optionally all rebased to 100 at the first row they have in common. */
export async function comparePrices(input: ComparePricesInput, context: JobContext): Promise<Outcome<ComparePricesOutput>> {
  const { closes, along, times, base } = input;
  if (base !== null && !(Number.isInteger(base) && base >= 0 && base < closes.length)) {
    return fail("bad-input", "indicators/rows", { length: closes.length });
  }
  const infinite = infiniteRow(closes);
  if (infinite !== null) return infinite;
  const portfolio = await context.load("portfolio");
  const others = input.others.map((other): Outcome<Float64Array> => {
    const { name, values } = other;
    const refused = infiniteRow(values, name);
    if (refused) return refused;
    if (times && other.times) return onDates({ ...other, times: other.times }, times, { context, portfolio });
    if (times || other.times) return fail("bad-input", "indicators/datesOfOne", { name });
    const target = context.column(closes.length).fill(Number.NaN);
    target.set(values.subarray(0, closes.length));
    return succeed(target);
  });
  if (base === null) return succeed({ closes, along, others, base });
  const columns = [closes, ...others.flatMap((other) => (other.ok ? [other.value] : []))];
  const row = closes.findIndex((_, at) => at >= base && columns.every((values) => values[at] > 0));
  if (row < 0) return fail("bad-input", "indicators/noCommonRow");
  const { addScaled } = await context.load("indicators");
  const rebased = (values: Float64Array, by: Float64Array = values) => scaled(values, START / by[row], context, addScaled);
  return succeed({
    closes: rebased(closes),
    along: along.map((values) => rebased(values, closes)),
    others: others.map((other) => (other.ok ? succeed(rebased(other.value)) : other)),
    base: row,
  });
}
