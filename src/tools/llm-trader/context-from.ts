import type { AnalysisResult, Regime } from "../../../workers/engine/types";
import { percent } from "../../lib/format.ts";

/** Words from which the news engine recognizes the regime. */
const WORDS: Record<Regime, string> = {
  unknown: "Neutral market",
  trending_bullish: "Bullish market in an uptrend",
  trending_bearish: "Bearish market in a downtrend",
  volatile_uncertain: "Volatile, uncertain market",
  ranging_consolidation: "Neutral, sideways market",
  normal: "Neutral, stable market",
};

/** A market context as text, from the decision engine's analysis of prices. */
export const contextFrom = ({ regime, marketFeatures: { volatility, trend } }: AnalysisResult, name: string): string =>
  `${WORDS[regime]} (${name}: annualized standard deviation ${percent(volatility)}, trend ${percent(trend)})`;
