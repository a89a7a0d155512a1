import { REGIME_LIMITS } from "./constants";
import type { Regime } from "./types";

/** The market's regime from annualized volatility and trend strength; the specification's cases, in its order. */
export function deriveRegime(volatility: number, trend: number): Regime {
  const strength = Math.abs(trend);
  if (volatility > REGIME_LIMITS.trendingVolatility && strength > REGIME_LIMITS.strongTrend) {
    return trend > 0 ? "trending_bullish" : "trending_bearish";
  }
  if (volatility > REGIME_LIMITS.uncertainVolatility) return "volatile_uncertain";
  if (strength < REGIME_LIMITS.weakTrend) return "ranging_consolidation";
  return "normal";
}
