import { VALUE_BYTES } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { currentState, volatilityPeriod } from "./market-state";
import type { EngineSettings } from "./schema";
import type { MarketState } from "./types";

/** Values of the RSI's state between two calls. */
const RSI_STATE = 5;

/**
 * The market state at the last of these prices, which are the only data it can read.
 * @param prices at least 2
 */
export function prefixState(context: JobContext, prices: Float64Array, { rsiPeriod, annualization }: EngineSettings): MarketState {
  const { arena, kernels } = context;
  const { length } = prices;
  return arena.scope(() => {
    const address = arena.put(prices);
    const returns = arena.take(length);
    const out = arena.take(length);
    const state = arena.take(RSI_STATE);
    const last = out + (length - 1) * VALUE_BYTES;
    inChunks(context, length, CHUNK, (from, to) => kernels.rsi(address, from, to, rsiPeriod, out, state));
    const rsi = arena.read(last);
    const scale = Math.sqrt(annualization);
    const period = Math.max(2, volatilityPeriod(length));
    inChunks(context, length, CHUNK, (from, to) => {
      kernels.logReturns(address, from, to, returns);
      kernels.rollingVolatility(returns, from, to, period, scale, out);
    });
    return currentState(context, prices, address, rsi, arena.read(last));
  });
}
