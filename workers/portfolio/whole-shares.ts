import type { Count, Fraction } from "../contract";

export interface WholeShares {
  /** Number of shares of each asset; below 0 for short positions. */
  shares: Int32Array;
  /** Shares times price. */
  values: Float64Array;
  /** Each as a fraction of the holdings. */
  weights: Float64Array;
  /** Cash that buys no further share. */
  leftOver: number;
  /** RMS deviation from target. */
  error: Fraction;
}

/** Whole shares for a target: rounded down, then one at a time for the asset furthest below its target. */
function longShares(targets: Float64Array, prices: Float64Array, money: number): { shares: Int32Array; leftOver: number } {
  const shares = Int32Array.from(targets, (target, i) => Math.floor((target * money) / prices[i]));
  let leftOver = money - shares.reduce((sum, count, i) => sum + count * prices[i], 0);
  for (;;) {
    const held = shares.reduce((sum, count, i) => sum + count * prices[i], 0);
    let next = -1;
    let widest = 0;
    for (let i = 0; i < shares.length; i++) {
      const gap = targets[i] - (held > 0 ? (shares[i] * prices[i]) / held : 0);
      if (prices[i] <= leftOver && gap > widest) [next, widest] = [i, gap];
    }
    if (next < 0) return { shares, leftOver };
    shares[next]++;
    leftOver -= prices[next];
  }
}

const only = (weights: Float64Array, sign: 1 | -1) => weights.map((weight) => Math.max(0, sign * weight));
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

/**
 * Weights as whole shares: each target rounded down, then one share at a time of the asset furthest below its target that the remaining
 * cash can buy. Long and short positions are rounded separately, each from its own part of the capital.
 * @term Discrete allocation
 * @formula gap_i = w_i - n_i p_i / sum of n_j p_j; error = sqrt(mean of (w_i - held_i)^2)
 * @source the greedy allocation of PyPortfolioOpt, Martin 2021
 * @tolerance PyPortfolioOpt's published share counts, exactly
 * @param weights sum to at most 1, the rest is cash
 * @param prices above 0, one per asset
 */
export function wholeShares(weights: Float64Array, prices: Float64Array, capital: number): WholeShares {
  const n: Count = weights.length;
  const shares = new Int32Array(n);
  let leftOver = capital * (1 - total(weights));
  for (const sign of [1, -1] as const) {
    const side = only(weights, sign);
    const size = total(side);
    if (size === 0) continue;
    const found = longShares(
      side.map((weight) => weight / size),
      prices,
      capital * size,
    );
    for (let i = 0; i < n; i++) shares[i] += sign * found.shares[i];
    leftOver += sign * found.leftOver;
  }
  const values = prices.map((price, i) => price * shares[i]);
  const held = total(values);
  const parts = values.map((value) => (held === 0 ? 0 : value / held));
  const error = Math.sqrt(parts.reduce((sum, part, i) => sum + (part - weights[i]) ** 2, 0) / n);
  return { shares, values, weights: parts, leftOver, error };
}
