import { at } from "./layout";

/**
 * Highest or lowest of the preceding values, excluding the current row.
 * @formula max or min of x[t - window .. t - 1]; NaN for t < window
 * @source Donchian channel
 * @tolerance plain twin, same bits
 * @param sign 1 for the highest, -1 for the lowest
 */
export function priorExtreme(values: usize, from: i32, to: i32, window: i32, sign: f64, out: usize): void {
  let place = -1;
  let best: f64 = NaN;
  for (let t = from; t < to; t++) {
    if (t < window) {
      store<f64>(out + (<usize>t << 3), NaN);
      continue;
    }
    if (place < t - window) {
      place = t - window;
      best = at(values, place);
      for (let s = place + 1; s < t; s++) {
        if (sign * at(values, s) >= sign * best) {
          best = at(values, s);
          place = s;
        }
      }
    } else if (sign * at(values, t - 1) >= sign * best) {
      best = at(values, t - 1);
      place = t - 1;
    }
    store<f64>(out + (<usize>t << 3), best);
  }
}

/** Return over a number of rows, in percent. @formula 100 (x[t] / x[t - lag] - 1); NaN for t < lag */
export function percentChange(values: usize, from: i32, to: i32, lag: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    store<f64>(out + (<usize>t << 3), t < lag ? NaN : 100.0 * (at(values, t) / at(values, t - lag) - 1.0));
  }
}

/**
 * Evaluates a comparison on each row: 1 if true, 0 if false, NaN where an operand is missing.
 * @formula above: a > b; below: a < b; crosses above: a > b, and a <= b on the previous row; crosses below likewise
 * @source definition
 * @tolerance plain twin, same bits
 * @param how 0 above, 1 below, 2 crosses above, 3 crosses below
 */
export function compareColumns(a: usize, b: usize, how: i32, from: i32, to: i32, out: usize): void {
  const sign: f64 = (how & 1) == 0 ? 1.0 : -1.0;
  const crosses = how >= 2;
  for (let t = from; t < to; t++) {
    const now = sign * (at(a, t) - at(b, t));
    let holds: f64 = now > 0 ? 1.0 : 0.0;
    if (crosses) {
      const before = t > 0 ? sign * (at(a, t - 1) - at(b, t - 1)) : NaN;
      if (before != before) holds = NaN;
      else if (before > 0) holds = 0.0;
    }
    store<f64>(out + (<usize>t << 3), now == now ? holds : NaN);
  }
}

/**
 * Combines two conditions by AND or OR. If one is missing, so is the result, unless the other decides it.
 * @param any 1 for any, 0 for all
 * @param out may be `a`
 */
export function joinConditions(a: usize, b: usize, any: i32, from: i32, to: i32, out: usize): void {
  const settles = <f64>any;
  for (let t = from; t < to; t++) {
    const x = at(a, t);
    const y = at(b, t);
    store<f64>(out + (<usize>t << 3), x == settles || y == settles ? settles : x != x || y != y ? NaN : 1.0 - settles);
  }
}

/** One column where a condition is true, another where it is false, NaN where it is missing. @param out may be one of them */
export function chooseColumns(condition: usize, yes: usize, no: usize, from: i32, to: i32, out: usize): void {
  for (let t = from; t < to; t++) {
    const holds = at(condition, t);
    store<f64>(out + (<usize>t << 3), holds == 1 ? at(yes, t) : holds == 0 ? at(no, t) : NaN);
  }
}

/** Splits signed weights into long and short parts, each 0 or more; NaN in both where the weight is missing. */
export function splitWeights(weights: usize, from: i32, to: i32, long: usize, short: usize): void {
  for (let t = from; t < to; t++) {
    const weight = at(weights, t);
    store<f64>(long + (<usize>t << 3), weight == weight ? max(weight, 0.0) : NaN);
    store<f64>(short + (<usize>t << 3), weight == weight ? max(-weight, 0.0) : NaN);
  }
}
