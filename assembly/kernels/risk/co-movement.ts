/**
 * out[t] += weight x values[t] for t in [from, to): a portfolio's return from its assets', weights held fixed.
 * @of contributionsOf
 */
export function addWeighted(values: usize, weight: f64, from: i32, to: i32, out: usize): void {
  const weights = f64x2.splat(weight);
  let t = from;
  for (; t + 1 < to; t += 2) {
    const at = <usize>t << 3;
    v128.store(out + at, f64x2.add(v128.load(out + at), f64x2.mul(weights, v128.load(values + at))));
  }
  if (t < to) {
    const at = <usize>t << 3;
    store<f64>(out + at, load<f64>(out + at) + weight * load<f64>(values + at));
  }
}

/** Sum of (x - meanX) (y - meanY) over [from, to). */
export function crossSum(x: usize, y: usize, meanX: f64, meanY: f64, from: i32, to: i32): f64 {
  const centerX = f64x2.splat(meanX);
  const centerY = f64x2.splat(meanY);
  let sums = f64x2.splat(0);
  let t = from;
  for (; t + 1 < to; t += 2) {
    const at = <usize>t << 3;
    sums = f64x2.add(sums, f64x2.mul(f64x2.sub(v128.load(x + at), centerX), f64x2.sub(v128.load(y + at), centerY)));
  }
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if (t < to) sum += (load<f64>(x + (<usize>t << 3)) - meanX) * (load<f64>(y + (<usize>t << 3)) - meanY);
  return sum;
}

/** Sum of x[t] over those t in [from, to) where y[t] is at or below a limit. */
export function sumWhereLow(x: usize, y: usize, limit: f64, from: i32, to: i32): f64 {
  let sum = 0.0;
  for (let t = from; t < to; t++) if (load<f64>(y + (<usize>t << 3)) <= limit) sum += load<f64>(x + (<usize>t << 3));
  return sum;
}

/** Wealth from simple returns: out[0] = 1, out[t + 1] = out[t] (1 + returns[t]) for t in [from, to). */
export function compound(returns: usize, from: i32, to: i32, out: usize): void {
  if (from == 0) store<f64>(out, 1.0);
  let wealth = load<f64>(out + (<usize>from << 3));
  for (let t = from; t < to; t++) {
    wealth *= 1.0 + load<f64>(returns + (<usize>t << 3));
    store<f64>(out + (<usize>t << 3), wealth, 8);
  }
}

/** values[t] *= factor for t in [from, to). */
export function scaleColumn(values: usize, factor: f64, from: i32, to: i32): void {
  for (let t = from; t < to; t++) store<f64>(values + (<usize>t << 3), load<f64>(values + (<usize>t << 3)) * factor);
}
