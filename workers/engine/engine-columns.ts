import type { JobContext } from "../runtime/job";
import { indicatorColumn } from "../series";
import { volatilityPeriod } from "./market-state";
import type { EngineSettings } from "./schema";

const RSI_STATE = 5;

/** The two columns the engine uses besides prices: RSI, and annualized volatility of the returns among the latest 20 points. */
export function engineColumns(context: JobContext, address: number, length: number, { rsiPeriod, annualization }: EngineSettings) {
  const { arena, kernels } = context;
  const period = Math.max(2, volatilityPeriod(length));
  const scale = Math.sqrt(annualization);
  return arena.scope(() => {
    const state = arena.take(RSI_STATE);
    const returns = arena.take(length);
    const rsi = indicatorColumn(context, length, (from, to, out) => kernels.rsi(address, from, to, rsiPeriod, out, state));
    const volatility = indicatorColumn(context, length, (from, to, out) => {
      kernels.logReturns(address, from, to, returns);
      kernels.rollingVolatility(returns, from, to, period, scale, out);
    });
    return { rsi, volatility };
  });
}
