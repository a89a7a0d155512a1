import { BackwardFourBlock } from "../../build/layouts/regimes";
import { COUNTS, DISTANCES, exponentOf, FIRST, inversePower, MEANS, SQUARES, BLOCK } from "./layout";

// @ts-ignore: decorator
@inline
function addTo(address: usize, pair: v128): void {
  v128.store(address, f64x2.add(v128.load(address), pair));
}

// @ts-ignore: decorator
@inline
function first(pair: v128): v128 {
  return i64x2.shuffle(pair, pair, 0, 0);
}

// @ts-ignore: decorator
@inline
function second(pair: v128): v128 {
  return i64x2.shuffle(pair, pair, 1, 1);
}

/** Accumulates one row of transitions: from a regime of weight `a` to the four whose weights are in `low` and `high`. */
// @ts-ignore: decorator
@inline
function addRow(moves: usize, a: v128, low: v128, high: v128): void {
  addTo(moves, f64x2.mul(a, low));
  addTo(moves + 16, f64x2.mul(a, high));
}

/**
 * The smoother of `backwardTwo` for three or four regimes. `moves` are summed before multiplication by the transition matrix.
 * @formula share[t] = a[t] b[t] / sum a[t] b[t], b[t] = P (w[t+1] b[t+1])
 * @source Kim (1994), J. Econometrics 60; Hamilton (1990), J. Econometrics 45 for the sums
 * @tolerance the two-regime smoother within 1e-12 when two of four regimes are used; sums within 1e-11 of a plain smoother, K = 3
 * @param block `BackwardFourBlock`, declared in assembly/layouts/regimes.mjs
 */
export function backwardFour(block: usize, from: i32, to: i32): void {
  const given = changetype<BackwardFourBlock>(block);
  const values = given.values;
  const n = given.n;
  const model = given.model;
  const transposed = given.transposed;
  const alpha = given.alpha;
  const weights = given.weights;
  const shares = given.shares;
  const shareStride = given.shareStride;
  const carry = given.carry;
  const moves = given.moves;
  const sums = given.sums;
  const meanLow = v128.load(model, MEANS);
  const meanHigh = v128.load(model, MEANS + 16);
  let bLow = f64x2.splat(1.0);
  let bHigh = bLow;
  let countLow = f64x2.splat(0.0);
  let countHigh = countLow;
  let distanceLow = countLow;
  let distanceHigh = countLow;
  let squareLow = countLow;
  let squareHigh = countLow;
  let shareLow = countLow;
  let shareHigh = countLow;
  for (let i: usize = 0; i < 128; i += 16) v128.store(moves + i, f64x2.splat(0.0));
  if (to < n) {
    bLow = v128.load(carry);
    bHigh = v128.load(carry, 16);
  }
  let t = to - 1;
  while (t >= from) {
    const end = max(t - BLOCK, from - 1);
    for (; t > end; t--) {
      const at = <usize>t << 5;
      const aLow = v128.load(alpha + at);
      const aHigh = v128.load(alpha + at, 16);
      const last = t == n - 1;
      const nextLow = f64x2.mul(bLow, v128.load(weights + at, 32));
      const nextHigh = f64x2.mul(bHigh, v128.load(weights + at, 48));
      if (!last) {
        const n0 = first(nextLow);
        const n1 = second(nextLow);
        const n2 = first(nextHigh);
        const n3 = second(nextHigh);
        bLow = f64x2.add(
          f64x2.add(f64x2.mul(n0, v128.load(transposed)), f64x2.mul(n1, v128.load(transposed, 32))),
          f64x2.add(f64x2.mul(n2, v128.load(transposed, 64)), f64x2.mul(n3, v128.load(transposed, 96))),
        );
        bHigh = f64x2.add(
          f64x2.add(f64x2.mul(n0, v128.load(transposed, 16)), f64x2.mul(n1, v128.load(transposed, 48))),
          f64x2.add(f64x2.mul(n2, v128.load(transposed, 80)), f64x2.mul(n3, v128.load(transposed, 112))),
        );
      }
      const jointLow = f64x2.mul(aLow, bLow);
      const jointHigh = f64x2.mul(aHigh, bHigh);
      const both = f64x2.add(jointLow, jointHigh);
      const inverse = f64x2.div(f64x2.splat(1.0), f64x2.add(both, i64x2.shuffle(both, both, 1, 0)));
      if (!last) {
        const scaledLow = f64x2.mul(aLow, inverse);
        const scaledHigh = f64x2.mul(aHigh, inverse);
        addRow(moves, first(scaledLow), nextLow, nextHigh);
        addRow(moves + 32, second(scaledLow), nextLow, nextHigh);
        addRow(moves + 64, first(scaledHigh), nextLow, nextHigh);
        addRow(moves + 96, second(scaledHigh), nextLow, nextHigh);
      }
      shareLow = f64x2.mul(jointLow, inverse);
      shareHigh = f64x2.mul(jointHigh, inverse);
      const place = <usize>t * shareStride;
      v128.store(shares + place, shareLow);
      v128.store(shares + place, shareHigh, 16);
      const y = v128.load64_splat(values + (<usize>t << 3));
      const dLow = f64x2.sub(y, meanLow);
      const dHigh = f64x2.sub(y, meanHigh);
      const mLow = f64x2.mul(shareLow, dLow);
      const mHigh = f64x2.mul(shareHigh, dHigh);
      countLow = f64x2.add(countLow, shareLow);
      countHigh = f64x2.add(countHigh, shareHigh);
      distanceLow = f64x2.add(distanceLow, mLow);
      distanceHigh = f64x2.add(distanceHigh, mHigh);
      squareLow = f64x2.add(squareLow, f64x2.mul(mLow, dLow));
      squareHigh = f64x2.add(squareHigh, f64x2.mul(mHigh, dHigh));
    }
    const sum = f64x2.add(bLow, bHigh);
    const inverse = f64x2.splat(inversePower(exponentOf(f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1))));
    bLow = f64x2.mul(bLow, inverse);
    bHigh = f64x2.mul(bHigh, inverse);
  }
  v128.store(carry, bLow);
  v128.store(carry, bHigh, 16);
  for (let i: usize = 0; i < 128; i += 16) addTo(sums + i, f64x2.mul(v128.load(moves + i), v128.load(model + i)));
  addTo(sums + COUNTS, countLow);
  addTo(sums + COUNTS + 16, countHigh);
  addTo(sums + DISTANCES, distanceLow);
  addTo(sums + DISTANCES + 16, distanceHigh);
  addTo(sums + SQUARES, squareLow);
  addTo(sums + SQUARES + 16, squareHigh);
  if (from == 0) {
    v128.store(sums + FIRST, shareLow);
    v128.store(sums + FIRST + 16, shareHigh);
  }
}
