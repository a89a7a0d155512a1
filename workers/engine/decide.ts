import { DECISION_SCORES, FALLBACK, RSI_NEUTRAL, RULE_LIMITS } from "./constants";
import { explain } from "./explain";
import { type Fallback, finite, guarded } from "./guarded";
import { analyzeNews, unreadableNews } from "./news";
import { deriveRegime } from "./regime";
import { limitsAt, traceRules } from "./rules";
import { REGIME_THRESHOLDS, type RegimeLimits } from "./schema";
import { combinedScore, curiosityOf, marketScore, scoreParts } from "./score";
import type { Action, AnalysisResult, MarketState, NewsAnalysis, Regime, Trace } from "./types";

export interface Decision {
  result: AnalysisResult;
  /** Null in the default result, which is not a decision. */
  trace: Trace | null;
  /** Parts that failed and were replaced by fallbacks; empty if none did. */
  fallbacks: Fallback[];
}

/**
 * The engine: market state and news text in, decision out. A part that fails is logged and replaced by the specification's fallback; if the
 * decision itself fails, the result is the default, safe Hold.
 * @param state a non-finite `volatility` counts as failed
 * @param now ISO 8601
 * @param fallbacks parts that failed while the state was computed
 * @param base limits of the combined score by regime; those of the rules by default
 */
export function decide(
  state: MarketState,
  news: string,
  now: string,
  fallbacks: Fallback[] = [],
  base: RegimeLimits = RULE_LIMITS,
): Decision {
  return guarded<Decision>("decision", fallbacks, { result: defaultResult(now), trace: null, fallbacks }, () => {
    const volatility = guarded("volatility", fallbacks, FALLBACK.volatility, () =>
      finite(state.volatility, "log returns need prices above 0"),
    );
    const market: MarketState = { ...state, volatility };
    const newsAnalysis = guarded("news", fallbacks, unreadableNews(), () => analyzeNews(news));
    const curiosity = guarded("curiosity", fallbacks, FALLBACK.curiosity, () => finite(curiosityOf(market), "not a number"));
    const regime = deriveRegime(volatility, market.trend);
    const trace = traceOf(market, newsAnalysis, curiosity, regime, base);
    return { result: resultOf(market, newsAnalysis, curiosity, regime, trace, now), trace, fallbacks };
  });
}

function traceOf(market: MarketState, news: NewsAnalysis, curiosity: number, regime: Regime, base: RegimeLimits): Trace {
  const score = finite(marketScore(market), "the market score is not a number");
  const combined = combinedScore(score, news.score, curiosity, market.trend);
  const limits = limitsAt(market.volatility, base[regime]);
  const clauses = traceRules({
    trend: market.trend,
    momentum: market.momentum,
    rsi: market.rsi / 100,
    sentiment: news.score,
    combined,
    buyLimit: limits.buy,
    sellLimit: limits.sell,
  });
  const parts = scoreParts(score, news.score, curiosity, market.trend);
  return { clauses, parts, combined, limits, regimeLimits: REGIME_THRESHOLDS[regime] };
}

function resultOf(market: MarketState, news: NewsAnalysis, curiosity: number, regime: Regime, trace: Trace, now: string): AnalysisResult {
  const action: Action = trace.clauses.find((clause) => clause.fired)?.action ?? "Hold";
  const { trend, volatility, rsi, momentum } = market;
  const decisionScores = DECISION_SCORES[action];
  return {
    action,
    decisionScores,
    explanation: explain(trace),
    confidence: Math.max(...decisionScores),
    marketConfidence: trace.parts[0].value,
    sentimentConfidence: news.confidence,
    curiosityScore: curiosity,
    technicalIndicators: { volatility, momentum },
    marketFeatures: { trend, volatility, rsi, momentum },
    newsAnalysis: news,
    timestamp: now,
    regime,
  };
}

/** The specification's default output, shown if the whole analysis fails. */
export function defaultResult(now: string): AnalysisResult {
  return {
    action: "Hold",
    decisionScores: DECISION_SCORES.unavailable,
    explanation: "Analysis unavailable - using default safe position",
    confidence: FALLBACK.confidence,
    marketConfidence: FALLBACK.score,
    sentimentConfidence: FALLBACK.score,
    curiosityScore: FALLBACK.curiosity,
    technicalIndicators: { volatility: 0, momentum: 0 },
    marketFeatures: { trend: 0, volatility: 0, rsi: RSI_NEUTRAL, momentum: 0 },
    newsAnalysis: unreadableNews(),
    timestamp: now,
    regime: "unknown",
  };
}
