import type { NewsAnalysisResult } from "../../../workers/news/types";
import { fixed, plural } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { ENGINE_MINIMUM, WORD_WEIGHTS } from "./engine-constants";

const SPEC = "product specification";

const wordsOf = ({ metadata }: NewsAnalysisResult) => plural(metadata.dataPoints.sentiment, "sentiment word");

export const directionInfo = (analysis: NewsAnalysisResult): Provenance => ({
  title: "Direction",
  formula: "score above 0.7: LONG; below 0.3: SHORT; otherwise NEUTRAL",
  settings: [
    ["Score", fixed(analysis.sentiment, 4)],
    ["Base confidence", fixed(analysis.tradingSignals.metadata.baseSignal.confidence, 4)],
  ],
  n: wordsOf(analysis),
  source: SPEC,
  computedBy: "baseSignal",
});

export const strengthInfo = ({ parts, tradingSignals }: NewsAnalysisResult): Provenance => ({
  title: "Strength",
  formula: "(0.4 × sentiment + 0.3 × topics + 0.3 × context) × regime multiplier, clamped to 0–1",
  settings: [
    ["Sentiment part", fixed(parts.sentiment, 4)],
    ["Topics part", fixed(parts.topics, 4)],
    ["Context part", fixed(parts.context, 1)],
    ["Multiplier", fixed(tradingSignals.metadata.adjustmentFactor, 1)],
  ],
  source: SPEC,
  computedBy: "tradingSignal",
});

export const confidenceInfo = ({ tradingSignals: { metadata } }: NewsAnalysisResult, threshold: number): Provenance => ({
  title: "Confidence",
  formula: "base confidence × regime multiplier, at most 1",
  settings: [
    ["Base confidence", fixed(metadata.baseSignal.confidence, 4)],
    ["Regime of the context", metadata.regime],
    ["Multiplier", fixed(metadata.adjustmentFactor, 1)],
    ["Threshold", fixed(threshold, 2)],
    ["Engine's minimum", ENGINE_MINIMUM],
  ],
  source: SPEC,
  computedBy: "baseSignal",
});

export const timeframeInfo: Provenance = {
  title: "Timeframe",
  formula: "from the leading topic: a day, a week or a month; a day in a volatile context or without topics",
  source: "own definition",
};

export const sentimentInfo = (analysis: NewsAnalysisResult): Provenance => ({
  title: "Sentiment",
  formula: "positive / (positive + negative), amplifiers and dampeners weight the preceding word; 0.5 without sentiment words",
  settings: [...WORD_WEIGHTS],
  n: wordsOf(analysis),
  source: SPEC,
  computedBy: "scoreSentiment",
});

export const newsConfidenceInfo = (analysis: NewsAnalysisResult): Provenance => ({
  title: "News confidence",
  formula: "sentiment words / 10, at most 1",
  n: wordsOf(analysis),
  source: SPEC,
  computedBy: "scoreSentiment",
});

export const impactInfo: Provenance = {
  title: "Market Impact Assessment",
  formula:
    "Immediate = strength × confidence. Long-term = mean weight of the topics, monetary policy, growth and geopolitics counted twice. Volatility = High in a volatile context or where 2 |score − 0.5| × 0.3 is above 0.15.",
  settings: [["Volatility threshold", "0.15"]],
  source: "own definition",
  computedBy: "topicRelevance",
};

export const topicsInfo: Provenance = {
  title: "Key Topics",
  formula: "topics by weight × number of keywords, at most five",
  settings: [
    ["Monetary Policy", "0.9"],
    ["Economic Growth", "0.85"],
    ["Market Trends", "0.8"],
    ["Company Earnings", "0.75"],
    ["Geopolitical Events", "0.7"],
    ["Technical Analysis", "0.65"],
    ["Industry News", "0.6"],
    ["Market Sentiment", "0.55"],
  ],
  source: "topic weights; own keyword lists",
};

export const accuracyInfo: Provenance = {
  title: "Accuracy",
  formula: "share of LONG and SHORT signals whose sign matched the move of the linked prices over the signal's timeframe",
  settings: [
    ["Entry", "first price at or after the news"],
    ["Exit", "first price at or after the end of the timeframe"],
    ["Window", "signals generated in the last 7 days"],
  ],
  source: "own definition",
  computedBy: "realize",
  differs: "Without costs. NEUTRAL signals are not scored.",
};

export const brierInfo: Provenance = {
  title: "Brier score",
  formula: "mean of (confidence − hit)²; 0 is perfect, 0.25 equals a constant 50% forecast",
  source: "Brier (1950)",
  computedBy: "reflect",
};
