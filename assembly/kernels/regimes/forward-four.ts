import { ForwardFourBlock } from "../../build/layouts/regimes";
import { expPair } from "../../lib/exp-pair";
import { exponentOf, inversePower, LOG_TWO_PI, MEANS, pairOf, BLOCK, VARIANCES } from "./layout";

/** Log density of an unused regime: below anything that occurs. */
const NOWHERE: f64 = -1e300;

// @ts-ignore: decorator
@inline
function constantOf(model: usize, regime: i32, states: i32): f64 {
  return regime < states ? -0.5 * (LOG_TWO_PI + Math.log(load<f64>(model + VARIANCES + (<usize>regime << 3)))) : NOWHERE;
}

/**
 * The filter of `forwardTwo` for three or four regimes, in four lanes.
 * @formula a[t] = w[t] * (P' a[t-1]), w[t] = densities over the largest at t; LL = sum of ln(largest density) + ln sum a[n-1]
 * @source Hamilton (1989), Econometrica 57
 * @tolerance the two-regime filter within 1e-12 when two of four regimes are used; K = 3 log-likelihood within 1e-12 of a plain filter
 * @param block `ForwardFourBlock`, declared in assembly/layouts/regimes.mjs
 */
export function forwardFour(block: usize, from: i32, to: i32): void {
  const given = changetype<ForwardFourBlock>(block);
  const values = given.values;
  const states = given.states;
  const model = given.model;
  const alpha = given.alpha;
  const weights = given.weights;
  const stride = given.stride;
  const carry = given.carry;
  const meanLow = v128.load(model, MEANS);
  const meanHigh = v128.load(model, MEANS + 16);
  const half = f64x2.splat(0.5);
  const steepLow = f64x2.div(half, v128.load(model, VARIANCES));
  const steepHigh = f64x2.div(half, v128.load(model, VARIANCES + 16));
  const constantLow = pairOf(constantOf(model, 0, states), constantOf(model, 1, states));
  const constantHigh = pairOf(constantOf(model, 2, states), constantOf(model, 3, states));
  let low = v128.load(carry);
  let high = v128.load(carry, 16);
  let largest: f64 = 0.0;
  let powers: i64 = 0;
  let t = from;
  while (t < to) {
    const end = min(t + BLOCK, to);
    for (; t < end; t++) {
      const y = v128.load64_splat(values + (<usize>t << 3));
      const dLow = f64x2.sub(y, meanLow);
      const dHigh = f64x2.sub(y, meanHigh);
      const logLow = f64x2.sub(constantLow, f64x2.mul(f64x2.mul(dLow, dLow), steepLow));
      const logHigh = f64x2.sub(constantHigh, f64x2.mul(f64x2.mul(dHigh, dHigh), steepHigh));
      const larger = f64x2.pmax(logLow, logHigh);
      const most = f64x2.pmax(larger, i64x2.shuffle(larger, larger, 1, 0));
      largest += f64x2.extract_lane(most, 0);
      const wLow = expPair(f64x2.sub(logLow, most));
      const wHigh = expPair(f64x2.sub(logHigh, most));
      const aLow = f64x2.mul(low, wLow);
      const aHigh = f64x2.mul(high, wHigh);
      const place = <usize>t * stride;
      v128.store(weights + place, wLow);
      v128.store(weights + place, wHigh, 16);
      v128.store(alpha + place, aLow);
      v128.store(alpha + place, aHigh, 16);
      const a0 = i64x2.shuffle(aLow, aLow, 0, 0);
      const a1 = i64x2.shuffle(aLow, aLow, 1, 1);
      const a2 = i64x2.shuffle(aHigh, aHigh, 0, 0);
      const a3 = i64x2.shuffle(aHigh, aHigh, 1, 1);
      low = f64x2.add(
        f64x2.add(f64x2.mul(a0, v128.load(model)), f64x2.mul(a1, v128.load(model, 32))),
        f64x2.add(f64x2.mul(a2, v128.load(model, 64)), f64x2.mul(a3, v128.load(model, 96))),
      );
      high = f64x2.add(
        f64x2.add(f64x2.mul(a0, v128.load(model, 16)), f64x2.mul(a1, v128.load(model, 48))),
        f64x2.add(f64x2.mul(a2, v128.load(model, 80)), f64x2.mul(a3, v128.load(model, 112))),
      );
    }
    const both = f64x2.add(low, high);
    const power = exponentOf(f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1));
    const inverse = f64x2.splat(inversePower(power));
    low = f64x2.mul(low, inverse);
    high = f64x2.mul(high, inverse);
    powers += power;
  }
  v128.store(carry, low);
  v128.store(carry, high, 16);
  store<f64>(carry, load<f64>(carry, 32) + largest, 32);
  store<f64>(carry, load<f64>(carry, 40) + <f64>powers, 40);
}
