import type { Regime } from "../../../workers/engine/types";
import type { Tone } from "../../ui/badge.tsx";

interface RegimeWords {
  label: string;
  tone: Tone;
  /** Condition of the regime; conditions are tried in this order. */
  rule: string;
}

export const REGIMES: Record<Regime, RegimeWords> = {
  trending_bullish: { label: "Trending bullish", tone: "up", rule: "volatility above 0.30 and trend above 0.02" },
  trending_bearish: { label: "Trending bearish", tone: "down", rule: "volatility above 0.30 and trend below −0.02" },
  volatile_uncertain: { label: "Volatile, uncertain", tone: "warn", rule: "volatility above 0.25" },
  ranging_consolidation: { label: "Ranging", tone: "neutral", rule: "trend within ±0.01" },
  normal: { label: "Normal", tone: "neutral", rule: "none of the other rules" },
  unknown: { label: "Unknown", tone: "neutral", rule: "not available" },
};
