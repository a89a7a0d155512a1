import { expPair, expTwoPairs } from "../../lib/exp-pair";
import { exponentOf, inversePower, LOG_TWO_PI, MEANS, pairOf, STRETCH, swapped, VARIANCES } from "./layout";

const SMALLER = memory.data(32, 16);

/**
 * Hamilton's (1989) filter for two regimes over [from, to): y[t] ~ N(mean, variance) of the regime, which follows a Markov chain.
 * Four steps' densities at a time; the recurrence itself has neither division nor logarithm. Any chunks of an even length give the same bits
 * when they are multiples of 8.
 * @formula a[t] = w[t] * (P' a[t-1]), w[t] = density over the larger of the two; LL = sum of ln(largest density) + ln sum a[n-1]
 * @source Hamilton (1989), Econometrica 57; statsmodels MarkovRegression with switching variance, ergodic start
 * @tolerance log-likelihood and probabilities at fixed parameters within 1e-12 (relative) and 1e-9 of statsmodels 0.15.0 on 7 series
 * @param values finite
 * @param model see layout.ts
 * @param alpha weights a[t], 2 values a step; with `stride` 0 only the last stay
 * @param weights w[t], 2 values a step; with `stride` 0 only the last stay
 * @param stride 16, or 0 where only the log-likelihood is wanted
 * @param carry 6 values: predicted weights (4; the start distribution at first), sum of the logarithms, sum of powers of two
 */
export function forwardTwo(
  values: usize,
  from: i32,
  to: i32,
  model: usize,
  alpha: usize,
  weights: usize,
  stride: usize,
  carry: usize,
): void {
  const mean0 = f64x2.splat(load<f64>(model, MEANS));
  const mean1 = f64x2.splat(load<f64>(model, MEANS + 8));
  const variance0 = load<f64>(model, VARIANCES);
  const variance1 = load<f64>(model, VARIANCES + 8);
  const half0 = 0.5 / variance0;
  const steep0 = f64x2.splat(half0);
  const steep1 = f64x2.splat(0.5 / variance1);
  const lead = f64x2.splat(0.5 * Math.log(variance0 / variance1));
  const zero = f64x2.splat(0.0);
  const one = f64x2.splat(1.0);
  const keep = pairOf(load<f64>(model), load<f64>(model, 40));
  const cross = pairOf(load<f64>(model, 32), load<f64>(model, 8));
  let predicted = v128.load(carry);
  let squares = zero;
  let leads = zero;
  let powers: i64 = 0;
  let a = zero;
  let t = from;
  while (t < to) {
    const end = min(t + STRETCH, to);
    for (; t + 3 < end; t += 4) {
      const y0 = v128.load(values + (<usize>t << 3));
      const y1 = v128.load(values + (<usize>t << 3), 16);
      let d0 = f64x2.sub(y0, mean0);
      let d1 = f64x2.sub(y0, mean1);
      let s0 = f64x2.mul(d0, d0);
      const gap0 = f64x2.sub(f64x2.add(lead, f64x2.mul(s0, steep0)), f64x2.mul(f64x2.mul(d1, d1), steep1));
      squares = f64x2.add(squares, s0);
      leads = f64x2.add(leads, f64x2.pmax(gap0, zero));
      d0 = f64x2.sub(y1, mean0);
      d1 = f64x2.sub(y1, mean1);
      s0 = f64x2.mul(d0, d0);
      const gap1 = f64x2.sub(f64x2.add(lead, f64x2.mul(s0, steep0)), f64x2.mul(f64x2.mul(d1, d1), steep1));
      squares = f64x2.add(squares, s0);
      leads = f64x2.add(leads, f64x2.pmax(gap1, zero));
      expTwoPairs(f64x2.neg(f64x2.abs(gap0)), f64x2.neg(f64x2.abs(gap1)), SMALLER);
      // The larger density counts as 1: which of the two it is tells where the bits of 1 and of the smaller one change places.
      let change = v128.xor(v128.load(SMALLER), one);
      let turned = v128.and(change, f64x2.gt(gap0, zero));
      let w0 = v128.xor(one, turned);
      let w1 = v128.xor(w0, change);
      let now = i64x2.shuffle(w0, w1, 0, 2);
      let next = i64x2.shuffle(w0, w1, 1, 3);
      let place = <usize>t * stride;
      v128.store(weights + place, now);
      v128.store(weights + place + stride, next);
      a = f64x2.mul(predicted, now);
      v128.store(alpha + place, a);
      a = f64x2.add(f64x2.mul(a, f64x2.mul(keep, next)), f64x2.mul(swapped(a), f64x2.mul(cross, next)));
      v128.store(alpha + place + stride, a);
      predicted = f64x2.add(f64x2.mul(a, keep), f64x2.mul(swapped(a), cross));
      change = v128.xor(v128.load(SMALLER, 16), one);
      turned = v128.and(change, f64x2.gt(gap1, zero));
      w0 = v128.xor(one, turned);
      w1 = v128.xor(w0, change);
      now = i64x2.shuffle(w0, w1, 0, 2);
      next = i64x2.shuffle(w0, w1, 1, 3);
      place += 2 * stride;
      v128.store(weights + place, now);
      v128.store(weights + place + stride, next);
      a = f64x2.mul(predicted, now);
      v128.store(alpha + place, a);
      a = f64x2.add(f64x2.mul(a, f64x2.mul(keep, next)), f64x2.mul(swapped(a), f64x2.mul(cross, next)));
      v128.store(alpha + place + stride, a);
      predicted = f64x2.add(f64x2.mul(a, keep), f64x2.mul(swapped(a), cross));
    }
    for (; t + 1 < end; t += 2) {
      const y = v128.load(values + (<usize>t << 3));
      const d0 = f64x2.sub(y, mean0);
      const d1 = f64x2.sub(y, mean1);
      const s0 = f64x2.mul(d0, d0);
      const gap = f64x2.sub(f64x2.add(lead, f64x2.mul(s0, steep0)), f64x2.mul(f64x2.mul(d1, d1), steep1));
      squares = f64x2.add(squares, s0);
      leads = f64x2.add(leads, f64x2.pmax(gap, zero));
      const smaller = expPair(f64x2.neg(f64x2.abs(gap)));
      const second = f64x2.gt(gap, zero);
      const w0 = v128.bitselect(smaller, one, second);
      const w1 = v128.bitselect(one, smaller, second);
      const now = i64x2.shuffle(w0, w1, 0, 2);
      const next = i64x2.shuffle(w0, w1, 1, 3);
      const place = <usize>t * stride;
      v128.store(weights + place, now);
      v128.store(weights + place + stride, next);
      a = f64x2.mul(predicted, now);
      v128.store(alpha + place, a);
      a = f64x2.add(f64x2.mul(a, f64x2.mul(keep, next)), f64x2.mul(swapped(a), f64x2.mul(cross, next)));
      v128.store(alpha + place + stride, a);
      predicted = f64x2.add(f64x2.mul(a, keep), f64x2.mul(swapped(a), cross));
    }
    if (t < end) {
      const y = load<f64>(values + (<usize>t << 3));
      const d0 = f64x2.replace_lane(f64x2.sub(f64x2.splat(y), mean0), 1, 0.0);
      const d1 = f64x2.sub(f64x2.splat(y), mean1);
      const s0 = f64x2.mul(d0, d0);
      const gap = f64x2.replace_lane(f64x2.sub(f64x2.add(lead, f64x2.mul(s0, steep0)), f64x2.mul(f64x2.mul(d1, d1), steep1)), 1, 0.0);
      squares = f64x2.add(squares, s0);
      leads = f64x2.add(leads, f64x2.pmax(gap, zero));
      const smaller = expPair(f64x2.neg(f64x2.abs(gap)));
      const second = f64x2.gt(gap, zero);
      const now = i64x2.shuffle(v128.bitselect(smaller, one, second), v128.bitselect(one, smaller, second), 0, 2);
      const place = <usize>t * stride;
      v128.store(weights + place, now);
      a = f64x2.mul(predicted, now);
      v128.store(alpha + place, a);
      predicted = f64x2.add(f64x2.mul(a, keep), f64x2.mul(swapped(a), cross));
      t++;
    }
    const power = exponentOf(f64x2.extract_lane(predicted, 0) + f64x2.extract_lane(predicted, 1));
    predicted = f64x2.mul(predicted, f64x2.splat(inversePower(power)));
    powers += power;
  }
  v128.store(carry, predicted);
  const count = <f64>(to - from);
  const inner = f64x2.extract_lane(leads, 0) + f64x2.extract_lane(leads, 1);
  const distance = half0 * (f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1));
  store<f64>(carry, load<f64>(carry, 32) + (inner - distance - 0.5 * count * (LOG_TWO_PI + Math.log(variance0))), 32);
  store<f64>(carry, load<f64>(carry, 40) + <f64>powers, 40);
}
