import { SearchCopyBlock, SearchStartBlock } from "../../build/layouts/chaos";

/**
 * State of a nearest-neighbor search: a header of 64 bytes in the caller's memory. A point i of the embedding is (x[i], x[i + lag], .., x[i
 * + (dimension - 1) lag]). Decisive distances are squared, in 64 bits, summed in the order of the coordinates; 32-bit copies only select
 * the pairs worth checking.
 */
// biome-ignore format: one field per line
export namespace Search {
  /**
   * Inverse of the standard deviation, the unit of the 32-bit copy.
   * @of neighborsDiagonal
   */
  export const scale: usize = 0;
  /** Maximum change of a distance by rounding to 32 bits, in units of the copy. */
  export const slack: usize = 8;
  export const dimension: usize = 16;
  export const lag: usize = 20;
  export const points: usize = 24;
  /** Minimum separation: neighbors are more than this many steps apart (Theiler window). */
  export const theiler: usize = 28;
  export const values: usize = 32;
  export const copy: usize = 36;
  /** Per point: squared distance to the nearest so far, its index, and the largest 32-bit square that could be closer. */
  export const best: usize = 40;
  export const nearest: usize = 44;
  export const limits: usize = 48;
}

/** Relative margin for the rounding of 32-bit sums. */
const ROUNDING: f64 = 1.00001;
const BEYOND_ALL: f32 = 3e38;
const HALF_ULP_32: f64 = 5.9604644775390625e-8;

/**
 * Fills the 32-bit copy (values[i] - mean) / deviation for i in [from, to), and the padding after it if `to` is n.
 * @param block `SearchCopyBlock`, declared in assembly/layouts/chaos.mjs
 * @returns the largest magnitude in [from, to)
 */
export function searchCopy(block: usize, from: i32, to: i32): f64 {
  const given = changetype<SearchCopyBlock>(block);
  const values = given.values;
  const n = given.n;
  const mean = given.mean;
  const scale = given.scale;
  const copy = given.copy;
  const padding = given.padding;
  let largest: f32 = 0;
  for (let i = from; i < to; i++) {
    const value = <f32>((load<f64>(values + (<usize>i << 3)) - mean) * scale);
    largest = max(largest, abs(value));
    store<f32>(copy + (<usize>i << 2), value);
  }
  if (to == n) memory.fill(copy + (<usize>n << 2), 0, <usize>padding << 2);
  return <f64>largest;
}

/**
 * Starts a search: no point has a neighbor yet.
 * @param block `SearchStartBlock`, declared in assembly/layouts/chaos.mjs
 * @param search head of 64 bytes
 */
export function searchStart(block: usize, search: usize): void {
  const given = changetype<SearchStartBlock>(block);
  const values = given.values;
  const copy = given.copy;
  const scale = given.scale;
  const largest = given.largest;
  const dimension = given.dimension;
  const lag = given.lag;
  const points = given.points;
  const theiler = given.theiler;
  const best = given.best;
  const nearest = given.nearest;
  const limits = given.limits;
  store<f64>(search + Search.scale, scale);
  // Two roundings to 32 bits and two of 64-bit arithmetic per coordinate; doubled to be safe.
  store<f64>(search + Search.slack, 4.0 * HALF_ULP_32 * largest * Math.sqrt(<f64>dimension));
  store<i32>(search + Search.dimension, dimension);
  store<i32>(search + Search.lag, lag);
  store<i32>(search + Search.points, points);
  store<i32>(search + Search.theiler, theiler);
  store<usize>(search + Search.values, values);
  store<usize>(search + Search.copy, copy);
  store<usize>(search + Search.best, best);
  store<usize>(search + Search.nearest, nearest);
  store<usize>(search + Search.limits, limits);
  for (let i = 0; i < points; i++) {
    store<f64>(best + (<usize>i << 3), Infinity);
    store<f32>(limits + (<usize>i << 2), BEYOND_ALL);
  }
  // Nothing is closer than -1: lanes beyond the last point never pass by themselves.
  for (let i = points; i < points + 16; i++) store<f32>(limits + (<usize>i << 2), -1);
  memory.fill(nearest, 0xff, <usize>points << 2);
}

/** Squared distance between points i and j of the embedding, coordinates summed in order. */
// @ts-ignore: decorator
@inline
export function squaredDistance(values: usize, i: i32, j: i32, dimension: i32, lag: i32): f64 {
  let a = values + (<usize>i << 3);
  let b = values + (<usize>j << 3);
  const step = <usize>lag << 3;
  let sum: f64 = 0;
  for (let d = 0; d < dimension; d++, a += step, b += step) {
    const apart = load<f64>(a) - load<f64>(b);
    sum += apart * apart;
  }
  return sum;
}

/** Takes j as neighbor of i if it is closer, or equally close with a lower index. */
// @ts-ignore: decorator
@inline
export function take(search: usize, i: i32, j: i32, square: f64): void {
  const best = load<usize>(search + Search.best) + (<usize>i << 3);
  const nearest = load<usize>(search + Search.nearest) + (<usize>i << 2);
  const before = load<f64>(best);
  if (square > before || (square == before && <u32>j >= load<u32>(nearest))) return;
  store<f64>(best, square);
  store<i32>(nearest, j);
  if (square < before) store<f32>(load<usize>(search + Search.limits) + (<usize>i << 2), limitOf(search, square));
}

/** Largest 32-bit square that may belong to a 64-bit one of at most `square`. */
export function limitOf(search: usize, square: f64): f32 {
  const distance = Math.sqrt(square) * load<f64>(search + Search.scale) + load<f64>(search + Search.slack);
  return <f32>min(distance * distance * ROUNDING, <f64>BEYOND_ALL);
}
