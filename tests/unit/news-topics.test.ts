import { describe, expect, it } from "vitest";
import { findTopics, longTermRelevance, TOPICS, timeframeOf, topicRelevance } from "../../workers/news/topics";

const namesOf = (text: string) => findTopics(text).map(({ topic }) => topic);

describe("news topics", () => {
  it("has the specification's eight topics and weights", () => {
    expect(TOPICS.map(({ topic, weight }) => [topic, weight])).toEqual([
      ["Monetary Policy", 0.9],
      ["Economic Growth", 0.85],
      ["Market Trends", 0.8],
      ["Company Earnings", 0.75],
      ["Geopolitical Events", 0.7],
      ["Technical Analysis", 0.65],
      ["Industry News", 0.6],
      ["Market Sentiment", 0.55],
    ]);
  });

  it("has no keyword twice, and no single keyword inside a pair, so that nothing counts double", () => {
    const keywords = TOPICS.flatMap((topic) => topic.keywords);
    expect(new Set(keywords).size).toBe(keywords.length);
    const singles = new Set(keywords.filter((keyword) => !keyword.includes(" ")));
    for (const pair of keywords.filter((keyword) => keyword.includes(" "))) {
      expect(pair.split(" ")).toHaveLength(2);
      for (const word of pair.split(" ")) expect(singles.has(word), `${word} of "${pair}"`).toBe(false);
    }
  });

  it.each(TOPICS.flatMap(({ topic, keywords }) => keywords.map((keyword) => [keyword, topic])))("%j names %s", (keyword, topic) => {
    const text = `Some say the ${keyword.toUpperCase()} matters.`;
    const [found, ...others] = findTopics(text);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ topic, count: 1 });
    expect(text.slice(found.hits[0].start, found.hits[0].end).toLowerCase()).toBe(keyword);
  });

  it("matches whole words only", () => expect(namesOf("federal forwarded industrious seasonal charted")).toEqual([]));

  it("sorts by weight times keywords and shows at most five", () => {
    expect(namesOf("fed and sentiment")).toEqual(["Monetary Policy", "Market Sentiment"]);
    expect(namesOf("fed and sentiment, fear, greed")).toEqual(["Market Sentiment", "Monetary Policy"]);
    const all = TOPICS.map(({ keywords }) => keywords[0]).join(" or ");
    expect(namesOf(all)).toEqual(TOPICS.slice(0, 5).map(({ topic }) => topic));
  });

  it("weights topics by their keywords, with slow ones doubled in the long run", () => {
    const topics = findTopics("fed, fed, sentiment");
    expect(topicRelevance(topics)).toBeCloseTo((2 * 0.9 + 0.55) / 3, 12);
    expect(longTermRelevance(topics)).toBeCloseTo((4 * 0.9 + 0.55) / 5, 12);
    expect(topicRelevance([])).toBe(0);
    expect(longTermRelevance([])).toBe(0);
  });

  it.each([
    ["inflation", "1M"],
    ["gdp", "1M"],
    ["sanctions", "1M"],
    ["earnings", "1W"],
    ["correction", "1W"],
    ["merger", "1W"],
    ["macd", "1D"],
    ["panic", "1D"],
    ["nothing of note", "1D"],
  ])("takes the timeframe of the leading topic: %s", (text, timeframe) => expect(timeframeOf(findTopics(text))).toBe(timeframe));
});
