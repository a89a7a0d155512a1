import { fillNaN } from "../../lib/window";

/** The larger of two values or, with -1, the smaller. */
@inline
function further(a: f64, b: f64, sign: f64): f64 {
  return sign > 0 ? max(a, b) : min(a, b);
}

/**
 * Extremes of a sliding window by van Herk's blocks: from the last border of a block to t, and from the window's first value to that border.
 * @param scratch the extremes from each index of a block to its end
 */
@inline
function slide(values: usize, from: i32, to: i32, period: i32, scratch: usize, out: usize, sign: f64): void {
  fillNaN(out, from, min(to, period - 1));
  for (let t = max(from, period - 1); t < to; ) {
    const border = t - (t % period);
    const end = min(border + period, to);
    // The part of the previous block that windows of this block still cover.
    let last = border > 0 ? load<f64>(values + (<usize>(border - 1) << 3)) : NaN;
    for (let k = period - 1; k >= 0 && border > 0; k--) {
      last = further(last, load<f64>(values + (<usize>(border - period + k) << 3)), sign);
      store<f64>(scratch + (<usize>k << 3), last);
    }
    let best = load<f64>(values + (<usize>border << 3));
    for (let i = border; i < end; i++) {
      best = further(best, load<f64>(values + (<usize>i << 3)), sign);
      if (i < t) continue;
      const reach = i - border + 1;
      const result = reach == period ? best : further(best, load<f64>(scratch + (<usize>reach << 3)), sign);
      store<f64>(out + (<usize>i << 3), result);
    }
    t = end;
  }
}

/**
 * Highest of the last n values; NaN for t < n - 1. Three comparisons per value whatever the window. Same bits for any chunking.
 * @term Donchian channel
 * @formula max(H[t-n+1], ..., H[t]) and min(L[t-n+1], ..., L[t])
 * @source Donchian (1960); van Herk (1992) for the blockwise maximum
 * @tolerance plain twin, same bits
 * @param values column
 * @param from first index to compute
 * @param to index to stop before
 * @param period n, at least 1
 * @param scratch room for n values
 * @param out aligned with the values, in their units
 */
export function highestOf(values: usize, from: i32, to: i32, period: i32, scratch: usize, out: usize): void {
  slide(values, from, to, period, scratch, out, 1);
}

/**
 * Lowest of the last n values, like `highestOf`.
 * @of highestOf
 */
export function lowestOf(values: usize, from: i32, to: i32, period: i32, scratch: usize, out: usize): void {
  slide(values, from, to, period, scratch, out, -1);
}

/**
 * Position of a close between the extremes of its window, 0 to 100; 50 where they are equal, NaN where either is missing. Same bits for any
 * chunking.
 * @term Stochastic oscillator
 * @formula %K = SMA of (100 (C - min L) / (max H - min L)); %D = SMA of %K
 * @source Lane (1984); TA-Lib, which gives 0 where the extremes are equal
 * @tolerance plain twin, 1e-12 relative
 * @param close column
 * @param highest aligned with the closes
 * @param lowest aligned with the closes
 * @param from first index to compute
 * @param to index to stop before
 * @param out aligned with the closes
 */
export function placeWithin(close: usize, highest: usize, lowest: usize, from: i32, to: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const low = load<f64>(lowest + at);
    const width = load<f64>(highest + at) - low;
    store<f64>(out + at, width == 0 ? 50 : (100.0 * (load<f64>(close + at) - low)) / width);
  }
}
