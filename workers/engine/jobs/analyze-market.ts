import type * as v from "valibot";
import { type Count, type Fraction, fail, failBecause, type Outcome, succeed } from "../../contract";
import { ingestTexts } from "../../ingest";
import { type Description, describeAt } from "../../numerics/describe";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { indicatorColumn, rsiWarmUp } from "../../series";
import { MINIMUM_SEQUENCE_LENGTH, RSI_NEUTRAL, RULE_LIMITS, SEQUENCE_LENGTH } from "../constants";
import { decide } from "../decide";
import { engineColumns } from "../engine-columns";
import { type Fallback, guarded } from "../guarded";
import { joined, validatePrices } from "../input";
import { currentState, volatilityPeriod } from "../market-state";
import { type Replay, replay } from "../replay";
import { averagePeriod, marketSchema } from "../schema";
import type { AnalysisResult, MarketState, Trace } from "../types";

export interface AnalyzeMarketInput {
  /** Oldest first. */
  prices: Float64Array;
  /** Prices of a CSV, which follow the typed ones. */
  appended?: Float64Array | null;
  times: Float64Array | null;
  /** The prices are two zeros that replace market data with fewer than two values. */
  substituted?: boolean;
  news: string;
  settings: v.InferInput<typeof marketSchema>;
}

export interface MarketAnalysis {
  result: AnalysisResult;
  /** Aligned with the prices; NaN where an indicator is not yet defined. */
  columns: {
    /** All prices, including the appended ones. */
    prices: Float64Array;
    sma: Float64Array;
    ema: Float64Array;
    rsi: Float64Array;
    /** Fractions, at most 0. */
    drawdown: Float64Array;
    /** Annualized, over the returns among the latest 20 points: its last value is the engine's volatility. */
    volatility: Float64Array;
  };
  /** Periods of the indicators, after defaults. */
  periods: { sma: Count; ema: Count; rsi: Count; volatility: Count };
  /** Steps until the starting value of an indicator has no more effect; for the RSI, to 0.01 points. */
  warmUp: { rsi: Count };
  /** Maximum drawdown, with the indices of its peak and trough; depth 0 if prices never fell. */
  drawdown: { depth: Fraction; peak: number; trough: number };
  /** Of all prices. */
  statistics: Description;
  /** Of the appended ones alone; null without any. */
  appended: Description | null;
  /** Null if no decision was made (default result). */
  trace: Trace | null;
  /** Parts of the engine that failed; the result contains their fallbacks. */
  fallbacks: Fallback[];
  /** Null under 20 points. */
  replay: Replay | null;
}

const DRAWDOWN_STATE = 5;

/** The job of the Trading Dashboard: indicators, statistics and the engine's decision for prices and a news text. */
export function analyzeMarket(input: AnalyzeMarketInput, context: JobContext): Outcome<MarketAnalysis> {
  const { prices, news, settings } = input;
  if (prices.length === 0 || news.trim() === "") return fail("bad-input", "engine/marketAndNewsRequired");
  const asked = readSettings(marketSchema, settings);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const all = joined(prices, input.appended, context);
  return context.arena.scope(() => {
    const address = context.arena.put(all);
    return validatePrices(context, all, address) ?? succeed(analyze(all, address, { ...input, settings: asked.settings }, context));
  });
}

/** Null for statistics that overflow, as they use squares or fourth powers of the prices. */
function shownOf(description: Description): Description {
  const shown = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);
  const { deviation, skewness, kurtosis } = description;
  return { ...description, deviation: shown(deviation), skewness: shown(skewness), kurtosis: shown(kurtosis) };
}

type Settled = AnalyzeMarketInput & { settings: v.InferOutput<typeof marketSchema> };

/**
 * @param prices all of them, including the appended ones
 * @param address of the prices in the kernels' memory
 */
function analyze(prices: Float64Array, address: number, input: Settled, context: JobContext): MarketAnalysis {
  const { arena, kernels } = context;
  const { news, settings, substituted = false } = input;
  const own: Count = input.prices.length;
  const length = prices.length;
  const usual = averagePeriod(length);
  const periods = {
    sma: settings.smaPeriod ?? usual,
    ema: settings.emaPeriod ?? usual,
    rsi: settings.rsiPeriod,
    volatility: Math.max(2, volatilityPeriod(length)),
  };
  const column = (fraction: number, label: string, call: (from: number, to: number, out: number) => void) => {
    context.progress(fraction, label);
    return indicatorColumn(context, length, call);
  };
  context.progress(0, "Reading prices");
  const state = arena.take(DRAWDOWN_STATE);
  const sma = column(0.1, "Moving averages", (from, to, out) => kernels.sma(address, from, to, periods.sma, out));
  const ema = column(0.2, "Moving averages", (from, to, out) => kernels.ema(address, from, to, periods.ema, out));
  const drawdown = column(0.4, "Drawdown", (from, to, out) => kernels.drawdown(address, from, to, out, state));
  const [, , depth, peak, trough] = arena.view(state, DRAWDOWN_STATE);
  context.progress(0.5, "Relative strength and volatility");
  const { rsi, volatility } = engineColumns(context, address, length, settings);
  context.progress(0.6, "Statistics");
  const statistics = shownOf(describeAt(context, address, 0, length));
  const appended = own < length ? describeAt(context, address, own, length) : null;

  const fallbacks: Fallback[] = [];
  const market = guarded("market data", fallbacks, TWO_ZEROS, () => {
    if (substituted || length < MINIMUM_SEQUENCE_LENGTH) throw new Error(ingestTexts.marketDataTooShort);
    return currentState(context, prices, address, rsi[length - 1], volatility[length - 1]);
  });
  const base = settings.limits ?? RULE_LIMITS;
  const decision = decide(market, news, new Date().toISOString(), fallbacks, base);
  const onProgress = (fraction: number) => context.progress(0.7 + 0.3 * fraction, "Replaying the rules");
  return {
    ...decision,
    columns: { prices, sma, ema, rsi, drawdown, volatility },
    periods,
    warmUp: { rsi: rsiWarmUp(periods.rsi) },
    drawdown: { depth, peak, trough },
    statistics,
    appended,
    replay: length < SEQUENCE_LENGTH ? null : replay(context, prices, address, rsi, volatility, onProgress, { base }),
  };
}

/** The market state of two zero prices, which replace unusable market data: zeros have no log returns. */
const TWO_ZEROS: MarketState = { price: 0, trend: 0, momentum: 0, rsi: RSI_NEUTRAL, volatility: Number.NaN, complexity: 0 };
