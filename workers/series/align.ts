import { columnTableBlock, commonTimesBlock, valuesAtBlock } from "../../assembly/build/portfolio-layouts.js";
import { type Count, fail, type Millis, type Outcome, succeed, VALUE_BYTES } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";

/** The prices of one asset as loaded; the columns of a wide table are several assets with the same times. */
export interface AssetPrices {
  name: string;
  /** Oldest first; a NaN is a missing price. */
  values: Float64Array;
  /** Milliseconds since 1970 UTC, ascending, one per value; null if rows have no date. */
  times: Float64Array | null;
}

/** What the join of the assets kept and omitted. */
export interface Alignment {
  /** Rows in which every asset has a price. */
  rows: Count;
  /** By asset: prices loaded, and how many of them are not in a common row. */
  assets: { name: string; loaded: Count; dropped: Count }[];
  /** Common rows dropped because a price was missing. */
  incomplete: Count;
  from: Millis | null;
  to: Millis | null;
}

/** Aligned prices in the kernels' memory, column after column. */
export interface PriceTable {
  count: Count;
  /** Address of the first column; the others follow every `stride` values. */
  columns: number;
  stride: Count;
  rows: Count;
  /** Address of the common times, 0 if there are none. */
  times: number;
  alignment: Alignment;
}

/** Prices per call: two milliseconds before the engine has optimized the kernel. */
const CELLS = 1 << 19;

const sameTimes = (a: Float64Array, b: Float64Array) =>
  a === b || (a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length);

/**
 * Joins assets to a table of prices: on the dates that all of them have (inner join), or row by row if one of them has no dates. Rows with
 * a missing price are dropped and counted. Call it within an arena scope.
 * @param least minimum number of rows
 */
export function alignAssets(context: JobContext, kernels: PortfolioKernels, assets: AssetPrices[], least: Count): Outcome<PriceTable> {
  const joined = joinAssets(context, kernels, assets, least);
  if (!joined.ok) return joined;
  const { columns, stride, rows } = joined.value;
  for (const [index, { name, values }] of assets.entries()) {
    const at = context.kernels.firstNonPositive(columns + index * stride * VALUE_BYTES, 0, rows);
    if (at < 0) continue;
    const value = context.arena.read(columns + (index * stride + at) * VALUE_BYTES);
    const row = values.indexOf(value) + 1;
    return fail("bad-input", "series/price", { name, value }, { row, column: name, value: String(value) });
  }
  return joined;
}

/** The same for values of any sign: prices, or returns. */
export function joinAssets(context: JobContext, kernels: PortfolioKernels, assets: AssetPrices[], least: Count): Outcome<PriceTable> {
  if (assets.length === 0) return fail("bad-input", "series/noAssets");
  const dated = assets.every(({ times }) => times !== null);
  const joined = dated ? joinByDate(context, kernels, assets) : joinByRow(context, assets);
  if (!joined.ok) return joined;
  const { columns, stride, times } = joined.value;
  let rows = 0;
  const table = context.arena.block(columnTableBlock, { columns, stride, count: assets.length });
  inChunks(context, stride, Math.max(1, Math.floor(CELLS / assets.length)), (from, to) => {
    rows = kernels.dropIncomplete(table, from, to, rows, times);
  });
  if (rows < least) return fail("bad-input", "series/fewRows", { rows, least });
  const common = times === 0 ? null : context.arena.view(times, rows);
  const alignment: Alignment = {
    rows,
    assets: assets.map(({ name, values }) => ({ name, loaded: values.length, dropped: values.length - rows })),
    incomplete: stride - rows,
    from: common ? common[0] : null,
    to: common ? common[rows - 1] : null,
  };
  return succeed({ count: assets.length, columns, stride, rows, times, alignment });
}

type Joined = Outcome<{ columns: number; stride: Count; times: number }>;

function joinByRow({ arena }: JobContext, assets: AssetPrices[]): Joined {
  const [{ name, values: first }] = assets;
  const stride = first.length;
  const other = assets.find(({ values }) => values.length !== stride);
  if (other)
    return fail("bad-input", "series/lengths", { first: name, length: stride, other: other.name, otherLength: other.values.length });
  const times = assets.find((asset) => asset.times !== null)?.times;
  const timesAt = times ? arena.put(times) : 0;
  const columns = arena.take(stride * assets.length);
  const table = arena.view(columns, stride * assets.length);
  for (const [index, { values }] of assets.entries()) table.set(values, index * stride);
  return succeed({ columns, stride, times: timesAt });
}

function joinByDate(context: JobContext, kernels: PortfolioKernels, assets: AssetPrices[]): Joined {
  const { arena } = context;
  const first = assets[0].times as Float64Array;
  const times = arena.put(first);
  let stride = first.length;
  // Columns of one table share their times: these are checked once.
  const different = assets.filter((asset, index) => index === 0 || !sameTimes(asset.times as Float64Array, first));
  for (const { name, times: own } of different) {
    const { descents, ties } = arena.scope(() => {
      const address = arena.put(own as Float64Array);
      const length = (own as Float64Array).length;
      const met = { descents: 0, ties: 0 };
      inChunks(context, length, CHUNK, (from, to) => {
        met.descents += context.kernels.countDescents(address, from, to);
        met.ties += context.kernels.countTies(address, from, to);
      });
      // Rows of one table are aligned already, whatever their dates.
      if (met.descents + met.ties > 0 || different.length === 1) return met;
      const state = arena.put(new Float64Array(1));
      const block = arena.block(commonTimesBlock, { a: times, b: address, lengthB: length, state, out: times });
      inChunks(context, stride, CHUNK, (from, to) => kernels.commonTimes(block, from, to));
      stride = new Int32Array(context.kernels.memory.buffer, state, 2)[1];
      return met;
    });
    if (descents > 0) return fail("bad-input", "series/dates", { name }, { column: name });
    if (ties > 0 && different.length > 1) return fail("bad-input", "series/repeatedDates", { name, count: ties }, { column: name });
  }
  const columns = arena.take(stride * assets.length);
  for (const [index, { times: own, values }] of assets.entries()) {
    context.checkpoint();
    const target = columns + index * stride * VALUE_BYTES;
    if (values.length === stride) {
      arena.view(target, stride).set(values);
      continue;
    }
    arena.scope(() => {
      const [dates, prices] = [arena.put(own as Float64Array), arena.put(values)];
      let place = 0;
      const block = arena.block(valuesAtBlock, { times: dates, values: prices, wanted: times, out: target });
      inChunks(context, stride, CHUNK, (from, to) => {
        place = kernels.valuesAt(block, from, to, place);
      });
    });
  }
  return succeed({ columns, stride, times });
}
