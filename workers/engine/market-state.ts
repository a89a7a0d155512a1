import { VALUE_BYTES } from "../contract";
import type { JobContext } from "../runtime/job";
import { MOMENTUM_WINDOW, RSI_NEUTRAL, SEQUENCE_LENGTH, TREND_AVERAGE } from "./constants";
import type { MarketState } from "./types";

/** Number of log returns among the engine's points; fewer if there are fewer points. */
export const volatilityPeriod = (length: number): number => Math.min(SEQUENCE_LENGTH, length) - 1;

/** Addresses of the columns of signals over a range of steps; each starts at the first step of the range. */
interface SignColumns {
  trend: number;
  momentum: number;
  complexity: number;
}

export function takeSigns({ arena }: JobContext, length: number): SignColumns {
  return { trend: arena.take(length), momentum: arena.take(length), complexity: arena.take(length) };
}

/**
 * Computes trend, momentum and complexity at the steps from..to; step t depends only on the prices up to it.
 * @param prices address of the whole column
 */
export function fillSigns({ kernels }: JobContext, prices: number, from: number, to: number, signs: SignColumns): void {
  // The kernels index by absolute step, but the columns start at `from`.
  const back = from * VALUE_BYTES;
  kernels.trend(prices, from, to, TREND_AVERAGE, SEQUENCE_LENGTH, signs.trend - back);
  kernels.momentum(prices, from, to, MOMENTUM_WINDOW, signs.momentum - back);
  kernels.patternComplexity(prices, from, to, SEQUENCE_LENGTH, signs.complexity - back);
}

/**
 * The market state at the latest point. With few points, each signal uses what there is: momentum goes back to the first price, RSI is 50 below
 * `period + 1` points, the volatility of a single return is 0.
 * @param address the prices in the arena, at least 2
 * @param rsi at the latest point; NaN if undefined
 * @param volatility at the latest point, over `volatilityPeriod(prices.length)` returns; NaN if prices are not above 0
 */
export function currentState(context: JobContext, prices: Float64Array, address: number, rsi: number, volatility: number): MarketState {
  const last = prices.length - 1;
  return context.arena.scope(() => {
    const signs = takeSigns(context, 1);
    fillSigns(context, address, last, last + 1, signs);
    return {
      price: prices[last],
      trend: context.arena.read(signs.trend),
      complexity: context.arena.read(signs.complexity),
      momentum: prices[last] - prices[Math.max(0, last - MOMENTUM_WINDOW)],
      rsi: Number.isNaN(rsi) ? RSI_NEUTRAL : rsi,
      volatility: volatilityPeriod(prices.length) < 2 && prices[0] > 0 && prices[last] > 0 ? 0 : volatility,
    };
  });
}
