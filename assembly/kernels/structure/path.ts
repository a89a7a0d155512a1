/**
 * Cumulated steps: out[t + 1] = out[t] + (steps[t] - mean) for t in [from, to). For log returns this is the log price starting at 0, with
 * the drift removed.
 * @param mean subtracted from every step; 0 keeps the drift
 * @param out one value more than there are steps; out[0] is set by the caller
 */
export function cumulate(steps: usize, from: i32, to: i32, mean: f64, out: usize): void {
  let level = load<f64>(out + (<usize>from << 3));
  for (let t = from; t < to; t++) {
    level += load<f64>(steps + (<usize>t << 3)) - mean;
    store<f64>(out + (<usize>t << 3), level, 8);
  }
}

/**
 * Sum of squared differences `lag` steps apart: (path[t] - path[t - lag])^2 over t in [from, to), from >= lag. The numerator of a variance ratio.
 * @formula VR(q) = s[q] / s[1]; s[q] = sum of (x[t] - x[t-q] - q mu)^2 / m[q], m[q] = q (T - q + 1)(1 - q / T)
 * @source Lo and MacKinlay (1988), Review of Financial Studies 1, 41-66
 * @tolerance 5e-6 (all digits given) against the S&P 500 1999-2018 at q = 2, 4, 8, 16; 1e-11 against plain sums
 */
export function laggedSquares(path: usize, from: i32, to: i32, lag: i32): f64 {
  const back = <usize>lag << 3;
  let first = f64x2.splat(0);
  let second = first;
  let t = from;
  for (; t + 3 < to; t += 4) {
    const at = path + (<usize>t << 3);
    const a = f64x2.sub(v128.load(at), v128.load(at - back));
    const b = f64x2.sub(v128.load(at, 16), v128.load(at - back, 16));
    first = f64x2.add(first, f64x2.mul(a, a));
    second = f64x2.add(second, f64x2.mul(b, b));
  }
  const both = f64x2.add(first, second);
  let sum = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  for (; t < to; t++) {
    const at = path + (<usize>t << 3);
    const d = load<f64>(at) - load<f64>(at - back);
    sum += d * d;
  }
  return sum;
}

/**
 * Sum of |path[i lag] - path[(i - 1) lag]| for i in [from, to), from >= 1: the length of a path measured with a ruler of `lag` steps.
 * @formula fractal dimension D = 2 - log2(A(2) / A(1)), A(l) = l times the sum over all i
 * @source Hall and Wood (1993), Biometrika 80, 246-252, with the two shortest rulers
 * @tolerance 1e-12 against plain sums; 1.5 on a simulated Brownian path within 0.02
 */
export function rulerLength(path: usize, from: i32, to: i32, lag: i32): f64 {
  const step = <usize>lag << 3;
  let sum: f64 = 0;
  for (let i = from; i < to; i++) {
    const at = path + <usize>i * step;
    sum += abs(load<f64>(at) - load<f64>(at - step));
  }
  return sum;
}

/**
 * Straight line through n values against their index: slope and correlation with time; both 0 if the values do not vary.
 * @param out slope per step, then the correlation R, -1 to 1
 */
export function lineThrough(values: usize, n: i32, out: usize): void {
  const start = load<f64>(values);
  const center = 0.5 * <f64>(n - 1);
  let sum: f64 = 0;
  let squares: f64 = 0;
  let products: f64 = 0;
  let least: f64 = start;
  let most: f64 = start;
  for (let i = 0; i < n; i++) {
    const value = load<f64>(values + (<usize>i << 3));
    const y = value - start;
    sum += y;
    squares += y * y;
    products += (<f64>i - center) * y;
    least = min(least, value);
    most = max(most, value);
  }
  const times = (<f64>n * (<f64>n * <f64>n - 1.0)) / 12.0;
  const spread = squares - (sum * sum) / <f64>n;
  const flat = least == most || !(spread > 0);
  store<f64>(out, flat ? 0 : products / times);
  store<f64>(out, flat ? 0 : max<f64>(-1, min<f64>(1, products / Math.sqrt(times * spread))), 8);
}
