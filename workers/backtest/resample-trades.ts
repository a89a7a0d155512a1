import { because, type Cause, type Count, type Fraction, type Outcome, succeed } from "../contract";
import { quantilesInPlace } from "../numerics/quantiles";
import { PERFORMANCE_NAMES, type resampleReturns } from "../risk";
import type { JobContext } from "../runtime/job";
import { inParallel } from "../runtime/parallel";
import type { Trade } from "./engine";

/** Distribution of a figure over all runs: quantiles at `LEVELS`. */
export type Spread = number[];
export const LEVELS = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

export interface TradeMonteCarlo {
  iterations: Count;
  trades: Count;
  /** Of all closed trades in their original order: the runs are compared with these. */
  totalReturn: Fraction;
  maxDrawdown: Fraction;
  /** Quantiles at `LEVELS`. */
  returns: Spread;
  drawdowns: Spread;
  /** Share of runs with a loss, and of those with a deeper drawdown than the actual trades. */
  losing: Fraction;
  deeper: Fraction;
}

const MIN_TRADES: Count = 10;
const PART: Count = 2_500;

/** Return of each closed trade on the equity before its entry. */
export function tradeReturns(trades: readonly Trade[], equity: Float64Array, first: Count): Float64Array {
  return Float64Array.from(trades, ({ entryRow, profit }) => profit / equity[Math.max(0, entryRow - 1 - first)]);
}

/**
 * Monte Carlo of the closed trades: each run draws the same number of trades with replacement, and compounds them in sequence.
 * @term Monte Carlo of closed trades
 * @formula wealth = product of (1 + profit / equity at entry) over the resampled trades; drawdown from the highest wealth so far
 * @source bootstrap of trades; Efron 1979
 * @tolerance trades in their original order give the account's return within 1e-9 if the account is flat between trades
 * @param returns of each closed trade on the equity before its entry, in their original order
 */
export async function resampleTrades(
  context: JobContext,
  returns: Float64Array,
  { iterations, seed }: { iterations: Count; seed: number },
): Promise<Outcome<{ luck: TradeMonteCarlo | null; reason: Cause | null }>> {
  if (returns.length < MIN_TRADES)
    return succeed({ luck: null, reason: because("backtest/stressFewTrades", { least: MIN_TRADES, given: returns.length }) });
  const question = { figures: "performance", basis: { perYear: 1, riskFree: 0, years: null, pivot: 0 } } as const;
  const parts = Math.max(1, Math.ceil(iterations / PART));
  const inputs = Array.from({ length: parts }, (_, part) => {
    const replicates = Math.floor(((part + 1) * iterations) / parts) - Math.floor((part * iterations) / parts);
    return { returns, question, plan: { scheme: "independent" as const, block: 1, replicates, seed }, part };
  });
  const outcome = await inParallel<typeof resampleReturns>(context, "resample-returns", inputs, "Resampling trades");
  if (!outcome.ok) return outcome;
  const column = (name: "totalReturn" | "maxDrawdown") => {
    const place = PERFORMANCE_NAMES.indexOf(name);
    const all = new Float64Array(iterations);
    let at = 0;
    for (const part of outcome.value) {
      all.set(part[place], at);
      at += part[place].length;
    }
    return all;
  };
  const [totals, falls] = [column("totalReturn"), column("maxDrawdown")];
  const [totalReturn, maxDrawdown] = resultInOrder(returns);
  const spread = (values: Float64Array) =>
    context.arena.scope(() => Array.from(quantilesInPlace(context, context.arena.put(values), values.length, [...LEVELS])));
  const share = (values: Float64Array, of: (value: number) => boolean) => values.filter(of).length / iterations;
  return succeed({
    luck: {
      iterations,
      trades: returns.length,
      totalReturn,
      maxDrawdown,
      returns: spread(totals),
      drawdowns: spread(falls),
      losing: share(totals, (value) => value < 0),
      deeper: share(falls, (value) => value < maxDrawdown),
    },
    reason: null,
  });
}

/** Total return and maximum drawdown of the trades in their own order. */
function resultInOrder(returns: Float64Array): [Fraction, Fraction] {
  let [wealth, peak, deepest] = [1, 1, 0];
  for (const value of returns) {
    wealth *= 1 + value;
    peak = Math.max(peak, wealth);
    deepest = Math.min(deepest, wealth / peak - 1);
  }
  return [wealth - 1, deepest];
}
