/** Minimum block between two fresh sums of a rolling window, which bounds the accumulation of rounding errors. */
const BLOCK: i32 = 1024;

/** Number of values from one fresh sum to the next; a fresh sum costs `period` additions, so it is at most half of the work. */
export function blockLength(period: i32): i32 {
  return max(BLOCK, 2 * period);
}

/** Sum of `length` values from `start`: four partial sums, so errors grow with a quarter of the length. */
export function sumOf(start: usize, length: i32): f64 {
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  const whole = length & ~3;
  let p = start;
  for (const end = start + (<usize>whole << 3); p < end; p += 32) {
    a = f64x2.add(a, v128.load(p));
    b = f64x2.add(b, v128.load(p, 16));
  }
  a = f64x2.add(a, b);
  let sum = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
  for (const end = start + (<usize>length << 3); p < end; p += 8) sum += load<f64>(p);
  return sum;
}

/** Fills out[from..to) with NaN: the warm-up of an indicator. */
export function fillNaN(out: usize, from: i32, to: i32): void {
  for (let t = from; t < to; t++) store<f64>(out + (<usize>t << 3), NaN);
}
