import { type Count, type Fraction, fail, failBecause, type Millis, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import type { AssetPrices } from "../../series";
import { sharesSchema } from "../schema";
import { type WholeShares, wholeShares } from "../whole-shares";

export interface AllocateSharesInput {
  assets: AssetPrices[];
  /** Target weights, one per asset. */
  weights: readonly Fraction[];
  /** Current weights, one per asset. */
  held: readonly Fraction[];
  capital: number;
}

export interface AllocatedShares extends WholeShares {
  names: string[];
  /** Last price of each asset, and its date; null if rows have no date. */
  prices: Float64Array;
  times: (Millis | null)[];
  /** Shares to buy (below 0: to sell) to get from the current shares to the target. Current shares need not be integers. */
  orders: Float64Array;
}

/** Larger numbers of shares of one asset are not counted exactly. */
const MAX_SHARES: Count = 2_000_000_000;

/** Weights as whole shares at the last prices, and the orders they require. */
export function allocateShares(input: AllocateSharesInput, _: JobContext): Outcome<AllocatedShares> {
  const { assets } = input;
  const n = assets.length;
  if (n === 0) return fail("bad-input", "series/noAssets");
  const asked = readSettings(sharesSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { capital } = asked.settings;
  for (const weights of [input.weights, input.held]) {
    if (weights.length !== n || !weights.every(Number.isFinite)) return fail("bad-input", "portfolio/rebalanceTargets", { assets: n });
  }
  const prices = new Float64Array(n);
  const times: (Millis | null)[] = [];
  for (const [i, { name, values, times: dates }] of assets.entries()) {
    let last = values.length - 1;
    while (last >= 0 && Number.isNaN(values[last])) last--;
    if (values.length === 0) return fail("bad-input", "portfolio/noPrice", { name }, { column: name });
    if (last < 0 || !(values[last] > 0 && Number.isFinite(values[last]))) {
      return fail("bad-input", "series/price", { name, value: values[Math.max(0, last)] }, { row: Math.max(0, last) + 1, column: name });
    }
    prices[i] = values[last];
    times.push(dates ? dates[last] : null);
    if ((Math.abs(input.weights[i]) * capital) / prices[i] > MAX_SHARES) return fail("too-large", "portfolio/shareCount", { name });
  }
  const found = wholeShares(Float64Array.from(input.weights), prices, capital);
  const orders = Float64Array.from(found.shares, (count, i) => count - (input.held[i] * capital) / prices[i]);
  return succeed({ ...found, names: assets.map(({ name }) => name), prices, times, orders });
}
