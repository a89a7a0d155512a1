import type { Count, Fraction } from "../contract";
import { isoDay } from "../iso-dates";
import { describeAt } from "../numerics/describe";
import { RISK_FREE, sharpeRatio } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";

const CHUNK = 262_144;

/** The specification's metrics of the series itself; null if a metric is undefined. */
export interface MarkovMetrics {
  /** Standard deviation of log returns, annualized, as a fraction. */
  annualized_volatility: number | null;
  /** Last price over the first, minus 1. */
  price_change: number | null;
  sharpe_ratio: number | null;
  /** Maximum drawdown, at most 0. */
  max_drawdown: number | null;
  /** Dates as YYYY-MM-DD; null without dates. */
  data_range: { start: string | null; end: string | null };
  /** Number of rows used. */
  trading_days: Count;
}

const dateOf = (time: number | undefined): string | null => (time === undefined ? null : isoDay(time));

interface MetricsSettings {
  perYear: Count;
  times: Float64Array | null;
  riskFree?: Fraction;
}

/** Metrics of the `n` prices, or values of one unit invested, at an address. */
export function markovMetrics(
  context: JobContext,
  kernels: KernelsOf<"regimes">,
  input: { address: number; n: Count; kind: "prices" | "returns"; scale: number },
  { perYear, times, riskFree = RISK_FREE }: MetricsSettings,
): MarkovMetrics {
  const { arena, kernels: core } = context;
  return arena.scope(() => {
    const fromReturns = input.kind === "returns";
    const n = fromReturns ? input.n + 1 : input.n;
    const prices = fromReturns ? arena.take(n) : input.address;
    if (fromReturns) inChunks(context, input.n, CHUNK, (from, to) => kernels.compound(input.address, from, to, input.scale, prices));
    const out = arena.take(n);
    const state = arena.put(new Float64Array(8));
    inChunks(context, n, CHUNK, (from, to) => core.drawdown(prices, from, to, out, state));
    const deepest = arena.view(state, 3)[2];
    inChunks(context, n, CHUNK, (from, to) => core.simpleReturns(prices, from, to, out));
    const simple = describeAt(context, out, 1, n);
    inChunks(context, n, CHUNK, (from, to) => core.logReturns(prices, from, to, out));
    const logarithmic = describeAt(context, out, 1, n);
    const values = arena.view(prices, n);
    const known = <T extends number | null>(value: T): T | null => (value !== null && Number.isFinite(value) ? value : null);
    const { mean, deviation } = simple;
    return {
      annualized_volatility: logarithmic.deviation === null ? null : known(logarithmic.deviation * Math.sqrt(perYear)),
      price_change: known(values[n - 1] / values[0] - 1),
      sharpe_ratio: mean === null || deviation === null ? null : sharpeRatio(mean, deviation, { perYear, riskFree }),
      max_drawdown: known(deepest),
      data_range: { start: dateOf(times?.[0]), end: dateOf(times?.at(-1)) },
      trading_days: input.n,
    };
  });
}
