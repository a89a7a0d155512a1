import { RowSumsBlock, StationaryVarianceBlock, SuperiorAbilityBlock } from "../../build/layouts/validation";
import { rngNext } from "../../lib/rng";
import { blockLength, blockStart, geometricScale } from "../risk/resampling";

/**
 * Running sums over time of every strategy's outperformance minus its mean, in rows of `width` strategies: sums[(t + 1) * width + k], row 0
 * is 0. Chunks in ascending order give the same bits.
 * @param block `RowSumsBlock`, declared in assembly/layouts/validation.mjs
 */
export function rowSums(block: usize, from: i32, to: i32): void {
  const given = changetype<RowSumsBlock>(block);
  const columns = given.columns;
  const stride = given.stride;
  const means = given.means;
  const count = given.count;
  const width = given.width;
  const sums = given.sums;
  const row = <usize>width << 3;
  if (from == 0) memory.fill(sums, 0, row);
  for (let t = from; t < to; t++) {
    const before = sums + <usize>t * row;
    const now = before + row;
    if (width > count) store<f64>(now + (<usize>count << 3), 0.0);
    for (let k: usize = 0; k < <usize>count; k++) {
      const d = load<f64>(columns + k * stride + (<usize>t << 3)) - load<f64>(means + (k << 3));
      store<f64>(now + (k << 3), load<f64>(before + (k << 3)) + d);
    }
  }
}

/**
 * Sets the state of `stationaryVariance` for positions from n - 1 down: the two weighted sums over later values, and a total of 0.
 * @param state 3 values
 */
export function stationaryVarianceStart(values: usize, mean: f64, n: i32, q: f64, state: usize): void {
  let weight = q;
  let plain = 0.0;
  let slanted = 0.0;
  for (let j = 1; j < n && weight > 1e-300; j++) {
    const x = load<f64>(values + (<usize>(j - 1) << 3)) - mean;
    plain += weight * x;
    slanted += <f64>j * weight * x;
    weight *= q;
  }
  store<f64>(state, plain);
  store<f64>(state, slanted, 8);
  store<f64>(state, 0.0, 16);
}

/**
 * n times the stationary-bootstrap variance of a mean: adds positions to - 1 down to `from`. state[2] / n is the result.
 *
 * Two recursions carry the weighted sums over all later (wrapped) values, so that all lags cost one pass. Chunks in descending order.
 * @formula w^2 = R(0) + 2 sum over i < n of ((1 - i/n) q^i + (i/n) q^(n-i)) R(i), q = 1 - 1/b
 * @source Politis and Romano 1994; Hansen 2005
 * @tolerance 1e-12 against the sum over lags
 * @param block `StationaryVarianceBlock`, declared in assembly/layouts/validation.mjs
 */
export function stationaryVariance(block: usize, from: i32, to: i32): void {
  const given = changetype<StationaryVarianceBlock>(block);
  const values = given.values;
  const mean = given.mean;
  const n = given.n;
  const q = given.q;
  const state = given.state;
  const last = Math.pow(q, <f64>n);
  const share = 1.0 / <f64>n;
  let plain = load<f64>(state);
  let slanted = load<f64>(state, 8);
  let total = load<f64>(state, 16);
  for (let t = to - 1; t >= from; t--) {
    const x = load<f64>(values + (<usize>t << 3)) - mean;
    if (t < n - 1) {
      const next = load<f64>(values + (<usize>(t + 1) << 3)) - mean;
      slanted = q * (next + plain + slanted) - <f64>n * last * x;
      plain = q * (next + plain) - last * x;
    }
    total += x * (x + 2.0 * (plain - share * slanted));
  }
  store<f64>(state, plain);
  store<f64>(state, slanted, 8);
  store<f64>(state, total, 16);
}

/**
 * Bootstrap distribution of the best strategy's outperformance under the null that none outperforms, replicates [from, to) or as far as
 * `most` blocks reach: the same blocks for all strategies; same bits for any `most`.
 * @formula max over k of max(0, scale_k (mean*_k - mean_k + offset_k)) for three offsets, and of mean*_k - mean_k unscaled
 * @source Hansen 2005 (superior predictive ability); White 2000 (reality check)
 * @tolerance 1e-12 against resampling the rows one by one
 * @param resampling `SuperiorAbilityBlock`, declared in assembly/layouts/validation.mjs
 * @returns the first replicate that is not finished
 */
export function superiorAbility(resampling: usize, from: i32, to: i32): i32 {
  const given = changetype<SuperiorAbilityBlock>(resampling);
  const stream = given.stream;
  const kind = given.kind;
  const block = given.blockLength;
  const n = given.n;
  const width = given.width;
  const sums = given.sums;
  const scales = given.scales;
  const offsets = given.offsets;
  let most = given.most;
  const state = given.state;
  const out = given.out;
  const row = <usize>width << 3;
  const scale = geometricScale(block);
  const whole = sums + <usize>n * row;
  const share = f64x2.splat(1.0 / <f64>n);
  const root = Math.sqrt(<f64>n);
  const scratch = state + 16;
  let left = <i32>load<f64>(state);
  let r = from;
  while (r < to) {
    if (left == 0) {
      left = n;
      memory.fill(scratch, 0, row);
    }
    for (; left > 0 && most > 0; most--) {
      const bits = rngNext(stream);
      const start = blockStart(bits, n);
      // The sum over a full cycle is 0: values are centered.
      const drawn = min(left, blockLength(bits, kind, block, scale));
      left -= drawn;
      const end = start + (drawn % n);
      const a = sums + <usize>start * row;
      const b = sums + <usize>(end <= n ? end : end - n) * row;
      if (end <= n) for (let at: usize = 0; at < row; at += 16) v128.store(scratch + at, f64x2.add(v128.load(scratch + at), f64x2.sub(v128.load(b + at), v128.load(a + at))));
      else for (let at: usize = 0; at < row; at += 16) v128.store(scratch + at, f64x2.add(v128.load(scratch + at), f64x2.add(f64x2.sub(v128.load(whole + at), v128.load(a + at)), v128.load(b + at))));
    }
    if (left > 0) break;
    let lower = f64x2.splat(0);
    let consistent = lower;
    let upper = lower;
    let plain = f64x2.splat(-Infinity);
    for (let at: usize = 0; at < row; at += 16) {
      const mean = f64x2.mul(v128.load(scratch + at), share);
      const weight = v128.load(scales + at);
      lower = f64x2.pmax(lower, f64x2.mul(weight, f64x2.add(mean, v128.load(offsets + at))));
      consistent = f64x2.pmax(consistent, f64x2.mul(weight, f64x2.add(mean, v128.load(offsets + row + at))));
      upper = f64x2.pmax(upper, f64x2.mul(weight, mean));
      const used = f64x2.gt(weight, f64x2.splat(0));
      plain = f64x2.pmax(plain, v128.bitselect(mean, plain, used));
    }
    const entry = out + (<usize>r << 5);
    store<f64>(entry, max(f64x2.extract_lane(lower, 0), f64x2.extract_lane(lower, 1)));
    store<f64>(entry, max(f64x2.extract_lane(consistent, 0), f64x2.extract_lane(consistent, 1)), 8);
    store<f64>(entry, max(f64x2.extract_lane(upper, 0), f64x2.extract_lane(upper, 1)), 16);
    store<f64>(entry, root * max(f64x2.extract_lane(plain, 0), f64x2.extract_lane(plain, 1)), 24);
    r++;
  }
  store<f64>(state, <f64>left);
  return r;
}
