import { PressureBlock, WeightedScoreBlock } from "../../build/layouts/backtest";
import { at } from "./layout";

/**
 * Weighted sum of up to three scores; a missing third score counts as 0, a missing first or second makes the sum missing.
 * @formula w_a a[t] + w_b b[t] + w_c c[t]
 * @source definition
 * @tolerance plain twin, 1e-14
 * @param columns `WeightedScoreBlock`, declared in assembly/layouts/backtest.mjs
 */
export function weightedScore(columns: usize, from: i32, to: i32): void {
  const given = changetype<WeightedScoreBlock>(columns);
  const first = given.first;
  const firstWeight = given.firstWeight;
  const second = given.second;
  const secondWeight = given.secondWeight;
  const third = given.third;
  const thirdWeight = given.thirdWeight;
  const out = given.out;
  const firsts = f64x2.splat(firstWeight);
  const seconds = f64x2.splat(secondWeight);
  const thirds = f64x2.splat(thirdWeight);
  let t = from;
  for (; t + 1 < to; t += 2) {
    const place = <usize>t << 3;
    let sum = f64x2.splat(0);
    if (first) sum = f64x2.add(sum, f64x2.mul(firsts, v128.load(first + place)));
    if (second) sum = f64x2.add(sum, f64x2.mul(seconds, v128.load(second + place)));
    if (third) {
      const score = v128.load(third + place);
      sum = f64x2.add(sum, v128.and(f64x2.mul(thirds, score), f64x2.eq(score, score)));
    }
    v128.store(out + place, sum);
  }
  for (; t < to; t++) {
    let sum: f64 = 0.0;
    if (first) sum += firstWeight * at(first, t);
    if (second) sum += secondWeight * at(second, t);
    if (third && !isNaN(at(third, t))) sum += thirdWeight * at(third, t);
    store<f64>(out + (<usize>t << 3), sum);
  }
}

/**
 * Weight that scales a position to a target volatility, capped at 1; NaN where the volatility is unknown.
 * @formula min(1, target / sd[t])
 * @source volatility targeting, Moreira and Muir 2017
 * @tolerance plain twin, same bits
 * @param target deviation per step
 */
export function volatilityWeights(deviations: usize, from: i32, to: i32, target: f64, out: usize): void {
  for (let t = from; t < to; t++) {
    const deviation = at(deviations, t);
    store<f64>(out + (<usize>t << 3), deviation > target ? target / deviation : isNaN(deviation) ? NaN : 1.0);
  }
}

/**
 * Behavioral adjustment: the share of a position a loss-averse holder keeps after the price has moved against it.
 *
 * The pressure is the distance of the close from the best close of the last `window` bars (highest for a long position, lowest for a short
 * one), times the loss aversion, at most 1.
 * @term Disposition effect
 * @formula weight = 1 - strength x min(1, lambda d); d = 1 - c[t] / max(c) for long, c[t] / min(c) - 1 for short positions
 * @source definition, with lambda = 2.25 of Tversky and Kahneman (1992)
 * @tolerance plain twin, same bits
 * @param pressure `PressureBlock`, declared in assembly/layouts/backtest.mjs
 */
export function pressureWeights(pressure: usize, from: i32, to: i32): void {
  const given = changetype<PressureBlock>(pressure);
  const closes = given.closes;
  const window = given.window;
  const lossAversion = given.lossAversion;
  const strength = given.strength;
  const side = given.side;
  const base = given.base;
  const out = given.out;
  for (let t = from; t < to; t++) {
    const now = at(closes, t);
    let best = now;
    for (let s = max(t - window + 1, 0); s < t; s++) {
      const close = at(closes, s);
      if (side * close > side * best) best = close;
    }
    const distance = side * (1.0 - now / best);
    const weight = 1.0 - strength * min(1.0, lossAversion * distance);
    store<f64>(out + (<usize>t << 3), base ? at(base, t) * weight : weight);
  }
}
