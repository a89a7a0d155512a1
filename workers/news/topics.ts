import type { Fraction } from "../contract";
import { MAX_TOPICS } from "./schema";
import type { Timeframe, TopicFound } from "./types";
import { type Watch, wordsOf } from "./words";

interface Topic {
  topic: string;
  weight: Fraction;
  /** How long such news affects the market: the signal's timeframe, and whether the topic counts double in the long term. */
  timeframe: Timeframe;
  slow?: true;
  /** Single words and pairs of words; our own lists. */
  keywords: readonly string[];
}

/** The specification's topics and weights, heaviest first. */
// biome-ignore format: one line per topic
export const TOPICS: readonly Topic[] = [
  { topic: "Monetary Policy", weight: 0.9, timeframe: "1M", slow: true, keywords: ["fed", "federal reserve", "ecb", "fomc", "central bank", "central banks", "interest rate", "interest rates", "inflation", "monetary policy", "rate hike", "rate cut", "hawkish", "dovish", "quantitative easing", "quantitative tightening"] },
  { topic: "Economic Growth", weight: 0.85, timeframe: "1M", slow: true, keywords: ["gdp", "economic growth", "economy", "recession", "unemployment", "employment", "payrolls", "consumer spending", "industrial production", "retail sales", "pmi"] },
  { topic: "Market Trends", weight: 0.8, timeframe: "1W", keywords: ["bull market", "bear market", "market trend", "market trends", "uptrend", "downtrend", "rally", "correction", "selloff", "volatility", "index", "indices"] },
  { topic: "Company Earnings", weight: 0.75, timeframe: "1W", keywords: ["earnings", "revenue", "revenues", "profit", "profits", "eps", "guidance", "quarter", "quarterly", "margin", "margins", "dividend", "dividends"] },
  { topic: "Geopolitical Events", weight: 0.7, timeframe: "1M", slow: true, keywords: ["war", "sanctions", "tariff", "tariffs", "geopolitical", "election", "elections", "conflict", "embargo", "invasion", "ceasefire", "opec", "trade talks"] },
  { topic: "Technical Analysis", weight: 0.65, timeframe: "1D", keywords: ["resistance", "support", "breakout", "moving average", "moving averages", "rsi", "macd", "oversold", "overbought", "fibonacci", "chart", "charts", "golden cross", "death cross"] },
  { topic: "Industry News", weight: 0.6, timeframe: "1W", keywords: ["industry", "sector", "merger", "acquisition", "takeover", "regulation", "regulatory", "competitors", "market share", "supply chain", "product launch", "antitrust"] },
  { topic: "Market Sentiment", weight: 0.55, timeframe: "1D", keywords: ["sentiment", "optimism", "pessimism", "fear", "greed", "confidence", "panic", "euphoria", "risk appetite", "vix"] },
];

export const SLOW_SHARE = 2;
const MAX_HITS = 1000;

const topicOf: ReadonlyMap<string, number> = new Map(TOPICS.flatMap(({ keywords }, index) => keywords.map((keyword) => [keyword, index])));

/** The topics of a text, by weight times number of keywords, at most five. */
export function findTopics(text: string, watch?: Watch): TopicFound[] {
  const found = TOPICS.map(({ topic, weight }): TopicFound => ({ topic, weight, count: 0, hits: [] }));
  let hits = 0;
  let before: { text: string; start: number } | null = null;
  for (const word of wordsOf(text, watch)) {
    const pair = before && `${before.text} ${word.text}`;
    for (const [keyword, start] of [[word.text, word.start] as const, ...(pair ? [[pair, before?.start ?? 0] as const] : [])]) {
      const index = topicOf.get(keyword);
      if (index === undefined) continue;
      found[index].count++;
      if (hits++ < MAX_HITS) found[index].hits.push({ keyword, start, end: word.end });
    }
    before = word;
  }
  return rankTopics(found);
}

/** The topics with keywords, by weight times number of keywords, at most five. */
export function rankTopics(found: readonly TopicFound[]): TopicFound[] {
  const relevance = ({ weight, count }: TopicFound) => weight * count;
  return found
    .filter(({ count }) => count > 0)
    .sort((a, b) => relevance(b) - relevance(a) || b.weight - a.weight)
    .slice(0, MAX_TOPICS);
}

const tableOf = (topic: string) => TOPICS.find((entry) => entry.topic === topic);

function meanWeight(topics: readonly TopicFound[], countOf: (found: TopicFound) => number): Fraction {
  const total = topics.reduce((sum, found) => sum + countOf(found), 0);
  return total === 0 ? 0 : topics.reduce((sum, found) => sum + found.weight * countOf(found), 0) / total;
}

/**
 * Relevance of the topics: their mean weight, weighted by number of keywords; 0 without topics.
 * @term Topic relevance
 * @formula sum of (weight x keywords) / sum of keywords
 * @source own definition, with the specification's weights
 * @tolerance exact
 */
export const topicRelevance = (topics: readonly TopicFound[]): Fraction => meanWeight(topics, ({ count }) => count);

/** The same with monetary policy, economic growth and geopolitical events counted double: they work longest. */
export const longTermRelevance = (topics: readonly TopicFound[]): Fraction =>
  meanWeight(topics, ({ topic, count }) => (tableOf(topic)?.slow ? SLOW_SHARE * count : count));

/** The timeframe of the leading topic; a day if there is none. */
export const timeframeOf = (topics: readonly TopicFound[]): Timeframe => (topics[0] && tableOf(topics[0].topic)?.timeframe) || "1D";
