import { blockLength, fillNaN, sumOf } from "../../lib/window";

/** A window whose sum of squares is below this share of the largest running sum has lost precision: it is summed again from scratch. */
const LOST_DIGITS: f64 = 1e-5;

/**
 * Rolling volatility: sample standard deviation (n - 1) of the last `period` returns times `scale`; NaN for t < period.
 *
 * Running sums of r - m and (r - m)^2 about a pivot m are restarted at fixed indices with m = the window's mean, and wherever a much larger
 * return has just left the window. `from` is moved back to the last fixed index: chunks of any length give the same bits as one call, and
 * so does a series that ends earlier.
 * @term Rolling volatility
 * @formula sqrt(sum (r - mean r)^2 / (n - 1)) * scale, over the last n returns
 * @source sample standard deviation; scale = sqrt(periods per year)
 * @tolerance R TTR 0.24.3, volatility(calc = "close"), on 7 series, 1e-10 relative
 * @param returns returns[0] is not read (it has no earlier price); a window that holds NaN gives NaN
 * @param from first index to compute
 * @param to index to stop before
 * @param period number of returns, at least 2
 * @param scale square root of the periods per year, or 1
 * @param out aligned with the returns
 */
export function rollingVolatility(returns: usize, from: i32, to: i32, period: i32, scale: f64, out: usize): void {
  fillNaN(out, from, min(to, period));
  const block = blockLength(period);
  for (let start = from - (from % block); start < to; start += block) {
    const first = max(start, period);
    const end = min(start + block, to);
    if (first >= end || fastBlock(returns, first, end, period, scale, out)) continue;
    // Values before the loss of precision are valid and kept: the volatility of a day never depends on later returns.
    const lost = firstLost(returns, first, end, period);
    if (lost < end) carefulBlock(returns, lost, end, period, scale, out);
  }
}

/** Two time lanes: S[t] = S[t-2] + the two newest steps. @returns false if precision was lost, or a NaN entered the sums. */
function fastBlock(returns: usize, from: i32, to: i32, period: i32, scale: f64, out: usize): bool {
  const lag = <usize>period << 3;
  const n = <f64>period;
  const start = returns + ((<usize>from + 1) << 3) - lag;
  const pivot = sumOf(start, period) / n;
  const square0 = squaresAbout(start, period, pivot);
  const at0 = returns + (<usize>from << 3);
  store<f64>(out + (<usize>from << 3), Math.sqrt(square0 / (n - 1.0)) * scale);
  if (from + 1 == to) return true;
  const in1 = load<f64>(at0, 8) - pivot;
  const out1 = load<f64>(at0 + 8 - lag) - pivot;
  // Lanes hold the sums of the indices from and from + 1.
  let sums = f64x2.replace_lane(f64x2.splat(0), 1, in1 - out1);
  let squares = f64x2.replace_lane(f64x2.splat(square0), 1, square0 + (in1 - out1) * (in1 + out1));
  const pivots = f64x2.splat(pivot);
  const share = f64x2.splat(1.0 / n);
  const factor = f64x2.splat(scale * scale / (n - 1.0));
  const zero = f64x2.splat(0);
  let largest = squares;
  let spread = f64x2.pmax(f64x2.sub(squares, f64x2.mul(f64x2.mul(sums, sums), share)), zero);
  let least = spread;
  store<f64>(out + (<usize>from << 3), Math.sqrt(f64x2.extract_lane(spread, 1) * f64x2.extract_lane(factor, 0)), 8);
  let step = f64x2.splat(in1 - out1);
  let squareStep = f64x2.splat((in1 - out1) * (in1 + out1));
  for (let t = from + 2; t < to; t += 2) {
    const at = returns + (<usize>t << 3);
    const entering = f64x2.sub(v128.load(at), pivots);
    const leaving = f64x2.sub(v128.load(at - lag), pivots);
    const nextStep = f64x2.sub(entering, leaving);
    const nextSquareStep = f64x2.mul(nextStep, f64x2.add(entering, leaving));
    sums = f64x2.add(sums, f64x2.add(nextStep, v128.shuffle<u64>(step, nextStep, 1, 2)));
    squares = f64x2.add(squares, f64x2.add(nextSquareStep, v128.shuffle<u64>(squareStep, nextSquareStep, 1, 2)));
    step = nextStep;
    squareStep = nextSquareStep;
    spread = f64x2.pmax(f64x2.sub(squares, f64x2.mul(f64x2.mul(sums, sums), share)), zero);
    const result = f64x2.sqrt(f64x2.mul(spread, factor));
    if (t + 1 == to) {
      store<f64>(out + (<usize>t << 3), f64x2.extract_lane(result, 0));
      spread = v128.shuffle<u64>(spread, spread, 0, 0);
      squares = v128.shuffle<u64>(squares, squares, 0, 0);
    } else v128.store(out + (<usize>t << 3), result);
    largest = f64x2.pmax(largest, squares);
    least = f64x2.pmin(least, spread);
  }
  const top = max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
  const sum = f64x2.extract_lane(sums, 0);
  return sum == sum && !(min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1)) < LOST_DIGITS * top);
}

/**
 * The first index whose running sums had lost precision or contained a NaN in `fastBlock`, found with the same sums one step at a time;
 * `to` if there is none.
 */
function firstLost(returns: usize, from: i32, to: i32, period: i32): i32 {
  const lag = <usize>period << 3;
  const start = returns + ((<usize>from + 1) << 3) - lag;
  const pivot = sumOf(start, period) / <f64>period;
  const share = 1.0 / <f64>period;
  let sum: f64 = 0;
  let square = squaresAbout(start, period, pivot);
  let sumBefore = sum;
  let squareBefore = square;
  let stepBefore: f64 = 0;
  let squareStepBefore: f64 = 0;
  let largest = square;
  if (square != square) return from;
  for (let t = from + 1; t < to; t++) {
    const at = returns + (<usize>t << 3);
    const entering = load<f64>(at) - pivot;
    const leaving = load<f64>(at - lag) - pivot;
    const step = entering - leaving;
    const squareStep = step * (entering + leaving);
    const nextSum = sumBefore + (step + stepBefore);
    const nextSquare = squareBefore + (squareStep + squareStepBefore);
    sumBefore = sum;
    squareBefore = square;
    sum = nextSum;
    square = nextSquare;
    stepBefore = step;
    squareStepBefore = squareStep;
    largest = max(largest, square);
    if (!(max(square - sum * sum * share, 0) >= LOST_DIGITS * largest)) return t;
  }
  return to;
}

/** One step at a time, summing again from scratch wherever precision was lost or a NaN has just left the window. */
function carefulBlock(returns: usize, from: i32, to: i32, period: i32, scale: f64, out: usize): void {
  const lag = <usize>period << 3;
  const n = <f64>period;
  let pivot: f64 = 0;
  let sum: f64 = 0;
  let square: f64 = 0;
  let largest: f64 = 0;
  for (let t = from; t < to; t++) {
    const at = returns + (<usize>t << 3);
    let spread: f64 = -1;
    let left = false;
    if (t > from) {
      const entering = load<f64>(at) - pivot;
      const oldest = load<f64>(at - lag);
      const leaving = oldest - pivot;
      sum += entering - leaving;
      square += (entering - leaving) * (entering + leaving);
      largest = max(largest, square);
      left = oldest != oldest;
      spread = square - sum * sum / n;
    }
    if (left || spread < LOST_DIGITS * largest) {
      const start = at + 8 - lag;
      pivot = sumOf(start, period) / n;
      sum = 0;
      square = squaresAbout(start, period, pivot);
      largest = square;
      spread = square;
    }
    store<f64>(out + (<usize>t << 3), Math.sqrt(spread / (n - 1.0)) * scale);
  }
}

/** Sum of squared distances from `pivot`. */
function squaresAbout(start: usize, length: i32, pivot: f64): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < length; i++) {
    const d = load<f64>(start + (<usize>i << 3)) - pivot;
    sum += d * d;
  }
  return sum;
}
