import { TradedValuesBlock, VolatilitySharesBlock } from "../../build/layouts/backtest";
import { at, column } from "./layout";

/**
 * The values of the rows on which an instrument trades, packed.
 * @param place number of values already packed: 0 for the first chunk, then the last result
 * @param out, rows receive the values and their rows
 */
export function packTraded(values: usize, from: i32, to: i32, place: i32, out: usize, rows: usize): i32 {
  let kept = place;
  for (let t = from; t < to; t++) {
    const value = at(values, t);
    if (value != value) continue;
    store<f64>(out + (<usize>kept << 3), value);
    store<f64>(rows + (<usize>kept << 3), <f64>t);
    kept++;
  }
  return kept;
}

/** The values of another column on these rows. */
export function takeRows(values: usize, rows: usize, from: i32, to: i32, out: usize): void {
  for (let k = from; k < to; k++) store<f64>(out + (<usize>k << 3), at(values, <i32>at(rows, k)));
}

/**
 * Expands values of traded rows to all rows; NaN elsewhere.
 * @param traded `TradedValuesBlock`, declared in assembly/layouts/backtest.mjs
 * @param from, to indices among the traded rows; each fills the rows up to the next one
 */
export function unpackTraded(traded: usize, from: i32, to: i32): void {
  const given = changetype<TradedValuesBlock>(traded);
  const values = given.values;
  const rows = given.rows;
  const count = given.count;
  const n = given.n;
  const carry = given.carry;
  const out = given.out;
  if (from == 0) for (let t = 0, end = <i32>at(rows, 0); t < end; t++) store<f64>(out + (<usize>t << 3), NaN);
  for (let k = from; k < to; k++) {
    const value = at(values, k);
    const row = <i32>at(rows, k);
    const end = k + 1 == count ? n : <i32>at(rows, k + 1);
    for (let t = row; t < end; t++) store<f64>(out + (<usize>t << 3), t - row <= carry ? value : NaN);
  }
}

/** Smallest volatility used: a constant price would otherwise take the whole weight. */
const MIN_DEVIATION: f64 = 1e-12;

/**
 * Inverse-volatility weights of several instruments, scaled down to a target volatility. The portfolio volatility is taken as the weighted
 * mean of the volatilities, its upper bound (correlations of 1).
 * @formula share = (1 / sd[k]) / sum(1 / sd); weight = share x min(1, target / sum(share sd))
 * @source inverse-volatility (naive risk parity) weights; volatility targeting, Moreira and Muir 2017
 * @tolerance plain twin, 1e-14; one instrument: same bits as volatilityWeights
 * @param instruments `VolatilitySharesBlock`, declared in assembly/layouts/backtest.mjs
 */
export function volatilityShares(instruments: usize, from: i32, to: i32): void {
  const given = changetype<VolatilitySharesBlock>(instruments);
  const deviations = given.deviations;
  const factors = given.factors;
  const outs = given.outs;
  const count = given.count;
  const target = given.target;
  for (let t = from; t < to; t++) {
    let sum: f64 = 0.0;
    for (let k = 0; k < count; k++) {
      const deviation = at(column(deviations, <usize>k << 3), t);
      if (deviation == deviation) sum += 1.0 / max(deviation, MIN_DEVIATION);
    }
    let mean: f64 = 0.0;
    for (let k = 0; k < count; k++) {
      const deviation = at(column(deviations, <usize>k << 3), t);
      if (deviation == deviation) mean += (1.0 / max(deviation, MIN_DEVIATION) / sum) * deviation;
    }
    const scale = mean > target ? target / mean : 1.0;
    for (let k = 0; k < count; k++) {
      const deviation = at(column(deviations, <usize>k << 3), t);
      const factor = column(factors, <usize>k << 3);
      const weight = deviation == deviation ? (1.0 / max(deviation, MIN_DEVIATION) / sum) * scale : NaN;
      store<f64>(column(outs, <usize>k << 3) + (<usize>t << 3), factor ? weight * at(factor, t) : weight);
    }
  }
}
