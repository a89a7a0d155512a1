import type { AnalysisResult, Regime } from "../../../workers/engine/types";
import { percent } from "../../lib/format.ts";

/** Words by which the news engine knows the regime again. */
const WORDS: Record<Regime, string> = {
  unknown: "Neutral market",
  trending_bullish: "Bullish market in an uptrend",
  trending_bearish: "Bearish market in a downtrend",
  volatile_uncertain: "Volatile, uncertain market",
  ranging_consolidation: "Neutral, sideways market",
  normal: "Neutral, stable market",
};

/** A market context in words, from what the decision engine makes of prices. */
export const contextFrom = ({ regime, marketFeatures: { volatility, trend } }: AnalysisResult, name: string): string =>
  `${WORDS[regime]} (${name}: annualized standard deviation ${percent(volatility)}, trend ${percent(trend)})`;
