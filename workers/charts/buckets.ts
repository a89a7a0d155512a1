import { Arena } from "../runtime/wasm/arena";
import type { Kernels } from "../runtime/wasm/kernels";
import type { ChartColumns, ChartWindow, Quantile, Reduction } from "./columns";
import { BASE, buildPyramid, PIECE, type Pyramid, scanRange } from "./pyramid";

/** Precomputed aggregates of a column for its reduction: extremes or sums of its blocks. */
export interface Reducer {
  reduction: Reduction;
  values: Float64Array;
  pyramid: Pyramid | null;
  sums: Float64Array | null;
}

function reducerOf(kernels: Kernels, arena: Arena, values: Float64Array, reduction: Reduction): Reducer {
  const extremes = reduction === "maximum" || reduction === "minimum";
  return {
    reduction,
    values,
    pyramid: extremes ? buildPyramid(kernels, arena, values) : null,
    sums: reduction === "sum" ? sumsPerBase(kernels, arena, values) : null,
  };
}

/** How each column is reduced. */
export const reducersOf = (kernels: Kernels, series: readonly Float64Array[], reduce: readonly Reduction[]): Reducer[] =>
  series.map((values, i) => reducerOf(kernels, new Arena(kernels), values, reduce[i]));

/**
 * Rows per bar: 1, 2 or 5 times a power of ten, so that at most `most` bars cover the rows and most zoom steps leave the bars unchanged.
 */
export function rowsPerBar(rows: number, most: number): number {
  for (let power = 1; ; power *= 10) {
    const fitting = [1, 2, 5].find((lead) => Math.ceil(rows / (lead * power)) <= most);
    if (fitting) return fitting * power;
  }
}

/** Aggregate of the rows [start, end) of a column; NaN if they hold no number, but 0 for a sum. */
export function reduced({ reduction, values, pyramid, sums }: Reducer, start: number, end: number): number {
  if (sums) return sumOf(sums, values, start, end);
  if (pyramid) {
    const { low, high } = extremesOf(pyramid, values, start, end);
    return reduction === "minimum" ? low : high;
  }
  const part = values.subarray(start, end);
  const there = (value: number) => !Number.isNaN(value);
  return (reduction === "first" ? part.find(there) : part.findLast(there)) ?? Number.NaN;
}

const SHARES: Record<Quantile, number> = { q05: 0.05, q25: 0.25, q50: 0.5, q75: 0.75, q95: 0.95 };
/**
 * Values of a bar that are sorted for its quantiles; longer bars are sampled at equal distances. The quantiles only position a drawing and
 * are not reported.
 */
const MAX_SORTED = 4096;

/** The numbers of the rows [start, end), ascending. */
function inOrder(values: Float64Array, start: number, end: number): Float64Array {
  const rows = Math.min(MAX_SORTED, end - start);
  const part = Float64Array.from({ length: rows }, (_, i) => values[start + Math.floor((i * (end - start)) / rows)]).sort();
  return part.subarray(0, part.findLastIndex((value) => !Number.isNaN(value)) + 1);
}

/** Quantile of sorted values, linearly interpolated (type 7); NaN if there are none. */
function quantileOf(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const next = sorted[Math.min(below + 1, sorted.length - 1)];
  return sorted[below] + (at - below) * (next - sorted[below]);
}

/** Sums of every 64 values of a column, in one pass. `checkpoint` is called between pieces. */
export function sumsPerBase(kernels: Kernels, arena: Arena, values: Float64Array, checkpoint: () => void = () => {}): Float64Array {
  const sums = new Float64Array(Math.ceil(values.length / BASE));
  arena.scope(() => {
    const input = arena.take(Math.min(PIECE, values.length));
    const target = arena.take(Math.ceil(Math.min(PIECE, values.length) / BASE));
    for (let from = 0; from < values.length; from += PIECE) {
      checkpoint();
      const piece = values.subarray(from, from + PIECE);
      arena.view(input, piece.length).set(piece);
      kernels.pyramidSums(input, piece.length, target);
      sums.set(arena.view(target, Math.ceil(piece.length / BASE)), from / BASE);
    }
  });
  return sums;
}

/** Sum of values[start..end): single values at both ends, sums of 64 in between. NaN is skipped. */
export function sumOf(sums: Float64Array, values: Float64Array, start: number, end: number): number {
  const firstBase = Math.min(Math.ceil(start / BASE), Math.ceil(end / BASE));
  const endBase = Math.max(firstBase, Math.floor(end / BASE));
  let sum = 0;
  const add = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (!Number.isNaN(values[i])) sum += values[i];
  };
  add(start, Math.min(end, firstBase * BASE));
  for (let base = firstBase; base < endBase; base++) sum += sums[base];
  add(Math.max(Math.min(end, firstBase * BASE), endBase * BASE), end);
  return sum;
}

/** Least and greatest of values[start..end); NaN where there is no number. */
function extremesOf(pyramid: Pyramid, values: Float64Array, start: number, end: number): { low: number; high: number } {
  const found = { low: 0, high: 0 };
  scanRange(pyramid, values, start, end, found);
  return found.low > found.high ? { low: Number.NaN, high: Number.NaN } : found;
}

/**
 * One sample per bar, at the middle of its rows; rows from `length` on are excluded. Bars begin at multiples of their size, so that panning
 * does not change them.
 */
export function barsOf(
  { length, x }: Pick<ChartColumns, "length" | "x">,
  reducers: Reducer[],
  from: number,
  to: number,
  most: number,
): ChartWindow {
  // One extra bar covers rows before the first multiple.
  const size = rowsPerBar(to - from, Math.max(1, most - 1));
  const first = Math.floor(from / size);
  const count = Math.ceil(to / size) - first;
  const ends = (bar: number) => [(first + bar) * size, Math.min(length, (first + bar + 1) * size)] as const;
  const rows = Float64Array.from({ length: count }, (_, bar) => {
    const [start, end] = ends(bar);
    return x ? (x[start] + x[end - 1]) / 2 : start + (size - 1) / 2;
  });
  // Quantiles of the same column share its sorted values.
  const orders = new Map<Float64Array, Float64Array[]>();
  const ordersOf = (values: Float64Array) => {
    const known = orders.get(values) ?? Array.from({ length: count }, (_, bar) => inOrder(values, ...ends(bar)));
    orders.set(values, known);
    return known;
  };
  const series = reducers.map((reducer) => {
    const share = SHARES[reducer.reduction as Quantile];
    if (share === undefined) return Float64Array.from({ length: count }, (_, bar) => reduced(reducer, ...ends(bar)));
    return Float64Array.from(ordersOf(reducer.values), (sorted) => quantileOf(sorted, share));
  });
  return { from: first * size, to: Math.min(length, (first + count) * size), x: rows, series, rowsPerBar: size };
}
