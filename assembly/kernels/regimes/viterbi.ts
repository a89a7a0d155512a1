import { ViterbiForwardBlock } from "../../build/layouts/regimes";
import { LANES, LOG_TWO_PI, MEANS, START, VARIANCES } from "./layout";

/**
 * The most probable path of regimes, first half (Viterbi 1967): scores over [from, to) and, for each step and regime, the best preceding
 * regime.
 * @term Most probable path of regimes (Viterbi)
 * @formula score[t, j] = ln f_j(y[t]) + max over i of (score[t-1, i] + ln P[i, j])
 * @source Viterbi (1967), IEEE Trans. Inf. Theory 13; ties go to the lower regime
 * @tolerance same path as a plain implementation; regime counts and switches of hmmlearn 0.3.3 at its own parameters
 * @param block `ViterbiForwardBlock`, declared in assembly/layouts/regimes.mjs
 */
export function viterbiForward(block: usize, from: i32, to: i32): void {
  const given = changetype<ViterbiForwardBlock>(block);
  const values = given.values;
  const states = given.states;
  const model = given.model;
  const moves = given.moves;
  const carry = given.carry;
  const table = given.table;
  const lanes = <usize>states;
  for (let i: usize = 0; i < lanes; i++) {
    for (let j: usize = 0; j < lanes; j++) {
      const at = (i * LANES + j) << 3;
      store<f64>(table + at, Math.log(load<f64>(model + at)));
    }
    const variance = load<f64>(model + (i << 3), VARIANCES);
    store<f64>(table + (i << 3), -0.5 * (LOG_TWO_PI + Math.log(variance)), 128);
    store<f64>(table + (i << 3), 0.5 / variance, 160);
  }
  for (let t = from; t < to; t++) {
    const y = load<f64>(values + (<usize>t << 3));
    let choice: u32 = 0;
    for (let j: usize = 0; j < lanes; j++) {
      let best: f64 = -Infinity;
      if (t == 0) best = Math.log(load<f64>(model + (j << 3), START));
      else {
        let origin: u32 = 0;
        for (let i: usize = 0; i < lanes; i++) {
          const score = load<f64>(carry + (i << 3)) + load<f64>(table + ((i * LANES + j) << 3));
          if (score > best) {
            best = score;
            origin = <u32>i;
          }
        }
        choice |= origin << (<u32>j << 1);
      }
      const d = y - load<f64>(model + (j << 3), MEANS);
      store<f64>(table + (j << 3), best + load<f64>(table + (j << 3), 128) - d * d * load<f64>(table + (j << 3), 160), 192);
    }
    // Subtracted at every step, so that scores keep their precision however long the column is.
    let largest = load<f64>(table, 192);
    for (let j: usize = 1; j < lanes; j++) largest = Math.max(largest, load<f64>(table + (j << 3), 192));
    for (let j: usize = 0; j < lanes; j++) store<f64>(carry + (j << 3), load<f64>(table + (j << 3), 192) - largest);
    store<u8>(moves + <usize>t, <u8>choice);
  }
}

/**
 * Second half: traces the path backwards over t = to - 1 down to from.
 * @param regime the regime at `to` for an earlier chunk; for the last one the regime of the largest score
 * @param last true for the chunk that ends the column
 * @param out the path, one value a step
 * @returns the regime at `from`, for the chunk before
 */
export function viterbiBack(moves: usize, from: i32, to: i32, last: bool, regime: i32, out: usize): i32 {
  let now = regime;
  for (let t = to - 1; t >= from; t--) {
    if (!(last && t == to - 1)) now = (load<u8>(moves + <usize>t, 1) >> (now << 1)) & 3;
    store<f64>(out + (<usize>t << 3), <f64>now);
  }
  return now;
}
