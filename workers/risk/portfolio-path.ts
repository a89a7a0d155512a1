import { type Count, type Fraction, VALUE_BYTES } from "../contract";
import type { Convention } from "../performance";
import { performanceOfReturns, type RiskKernels } from "../performance";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";

/** Bisection steps for the invested share: to one part in a billion. */
const HALVINGS: Count = 30;

/** Simple returns of assets in the arena. */
export interface AssetReturns {
  columns: readonly number[];
  n: Count;
}

/**
 * Returns of a portfolio rebalanced every period; the remainder to 1 is cash, which earns the risk-free rate.
 *
 * @formula r_t = sum of w_i r_it + (1 - sum of w_i) riskFree / perYear
 * @source definition
 * @tolerance plain sum, 1e-12
 * @returns address of n returns, in the caller's scope
 */
export function mixedReturns(
  context: JobContext,
  risk: RiskKernels,
  { columns, n }: AssetReturns,
  weights: ArrayLike<number>,
  { perYear, riskFree }: Convention,
): number {
  const { arena } = context;
  const invested = Array.from(weights).reduce((sum, weight) => sum + weight, 0);
  const rest = Math.abs(invested - 1) < 1e-12 ? 0 : ((1 - invested) * riskFree) / perYear;
  const out = arena.put(new Float64Array(n).fill(rest));
  for (const [i, column] of columns.entries()) {
    inChunks(context, n, CHUNK, (from, to) => risk.addWeighted(column, weights[i], from, to, out));
  }
  return out;
}

/** Wealth starting from 1, as a result column of n + 1 values. */
export function wealthOf(context: JobContext, risk: RiskKernels, returns: number, n: Count): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const wealth = arena.take(n + 1);
    inChunks(context, n, CHUNK, (from, to) => risk.compound(returns, from, to, wealth));
    const column = context.column(n + 1);
    column.set(arena.view(wealth, n + 1));
    return column;
  });
}

/**
 * Largest invested share that keeps the drawdown over the sample within a cap; the rest is cash. Null if even cash alone exceeds it. The growth
 * between any two dates is log-concave in the share, so the admissible shares are an interval that starts at 0, whose end is found by bisection.
 * @formula max s in [0, 1] with max drawdown of s r_t + (1 - s) riskFree / perYear <= cap
 * @source definition; Grossman and Zhou 1993 treat the continuous case
 * @tolerance grid search, 1e-9
 * @param weights of the portfolio to scale, which sum to 1
 */
export function investedWithin(
  context: JobContext,
  risk: RiskKernels,
  assets: AssetReturns,
  weights: ArrayLike<number>,
  convention: Convention,
  cap: Fraction,
): Fraction | null {
  const { arena } = context;
  const depthOf = (share: Fraction) =>
    arena.scope(() => {
      const scaled = Array.from(weights, (weight) => share * weight);
      const returns = mixedReturns(context, risk, assets, scaled, convention);
      return -performanceOfReturns(context, risk, returns, assets.n, convention).maxDrawdown;
    });
  if (depthOf(1) <= cap) return 1;
  if (depthOf(0) > cap) return null;
  let [low, high] = [0, 1];
  for (let step = 0; step < HALVINGS; step++) {
    context.progress(0.6 + (0.35 * step) / HALVINGS, "Applying the drawdown cap");
    const middle = (low + high) / 2;
    if (depthOf(middle) <= cap) low = middle;
    else high = middle;
  }
  return low;
}

/** Copies of asset returns as prices: wealth starting from 1. */
export function pricesOf(context: JobContext, risk: RiskKernels, { columns, n }: AssetReturns): Float64Array[] {
  const { arena } = context;
  return columns.map((column) =>
    arena.scope(() => {
      const wealth = arena.take(n + 1);
      inChunks(context, n, CHUNK, (from, to) => risk.compound(column, from, to, wealth));
      return arena.view(wealth, n + 1).slice();
    }),
  );
}

/** Final wealth from 1 after the n returns at an address. */
export function growthOf(context: JobContext, risk: RiskKernels, returns: number, n: Count): number {
  const { arena } = context;
  return arena.scope(() => {
    const wealth = arena.take(n + 1);
    inChunks(context, n, CHUNK, (from, to) => risk.compound(returns, from, to, wealth));
    return arena.read(wealth + n * VALUE_BYTES);
  });
}
