import { RollingPerformanceBlock } from "../../build/layouts/risk";
import { blockLength, fillNaN, sumOf } from "../../lib/window";

/**
 * A sum of squares below this fraction of its maximum has lost precision to values that have left the window, and is computed from scratch.
 */
const LOST_DIGITS: f64 = 1e-5;
/** Variance relative to the squared mean below which the values count as equal: rounding error. */
const ROUNDING: f64 = 1e-28;

/** Latest index in (first, last] whose value differs from the one before it; -1 if there is none. */
function lastChange(values: usize, first: i32, last: i32): i32 {
  for (let t = last; t > first; t--) {
    const at = values + (<usize>t << 3);
    if (load<f64>(at) != load<f64>(at - 8)) return t;
  }
  return -1;
}

/**
 * Sharpe ratio over the last `window` returns at each position, and alpha and beta against a benchmark, NaN over the first window. The
 * Sharpe ratio is NaN where the returns of the window are equal, alpha and beta where those of the benchmark are.
 *
 * Products are taken about the means of a window, with fresh sums every 1,024 returns or two windows and wherever digits were lost. `from`
 * must be 0 or a multiple of `rollingBlock`; such chunks give the same bits.
 * @term Rolling alpha and beta
 * @formula Sharpe = (mean - rf / N) / deviation x sqrt(N); beta = covariance / variance of the benchmark; alpha = N x ((mean - rf / N) - beta x (mean of the benchmark - rf / N))
 * @source Sharpe 1994; Jensen 1968 (alpha), both over a moving window, arithmetic
 * @tolerance plain twin, 1e-9 of the largest value
 * @param block `RollingPerformanceBlock`, declared in assembly/layouts/risk.mjs
 */
export function rollingPerformance(block: usize, from: i32, to: i32): void {
  const given = changetype<RollingPerformanceBlock>(block);
  const x = given.returns;
  const y = given.benchmark;
  const window = given.window;
  const perYear = given.perYear;
  const riskFree = given.riskFree / perYear;
  const sharpe = given.sharpe;
  const alpha = given.alpha;
  const beta = given.beta;
  const size = blockLength(window);
  const n = <f64>window;
  const root = Math.sqrt(perYear);
  const lag = <usize>window << 3;
  const warm = min(to, window);
  fillNaN(sharpe, from, warm);
  fillNaN(alpha, from, warm);
  fillNaN(beta, from, warm);
  let pivotX = 0.0;
  let pivotY = 0.0;
  let sumX = 0.0;
  let sumY = 0.0;
  let squareX = 0.0;
  let squareY = 0.0;
  let product = 0.0;
  let highestX = 0.0;
  let highestY = 0.0;
  let changeX = -1;
  let changeY = -1;
  for (let t = max(from, window), start = t; t < to; t++) {
    const at = <usize>t << 3;
    const first = t - window + 1;
    let fresh = t == start || t % size == 0;
    if (fresh) {
      changeX = lastChange(x, first, t);
      changeY = lastChange(y, first, t);
    } else {
      const now = load<f64>(x + at);
      const other = load<f64>(y + at);
      if (now != load<f64>(x + at - 8)) changeX = t;
      if (other != load<f64>(y + at - 8)) changeY = t;
      const inX = now - pivotX;
      const inY = other - pivotY;
      const outX = load<f64>(x + at - lag) - pivotX;
      const outY = load<f64>(y + at - lag) - pivotY;
      sumX += inX - outX;
      sumY += inY - outY;
      squareX += (inX - outX) * (inX + outX);
      squareY += (inY - outY) * (inY + outY);
      product += inX * inY - outX * outY;
      highestX = max(highestX, squareX);
      highestY = max(highestY, squareY);
    }
    const variesX = changeX > first;
    const variesY = changeY > first;
    if (!fresh) {
      fresh =
        (variesX && squareX - (sumX * sumX) / n < LOST_DIGITS * highestX) || (variesY && squareY - (sumY * sumY) / n < LOST_DIGITS * highestY);
    }
    if (fresh) {
      const windowX = x + (<usize>first << 3);
      const windowY = y + (<usize>first << 3);
      pivotX = sumOf(windowX, window) / n;
      pivotY = sumOf(windowY, window) / n;
      sumX = sumY = squareX = squareY = product = 0.0;
      for (let k: usize = 0; k < lag; k += 8) {
        const a = load<f64>(windowX + k) - pivotX;
        const b = load<f64>(windowY + k) - pivotY;
        sumX += a;
        sumY += b;
        squareX += a * a;
        squareY += b * b;
        product += a * b;
      }
      highestX = squareX;
      highestY = squareY;
    }
    const meanX = pivotX + sumX / n;
    const meanY = pivotY + sumY / n;
    const spreadX = squareX - (sumX * sumX) / n;
    const spreadY = squareY - (sumY * sumY) / n;
    const excess = meanX - riskFree;
    const risky = variesX && spreadX > ROUNDING * n * meanX * meanX;
    store<f64>(sharpe + at, risky ? (excess / Math.sqrt(spreadX / (n - 1.0))) * root : NaN);
    let slope = NaN;
    // Equal returns have no correlation with anything, whatever the rounding errors.
    if (variesY && spreadY > ROUNDING * n * meanY * meanY) slope = risky ? (product - (sumX * sumY) / n) / spreadY : 0.0;
    store<f64>(beta + at, slope);
    store<f64>(alpha + at, (excess - slope * (meanY - riskFree)) * perYear);
  }
}
