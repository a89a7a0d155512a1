import { ColumnTableBlock } from "../../build/layouts/portfolio";

/** Loops for minimizing expected shortfall (CVaR): one loss per row of returns. */

/**
 * Losses of a portfolio: out[t] = -sum_j weights_j x_tj. Columns with weight 0 are skipped.
 * @of minimumCvar
 * @param table `ColumnTableBlock`, declared in assembly/layouts/portfolio.mjs
 */
export function portfolioLosses(table: usize, weights: usize, from: i32, to: i32, out: usize): void {
  const given = changetype<ColumnTableBlock>(table);
  const columns = given.columns;
  const stride = given.stride;
  const count = given.count;
  memory.fill(out + (<usize>from << 3), 0, <usize>(to - from) << 3);
  const start = <usize>from << 3;
  const pairs = <usize>(from + ((to - from) & ~1)) << 3;
  for (let j = 0; j < count; j++) {
    const weight = load<f64>(weights + (<usize>j << 3));
    if (weight == 0.0) continue;
    const column = columns + ((<usize>j * <usize>stride) << 3);
    const w = f64x2.splat(weight);
    let at = start;
    for (; at < pairs; at += 16) v128.store(out + at, f64x2.sub(v128.load(out + at), f64x2.mul(w, v128.load(column + at))));
    if (at < <usize>to << 3) store<f64>(out + at, load<f64>(out + at) - weight * load<f64>(column + at));
  }
}

/**
 * Marks the `count` largest losses as the tail: tail[t] = full for every loss above the threshold and for as many ties as needed, else 0.
 * @param threshold the loss of rank `count`, 0 the largest
 * @returns the first row with this loss that is not in the tail
 */
export function markTail(losses: usize, rows: i32, threshold: f64, count: i32, full: f64, tail: usize): i32 {
  let missing = count;
  for (let t = 0; t < rows; t++) {
    const inside = load<f64>(losses + (<usize>t << 3)) > threshold;
    store<f64>(tail + (<usize>t << 3), inside ? full : 0.0);
    missing -= i32(inside);
  }
  for (let t = 0; t < rows; t++) {
    if (load<f64>(losses + (<usize>t << 3)) != threshold) continue;
    if (missing <= 0) return t;
    store<f64>(tail + (<usize>t << 3), full);
    missing--;
  }
  return -1;
}

/**
 * The most clearly misclassified row: outside with a loss above `level`, or inside with one below.
 * @param best 2 values kept from chunk to chunk, 0 and -1 at first: the violation, and its row
 */
export function worstPlaced(losses: usize, tail: usize, level: f64, from: i32, to: i32, best: usize): void {
  let worst = load<f64>(best);
  let found = load<f64>(best, 8);
  for (let t = from; t < to; t++) {
    const above = load<f64>(losses + (<usize>t << 3)) - level;
    const wrong = load<f64>(tail + (<usize>t << 3)) > 0.0 ? -above : above;
    if (wrong > worst) {
      worst = wrong;
      found = t;
    }
  }
  store<f64>(best, worst);
  store<f64>(best, found, 8);
}

/** Sum of the excesses of losses over a level. */
export function excessLoss(losses: usize, level: f64, from: i32, to: i32): f64 {
  let sum = 0.0;
  for (let t = from; t < to; t++) sum += max(0.0, load<f64>(losses + (<usize>t << 3)) - level);
  return sum;
}
