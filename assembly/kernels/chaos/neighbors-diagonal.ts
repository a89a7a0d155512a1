import { Search, squaredDistance, take } from "./search";

/** Lags processed together: two vectors of four. */
export const LAGS_TOGETHER: i32 = 8;

/** Checks the pairs (i, i + lag + lane) of the set lanes exactly, and makes each the other's neighbor if it is closer. */
function lookAt(search: usize, i: i32, lag: i32, lanes: i32): void {
  const values = load<usize>(search + Search.values);
  const points = load<i32>(search + Search.points);
  const dimension = load<i32>(search + Search.dimension);
  const step = load<i32>(search + Search.lag);
  while (lanes != 0) {
    const j = i + lag + ctz(lanes);
    lanes &= lanes - 1;
    if (j >= points) return;
    const square = squaredDistance(values, i, j, dimension, step);
    take(search, i, j, square);
    take(search, j, i, square);
  }
}

/**
 * Exhaustive nearest-neighbor search, one block of diagonals (pairs a fixed number of steps apart) at a time.
 *
 * Along a diagonal the squared differences of single values are formed once, and the sum of `dimension` of them is a sliding sum of stride
 * `lag`: assembled from forward running sums of one block and backward running sums of the previous one (van Herk), so nothing is ever
 * subtracted and the work per pair does not depend on the dimension. Eight diagonals go side by side in 32 bits; candidates that could be
 * nearer than the nearest so far are re-checked in 64 bits, so the result is that of the plain search.
 * @formula j(i) = argmin over |i - j| > w of sum over d of (x[i + d lag] - x[j + d lag])^2, ties to the lowest j
 * @source Rosenstein, Collins and De Luca (1993); diagonal order as in matrix-profile algorithms; sliding sums of van Herk (1992)
 * @tolerance plain 64-bit search: same indices, distances to the same bits
 * @param search of `searchStart`
 * @param blocks room for 32 dimension bytes times 2
 * @param from first distance in steps, theiler + 1 for the first call; `to`: exclusive end, at most `points`. They differ by a multiple of
 * 8.
 */
export function neighborsDiagonal(search: usize, blocks: usize, from: i32, to: i32): void {
  const points = load<i32>(search + Search.points);
  for (let lag = from; lag < to; lag += LAGS_TOGETHER) {
    const step = load<i32>(search + Search.lag);
    for (let residue = 0; residue < step; residue++) {
      if (residue < points - lag) walk(search, blocks, lag, residue, step, points - lag);
    }
  }
}

/** The pairs (i, i + lag + 0..7) of i = residue, residue + step, .. below `end`. */
function walk(search: usize, blocks: usize, lag: i32, residue: i32, step: i32, end: i32): void {
  const copy = load<usize>(search + Search.copy);
  const limits = load<usize>(search + Search.limits);
  const dimension = load<i32>(search + Search.dimension);
  const stride = <usize>step << 2;
  const apart = <usize>lag << 2;
  const last = blocks + (<usize>(dimension - 1) << 5);
  let element = copy + (<usize>residue << 2);
  for (let block = blocks; block <= last; block += 32, element += stride) {
    const value = v128.load32_splat(element);
    const low = f32x4.sub(v128.load(element + apart), value);
    const high = f32x4.sub(v128.load(element + apart, 16), value);
    v128.store(block, f32x4.mul(low, low));
    v128.store(block, f32x4.mul(high, high), 16);
  }
  let i = residue;
  let limit = limits + (<usize>residue << 2);
  while (i < end) {
    // The block's running sums from each element to its end.
    let low = v128.load(last);
    let high = v128.load(last, 16);
    for (let block = last - 32; block >= blocks; block -= 32) {
      low = f32x4.add(low, v128.load(block));
      high = f32x4.add(high, v128.load(block, 16));
      v128.store(block, low);
      v128.store(block, high, 16);
    }
    low = f32x4.splat(0);
    high = f32x4.splat(0);
    for (let block = blocks; block <= last && i < end; block += 32) {
      const own = v128.load32_splat(limit);
      const squareLow = f32x4.add(low, v128.load(block));
      const squareHigh = f32x4.add(high, v128.load(block, 16));
      const nearLow = f32x4.le(squareLow, f32x4.pmax(own, v128.load(limit + apart)));
      const nearHigh = f32x4.le(squareHigh, f32x4.pmax(own, v128.load(limit + apart, 16)));
      if (v128.any_true(v128.or(nearLow, nearHigh))) {
        lookAt(search, i, lag, i32x4.bitmask(nearLow) | (i32x4.bitmask(nearHigh) << 4));
      }
      const value = v128.load32_splat(element);
      const apartLow = f32x4.sub(v128.load(element + apart), value);
      const apartHigh = f32x4.sub(v128.load(element + apart, 16), value);
      const elementLow = f32x4.mul(apartLow, apartLow);
      const elementHigh = f32x4.mul(apartHigh, apartHigh);
      v128.store(block, elementLow);
      v128.store(block, elementHigh, 16);
      low = f32x4.add(low, elementLow);
      high = f32x4.add(high, elementHigh);
      element += stride;
      limit += stride;
      i += step;
    }
  }
}
