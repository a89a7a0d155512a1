import type { AnalysisResult } from "../../../workers/engine/types";
import { fixed, plural } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { REGIMES } from "./regimes.ts";
import type { Used } from "./used.ts";

const prices = ({ n }: Used) => plural(n, "price");
const ENGINE = "Prospect's decision engine; runs on this device";
const WINDOW = "the latest 20 prices, or all if fewer";

export const actionInfo = ({ decisionScores: [hold, buy, sell] }: AnalysisResult): Provenance => ({
  title: "Recommended Action",
  formula: "Three Buy rules, then three Sell rules are checked in order; the first with all clauses met applies, otherwise Hold.",
  settings: [
    ["Scores", `Hold ${fixed(hold, 2)}, Buy ${fixed(buy, 2)}, Sell ${fixed(sell, 2)}`],
    ["Rules", "see the rule trace for each value against its threshold"],
  ],
  source: ENGINE,
  differs: "A rule-based signal from your own prices and text. Not investment advice; other services use other indicators.",
});

export const confidenceInfo = (used: Used): Provenance => ({
  title: "Market Confidence",
  formula: "(lean of trend + lean of momentum + RSI / 100) / 3, where lean maps −2% to +2% onto 0 to 1",
  settings: [
    ["Reading", "0% bearish, 50% neutral, 100% bullish"],
    ["RSI period", `${used.rsiPeriod}`],
  ],
  n: prices(used),
  source: ENGINE,
});

export const curiosityInfo = (result: AnalysisResult, used: Used): Provenance => ({
  title: "Curiosity Score",
  computedBy: "patternComplexity",
  formula: "0.4 × volatility + 0.3 × |trend| + 0.3 × pattern complexity, clamped to 0–1",
  settings: [
    ["Volatility", fixed(result.marketFeatures.volatility, 4)],
    ["Trend", fixed(result.marketFeatures.trend, 4)],
    ["Complexity", `permutation entropy, order 3, over ${WINDOW}`],
  ],
  n: prices(used),
  source: "Bandt and Pompe (2002) for the complexity",
});

export const regimeInfo = (result: AnalysisResult): Provenance => ({
  title: "Market regime",
  formula: "Checked in order; the first condition met sets the regime:",
  settings: [
    ...Object.values(REGIMES)
      .filter(({ label }) => label !== REGIMES.unknown.label)
      .map(({ label, rule }) => [label, rule] as const),
    ["Current volatility", fixed(result.marketFeatures.volatility, 4)],
    ["Current trend", fixed(result.marketFeatures.trend, 4)],
  ],
  source: ENGINE,
});

export const newsInfo = ({ newsAnalysis }: AnalysisResult): Provenance => ({
  title: "News sentiment",
  formula: "score = positive / (positive + negative) words, 0.5 without any; confidence = sentiment words / 10, at most 1",
  settings: [
    ["Sentiment words", `${newsAnalysis.wordCount}`],
    ["Word lists", "26 positive and 27 negative words of finance"],
  ],
  n: plural(newsAnalysis.wordCount, "sentiment word"),
  source: "Prospect's own lists; whole words, case-insensitive",
  differs: "Language models use context and negation; this counts words, so the same text always gives the same score.",
});

export const trendInfo = (used: Used): Provenance => ({
  title: "Trend",
  computedBy: "trend",
  formula: "(last − first 5-point moving average) / |first|",
  settings: [["Window", WINDOW]],
  n: prices(used),
  source: ENGINE,
});

export const rsiInfo = (used: Used): Provenance => ({
  title: "RSI",
  computedBy: "rsi",
  formula: "100 × G / (G + L); G and L are Wilder's averages of gains and losses",
  settings: [
    ["Period", `${used.rsiPeriod}`],
    ["Seed", `mean of the first ${used.rsiPeriod} changes`],
    ["Short or flat series", "50"],
  ],
  n: prices(used),
  source: "Wilder (1978); equals TA-Lib and TTR",
  differs: `TradingView, TA-Lib and TTR use the same seed. pandas' ewm starts from the first change, Cutler's RSI uses simple means (both are chart indicators). The seed matters for about ${used.rsiWarmUp} bars: a shorter history gives another value.`,
});

export const volatilityInfo = (used: Used): Provenance => ({
  title: "Volatility",
  computedBy: "rollingVolatility",
  formula: "standard deviation (n − 1) of log returns × √(steps per year)",
  settings: [
    ["Steps per year", `${used.annualization}`],
    ["Window", WINDOW],
  ],
  n: prices(used),
  source: "close-to-close estimator",
  differs: "252 trading days a year; crypto uses 365. Change the annualization basis in Settings.",
});

export const momentumInfo = (used: Used): Provenance => ({
  title: "Momentum",
  computedBy: "momentum",
  formula: "last price − price 10 steps earlier",
  settings: [["Unit", "price units"]],
  n: prices(used),
  source: "TA-Lib MOM(10)",
  differs: "Rate-of-change versions divide by the earlier price.",
});

export const averagesInfo = (used: Used): Provenance => ({
  title: "Moving averages and RSI",
  formula: "SMA: mean of the last n prices. EMA: previous + 2 / (n + 1) × (price − previous), seeded by the SMA of the first n.",
  settings: [
    ["SMA period", `${used.smaPeriod}`],
    ["EMA period", `${used.emaPeriod}`],
    ["RSI period", `${used.rsiPeriod}, Wilder`],
    ["Automatic periods", "20, or 5 below 60 prices"],
  ],
  n: prices(used),
  source: "matches TA-Lib and TTR to 1e-10",
  differs: "Some charts seed the EMA with the first price: the shaded warm-up is where the seed still matters.",
});
