import { BackwardTwoBlock } from "../../build/layouts/regimes";
import { COUNTS, DISTANCES, exponentOf, FIRST, inversePower, MEANS, pairOf, SQUARES, BLOCK, swapped } from "./layout";

// @ts-ignore: decorator
@inline
function addPair(address: usize, pair: v128): void {
  v128.store(address, f64x2.add(v128.load(address), pair));
}

// @ts-ignore: decorator
@inline
function total(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

/**
 * Kim's (1994) smoother for two regimes over t = to - 1 down to from, and the sums needed for the next parameters and the exact gradient.
 * Call it from the end backwards; chunks are counted from the end.
 * @term Smoothed regime probabilities
 * @formula share[t] = a[t] b[t] / sum a[t] b[t], b[t] = P (w[t+1] b[t+1]); moves[i, j] = sum over t of (a[t, i] P[i, j] w[t+1, j] b[t+1, j] / (sum a[t] b[t]))
 * @source Kim (1994), J. Econometrics 60; Hamilton (1990), J. Econometrics 45 for the sums
 * @tolerance smoothed probabilities at fixed parameters within 1e-9 of statsmodels 0.15.0 on 7 series
 * @param block `BackwardTwoBlock`, declared in assembly/layouts/regimes.mjs
 */
export function backwardTwo(block: usize, from: i32, to: i32): void {
  const given = changetype<BackwardTwoBlock>(block);
  const values = given.values;
  const n = given.n;
  const model = given.model;
  const alpha = given.alpha;
  const weights = given.weights;
  const shares = given.shares;
  const shareStride = given.shareStride;
  const carry = given.carry;
  const sums = given.sums;
  const means = pairOf(load<f64>(model, MEANS), load<f64>(model, MEANS + 8));
  const keep = pairOf(load<f64>(model), load<f64>(model, 40));
  const cross = pairOf(load<f64>(model, 8), load<f64>(model, 32));
  const one = f64x2.splat(1.0);
  let stays = f64x2.splat(0.0);
  let swaps = stays;
  let counts = stays;
  let distances = stays;
  let squares = stays;
  let share = stays;
  let b = v128.load(carry);
  let t = to - 1;
  if (to == n) {
    const a = v128.load(alpha + (<usize>t << 4));
    share = f64x2.div(a, f64x2.splat(total(a)));
    v128.store(shares + <usize>t * shareStride, share);
    const d = f64x2.sub(f64x2.splat(load<f64>(values + (<usize>t << 3))), means);
    counts = share;
    distances = f64x2.mul(share, d);
    squares = f64x2.mul(distances, d);
    b = one;
    t--;
  }
  // The recurrence is latency-bound: it is carried with its values in both orders, so that no step waits for a swap, and the power of two
  // that rescales them is taken in the middle of a block, while the rest of it is computed.
  let turned = swapped(b);
  const turnedKeep = swapped(keep);
  const turnedCross = swapped(cross);
  while (t >= from) {
    const end = max(t - BLOCK, from - 1);
    const middle = (t + end + 1) >> 1;
    let scale = one;
    for (; t > end; t--) {
      const weight = v128.load(weights + (<usize>t << 4), 16);
      const next = f64x2.mul(b, weight);
      const turnedNext = f64x2.mul(turned, swapped(weight));
      b = f64x2.add(f64x2.mul(next, keep), f64x2.mul(turnedNext, cross));
      turned = f64x2.add(f64x2.mul(turnedNext, turnedKeep), f64x2.mul(next, turnedCross));
      if (t == middle) scale = f64x2.splat(inversePower(exponentOf(total(b))));
      const a = v128.load(alpha + (<usize>t << 4));
      const joint = f64x2.mul(a, b);
      const inverse = f64x2.div(one, f64x2.add(joint, swapped(joint)));
      const scaled = f64x2.mul(a, inverse);
      stays = f64x2.add(stays, f64x2.mul(scaled, next));
      swaps = f64x2.add(swaps, f64x2.mul(scaled, turnedNext));
      share = f64x2.mul(joint, inverse);
      v128.store(shares + <usize>t * shareStride, share);
      const d = f64x2.sub(v128.load64_splat(values + (<usize>t << 3)), means);
      const distance = f64x2.mul(share, d);
      counts = f64x2.add(counts, share);
      distances = f64x2.add(distances, distance);
      squares = f64x2.add(squares, f64x2.mul(distance, d));
    }
    b = f64x2.mul(b, scale);
    turned = f64x2.mul(turned, scale);
  }
  v128.store(carry, b);
  stays = f64x2.mul(stays, keep);
  swaps = f64x2.mul(swaps, cross);
  addPair(sums, i64x2.shuffle(stays, swaps, 0, 2));
  addPair(sums + 32, i64x2.shuffle(swaps, stays, 1, 3));
  addPair(sums + COUNTS, counts);
  addPair(sums + DISTANCES, distances);
  addPair(sums + SQUARES, squares);
  if (from == 0) v128.store(sums + FIRST, share);
}
