import { ForwardTwoBlock } from "../../build/layouts/regimes";
import { expPair, expTwoPairs } from "../../lib/exp-pair";
import { pinned, pinnedBits, pinnedPair } from "../../lib/pinned";
import { exponentOf, inversePower, LOG_TWO_PI, MEANS, BLOCK, swapped, VARIANCES } from "./layout";

/** Steps per run, a multiple of 8: its densities fit into the L1 cache. */
const RUN: i32 = 256;
const DENSITIES = memory.data(RUN * 16, 16);
const SMALLER = memory.data(32, 16);
/**
 * Sums over one call, two lanes each: squared distances from the first mean, and the log ratio by which the second density exceeds the
 * first.
 */
const TOTALS = memory.data(32, 16);

/**
 * Densities of the steps [from, to), the larger of each step counted as 1, in `DENSITIES`; adds to `TOTALS`. Separate from the recurrence,
 * since both together would need too many registers.
 */
function densitiesOfRun(values: usize, from: i32, to: i32, model: usize, leadValue: f64): void {
  const mean0 = pinned(load<f64>(model, MEANS));
  const mean1 = pinned(load<f64>(model, MEANS + 8));
  const steep0 = pinned(0.5 / load<f64>(model, VARIANCES));
  const steep1 = pinned(0.5 / load<f64>(model, VARIANCES + 8));
  const lead = pinned(leadValue);
  const zero = pinned(0.0);
  const one = pinned(1.0);
  const sign = pinnedBits(0x8000000000000000);
  let squares = v128.load(TOTALS);
  let leads = v128.load(TOTALS, 16);
  let out = DENSITIES;
  let t = from;
  for (; t + 3 < to; t += 4, out += 64) {
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
    expTwoPairs(v128.or(gap0, sign), v128.or(gap1, sign), SMALLER);
    // The larger density counts as 1: which one it is determines where the bits of 1 and of the smaller density are exchanged.
    let change = v128.xor(v128.load(SMALLER), one);
    let turned = v128.and(change, f64x2.gt(gap0, zero));
    let w0 = v128.xor(one, turned);
    let w1 = v128.xor(w0, change);
    v128.store(out, i64x2.shuffle(w0, w1, 0, 2));
    v128.store(out, i64x2.shuffle(w0, w1, 1, 3), 16);
    change = v128.xor(v128.load(SMALLER, 16), one);
    turned = v128.and(change, f64x2.gt(gap1, zero));
    w0 = v128.xor(one, turned);
    w1 = v128.xor(w0, change);
    v128.store(out, i64x2.shuffle(w0, w1, 0, 2), 32);
    v128.store(out, i64x2.shuffle(w0, w1, 1, 3), 48);
  }
  for (; t < to; t++, out += 16) {
    // One value in both lanes; the second lane adds nothing.
    const y = load<f64>(values + (<usize>t << 3));
    const d0 = f64x2.replace_lane(f64x2.sub(f64x2.splat(y), mean0), 1, 0.0);
    const d1 = f64x2.sub(f64x2.splat(y), mean1);
    const s0 = f64x2.mul(d0, d0);
    const gap = f64x2.replace_lane(f64x2.sub(f64x2.add(lead, f64x2.mul(s0, steep0)), f64x2.mul(f64x2.mul(d1, d1), steep1)), 1, 0.0);
    squares = f64x2.add(squares, s0);
    leads = f64x2.add(leads, f64x2.pmax(gap, zero));
    const smaller = expPair(v128.or(gap, sign));
    const second = f64x2.gt(gap, zero);
    v128.store(out, i64x2.shuffle(v128.bitselect(smaller, one, second), v128.bitselect(one, smaller, second), 0, 2));
  }
  v128.store(TOTALS, squares);
  v128.store(TOTALS, leads, 16);
}

/** The recurrence over the steps [from, to), whose densities are in `DENSITIES`. */
function weightsOfRun(from: i32, to: i32, model: usize, alpha: usize, weights: usize, stride: usize, carry: usize): void {
  const keep = pinnedPair(load<f64>(model), load<f64>(model, 40));
  const cross = pinnedPair(load<f64>(model, 32), load<f64>(model, 8));
  let predicted = v128.load(carry);
  let powers: i64 = 0;
  let density = DENSITIES;
  let place = <usize>from * stride;
  let t = from;
  while (t < to) {
    const end = min(t + BLOCK, to);
    // Taken in the middle of a block and applied after it, so that the power of two adds no latency.
    const middle = t + BLOCK / 2;
    let power: i64 = 0;
    for (; t + 1 < end; t += 2) {
      if (t == middle) power = exponentOf(f64x2.extract_lane(predicted, 0) + f64x2.extract_lane(predicted, 1));
      const now = v128.load(density);
      const next = v128.load(density, 16);
      density += 32;
      v128.store(weights + place, now);
      v128.store(weights + place + stride, next);
      const stayed = f64x2.mul(keep, next);
      const moved = f64x2.mul(cross, next);
      let a = f64x2.mul(predicted, now);
      v128.store(alpha + place, a);
      a = f64x2.add(f64x2.mul(a, stayed), f64x2.mul(swapped(a), moved));
      v128.store(alpha + place + stride, a);
      place += 2 * stride;
      const straight = f64x2.mul(now, f64x2.add(f64x2.mul(keep, stayed), f64x2.mul(cross, swapped(moved))));
      const crossed = f64x2.mul(swapped(now), f64x2.add(f64x2.mul(keep, moved), f64x2.mul(cross, swapped(stayed))));
      predicted = f64x2.add(f64x2.mul(predicted, straight), f64x2.mul(swapped(predicted), crossed));
    }
    if (t < end) {
      const now = v128.load(density);
      v128.store(weights + place, now);
      const a = f64x2.mul(predicted, now);
      v128.store(alpha + place, a);
      predicted = f64x2.add(f64x2.mul(a, keep), f64x2.mul(swapped(a), cross));
      t++;
    }
    predicted = f64x2.mul(predicted, f64x2.splat(inversePower(power)));
    powers += power;
  }
  v128.store(carry, predicted);
  store<f64>(carry, load<f64>(carry, 40) + <f64>powers, 40);
}

/**
 * Hamilton's (1989) filter for two regimes over [from, to): y[t] ~ N(mean, variance) of the regime, which follows a Markov chain. Densities
 * are computed four steps at a time; the recursion itself has no division or logarithm. Same bits for chunks whose lengths are multiples of
 * 8.
 * @term Filtered regime probabilities
 * @formula a[t] = w[t] * (P' a[t-1]), w[t] = densities over the larger of the two; LL = sum of ln(largest density) + ln sum a[n-1]
 * @source Hamilton (1989), Econometrica 57; statsmodels MarkovRegression with switching variance, ergodic start
 * @tolerance log-likelihood and probabilities at fixed parameters within 1e-12 (relative) and 1e-9 of statsmodels 0.15.0 on 7 series
 * @param block `ForwardTwoBlock`, declared in assembly/layouts/regimes.mjs
 */
export function forwardTwo(block: usize, from: i32, to: i32): void {
  const given = changetype<ForwardTwoBlock>(block);
  const values = given.values;
  const model = given.model;
  const alpha = given.alpha;
  const weights = given.weights;
  const stride = given.stride;
  const carry = given.carry;
  const variance0 = load<f64>(model, VARIANCES);
  const lead = 0.5 * Math.log(variance0 / load<f64>(model, VARIANCES + 8));
  memory.fill(TOTALS, 0, 32);
  for (let start = from; start < to; start += RUN) {
    const end = min(start + RUN, to);
    densitiesOfRun(values, start, end, model, lead);
    weightsOfRun(start, end, model, alpha, weights, stride, carry);
  }
  const squares = load<f64>(TOTALS) + load<f64>(TOTALS, 8);
  const leads = load<f64>(TOTALS, 16) + load<f64>(TOTALS, 24);
  const logarithms = 0.5 * <f64>(to - from) * (LOG_TWO_PI + Math.log(variance0));
  store<f64>(carry, load<f64>(carry, 32) + (leads - (0.5 / variance0) * squares - logarithms), 32);
}
