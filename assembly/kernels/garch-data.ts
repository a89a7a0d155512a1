/** What a GARCH fit needs around the likelihood: standardising the returns, the back-cast, and the columns of the result. */

/** Weight of one squared residual in the back-cast relative to the one before it (RiskMetrics). */
const BACKCAST_DECAY: f64 = 0.94;
const BACKCAST_LENGTH: i32 = 75;

/**
 * Adds to running sums at `out`: sum of (x - pivot), of its square and of its fourth power, and of the squared steps x[t] - x[t-1];
 * a fifth value is lowered to the smallest x.
 * @param pivot a typical value, so that a large common level costs no digits
 * @returns index of the first value that is not finite, or -1
 */
export function garchMoments(x: usize, pivot: f64, from: i32, to: i32, out: usize): i32 {
  let s1: f64 = 0.0, s2: f64 = 0.0, s4: f64 = 0.0, steps: f64 = 0.0, least = load<f64>(out, 32);
  let before = from > 0 ? load<f64>(x + (<usize>(from - 1) << 3)) : load<f64>(x);
  for (let t = from; t < to; t++) {
    const value = load<f64>(x + (<usize>t << 3));
    const d = value - pivot;
    if (!isFinite(d)) return t;
    const d2 = d * d;
    s1 += d;
    s2 += d2;
    s4 += d2 * d2;
    steps += (value - before) * (value - before);
    before = value;
    if (value < least) least = value;
  }
  store<f64>(out, load<f64>(out) + s1);
  store<f64>(out, load<f64>(out, 8) + s2, 8);
  store<f64>(out, load<f64>(out, 16) + s4, 16);
  store<f64>(out, load<f64>(out, 24) + steps, 24);
  store<f64>(out, least, 32);
  return -1;
}

/** y[t] = (x[t] - mean) / scale over [from, to). */
export function garchStandardise(x: usize, y: usize, mean: f64, scale: f64, from: i32, to: i32): void {
  const factor = 1.0 / scale;
  for (let t = from; t < to; t++) store<f64>(y + (<usize>t << 3), (load<f64>(x + (<usize>t << 3)) - mean) * factor);
}

/**
 * Exponentially weighted mean of the first min(75, n) squared values, weights 0.94^t: the pre-sample variance of Python arch.
 * @param y series with its sample mean taken out
 */
export function garchBackcast(y: usize, n: i32): f64 {
  const length = min(BACKCAST_LENGTH, n);
  let weight: f64 = 1.0, weights: f64 = 0.0, total: f64 = 0.0;
  for (let t = 0; t < length; t++) {
    const value = load<f64>(y + (<usize>t << 3));
    total += weight * value * value;
    weights += weight;
    weight *= BACKCAST_DECAY;
  }
  return total / weights;
}

/**
 * The columns of a fit over [from, to): volatility sqrt(h[t]) * scale, and residuals (y[t] - mu) / sqrt(h[t]).
 * @param scale standard deviation the series was divided by
 */
export function garchColumns(y: usize, h: usize, mu: f64, scale: f64, volatility: usize, residuals: usize, from: i32, to: i32): void {
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const root = Math.sqrt(load<f64>(h + at));
    store<f64>(volatility + at, root * scale);
    store<f64>(residuals + at, (load<f64>(y + at) - mu) / root);
  }
}

/** Index of the first value of x[from..to) that is not above 0, or -1. */
export function firstNonPositive(x: usize, from: i32, to: i32): i32 {
  for (let t = from; t < to; t++) if (!(load<f64>(x + (<usize>t << 3)) > 0.0)) return t;
  return -1;
}

/** ln x as the kernels compute it: the same bits in every engine, which JavaScript's own logarithm does not promise. */
export function naturalLog(x: f64): f64 {
  return Math.log(x);
}
