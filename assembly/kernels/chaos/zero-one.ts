import { nextUniform } from "../../lib/rng";

const PI: f64 = 3.14159265358979323846;

/** A frequency for the 0-1 test, uniform between pi/5 and 4 pi/5, where resonances are rare. */
export function zeroOneFrequency(state: usize): f64 {
  return (PI / 5.0) * (1.0 + 3.0 * nextUniform(state));
}

/** Mean of every `stride`-th value, n of them. */
export function zeroOneMean(values: usize, n: i32, stride: i32): f64 {
  const first = load<f64>(values);
  let sum: f64 = 0;
  for (let j = 0; j < n; j++) sum += load<f64>(values + (<usize>(j * stride) << 3)) - first;
  return first + sum / <f64>n;
}

/** Path of the translation variables: pairs p[j], q[j] = sums of (x[i] - mean) cos(i c), (x[i] - mean) sin(i c), i = 1..j. */
export function zeroOnePath(values: usize, n: i32, stride: i32, mean: f64, c: f64, path: usize): void {
  let p: f64 = 0;
  let q: f64 = 0;
  for (let j = 0; j < n; j++) {
    const value = load<f64>(values + (<usize>(j * stride) << 3)) - mean;
    const angle = <f64>(j + 1) * c;
    p += value * Math.cos(angle);
    q += value * Math.sin(angle);
    store<f64>(path + (<usize>j << 4), p);
    store<f64>(path + (<usize>j << 4), q, 8);
  }
}

/** out[s - 1] = mean squared displacement of the path after s steps, over n - most starts, for s in [from, to], s <= most. */
export function zeroOneDisplacement(path: usize, n: i32, most: i32, from: i32, to: i32, out: usize): void {
  const starts = n - most;
  const end = path + (<usize>starts << 4);
  for (let s = from; s <= to; s++) {
    const ahead = <usize>s << 4;
    let even = f64x2.splat(0);
    let odd = f64x2.splat(0);
    let at = path;
    for (; at + 16 < end; at += 32) {
      const first = f64x2.sub(v128.load(at + ahead), v128.load(at));
      const second = f64x2.sub(v128.load(at + ahead, 16), v128.load(at, 16));
      even = f64x2.add(even, f64x2.mul(first, first));
      odd = f64x2.add(odd, f64x2.mul(second, second));
    }
    if (at < end) {
      const last = f64x2.sub(v128.load(at + ahead), v128.load(at));
      even = f64x2.add(even, f64x2.mul(last, last));
    }
    const both = f64x2.add(even, odd);
    store<f64>(out + (<usize>(s - 1) << 3), (f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)) / <f64>starts);
  }
}

/**
 * Growth rate K of the 0-1 test for one frequency: correlation of the displacement with time, near 0 for regular and near 1 for chaotic (or
 * random) motion. The series is centered, so that the oscillating term (E x)^2 (1 - cos s c) / (1 - cos c) vanishes.
 * @term 0–1 test for chaos
 * @formula K_c = corr(s, D_c(s)), s = 1..n/10; D_c(s) = mean over j of (p[j + s] - p[j])^2 + (q[j + s] - q[j])^2
 * @source Gottwald and Melbourne (2009), SIAM J. Appl. Dyn. Syst. 8
 * @tolerance plain sums, 1e-10; logistic map at 4: above 0.99, at 3.5: below 0.05
 * @returns 0 if the displacement does not vary
 */
export function zeroOneCorrelation(displacement: usize, count: i32): f64 {
  const meanTime = 0.5 * <f64>(count + 1);
  let mean: f64 = 0;
  for (let s = 0; s < count; s++) mean += load<f64>(displacement + (<usize>s << 3));
  mean /= <f64>count;
  let tt: f64 = 0;
  let td: f64 = 0;
  let dd: f64 = 0;
  for (let s = 0; s < count; s++) {
    const time = <f64>(s + 1) - meanTime;
    const away = load<f64>(displacement + (<usize>s << 3)) - mean;
    tt += time * time;
    td += time * away;
    dd += away * away;
  }
  return dd > 0.0 ? td / Math.sqrt(tt * dd) : 0.0;
}
