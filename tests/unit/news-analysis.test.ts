import { describe, expect, it } from "vitest";
import { analyzeNewsContent, analyzeText } from "../../workers/news/analyze";
import { DEFAULT_NEWS_SETTINGS } from "../../workers/news/schema";
import { toldOutcome } from "../fixtures/failure-text";

const now = Date.UTC(2024, 0, 31, 12);
const settings = { ...DEFAULT_NEWS_SETTINGS, now };
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(" ");

describe("news analysis", () => {
  it.each([
    ["", "Please enter news content for analysis"],
    [" \n ", "Please enter news content for analysis"],
    [null, "Analysis failed: Invalid news content provided"],
    [undefined, "Analysis failed: Invalid news content provided"],
    [42, "Analysis failed: Invalid news content provided"],
    ["one", "Analysis failed: Input text too short. Minimum 20 words required."],
    ["good ".repeat(2_000_001), "Analysis failed: the text has more than 10,000,000 characters"],
    [words(19), "Analysis failed: Input text too short. Minimum 20 words required."],
  ])("refuses a bad text: %#", (text, message) => {
    expect(toldOutcome(analyzeNewsContent(text, settings))).toEqual({ ok: false, failure: { code: "bad-input", message } });
  });

  it("states how much of a long text was read, with the same result", () => {
    const long = "gain weak inflation ".repeat(20_000);
    const shares: number[] = [];
    const watched = analyzeText(long, settings, (share) => shares.push(share));
    expect(watched).toEqual(analyzeText(long, settings));
    expect(shares.length).toBeGreaterThan(20);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[0]).toBeLessThan(0.1);
    expect(shares.at(-1)).toBeGreaterThan(0.9);
  });

  it("requires twenty words", () => expect(analyzeNewsContent(words(20), settings).ok).toBe(true));

  it("has every field of the specification", () => {
    const text =
      "The Federal Reserve kept interest rates steady and inflation fell; earnings beat forecasts strongly, growth stays robust and analysts turn bullish on the quarter.";
    const result = analyzeText(text, { ...settings, context: "A bullish market" });
    const { reasoning, sentimentWords, topics, ...rest } = result;
    // beat 1.5 + growth + robust + bullish, no negative word.
    expect(rest).toEqual({
      sentiment: 1,
      confidence: 0.4,
      keyTopics: ["Monetary Policy", "Company Earnings"],
      tradingSignals: {
        direction: "LONG",
        strength: 1,
        timeframe: "1M",
        confidence: 1,
        metadata: { regime: "bullish", baseSignal: { direction: "LONG", confidence: 1 }, adjustmentFactor: 1.2 },
      },
      marketImpact: { immediate: 1, longTerm: expect.closeTo((6 * 0.9 + 2 * 0.75) / 8, 12), volatility: "High" },
      metadata: { timestamp: "2024-01-31T12:00:00.000Z", analysisVersion: "2.0", dataPoints: { sentiment: 4, topics: 2, context: 3 } },
      parts: { sentiment: 1, topics: expect.closeTo((3 * 0.9 + 2 * 0.75) / 5, 12), context: 1 },
      belowThreshold: false,
    });
    expect(sentimentWords.map(({ word }) => word)).toEqual(["beat", "growth", "robust", "bullish"]);
    expect(topics[0].hits.map(({ keyword }) => keyword)).toEqual(["federal reserve", "interest rates", "inflation"]);
    expect(reasoning).toEqual([
      "4 positive words (beat, growth, robust, …) against 0 negative words: the score is 1.00.",
      "A score of 1.00 is LONG with 100% confidence.",
      "Monetary Policy, weight 0.90: 3 keywords (federal reserve, interest rates, inflation).",
      "Company Earnings, weight 0.75: 2 keywords (earnings, quarter).",
      "Context bullish: for LONG it multiplies by 1.2, to 100% confidence.",
      expect.stringMatching(/^Strength 100%: 0\.4 × sentiment 1\.00 \+ 0\.3 × topics 0\.84 \+ 0\.3 × context 1\.00, times 1\.2\.$/),
    ]);
  });

  it.each([
    [
      "growth and more growth, but risk. ".repeat(2_000),
      "4,000 positive words (growth) against 2,000 negative words (risk): the score is 0.67.",
      false,
    ],
    ["growth strongly", '"strongly" weights "growth" 1.5 times.', false],
    ["nothing at all", "No sentiment words: the score is 0.50.", false],
    ["nothing at all", "None of the eight topics is mentioned.", false],
    ["nothing at all", "No market context: confidence unchanged.", false],
    ["no growth", "1 word reversed by a negation (growth).", true],
  ])("gives a reason for %j", (text, line, negation) => {
    expect(analyzeText(text, { ...settings, negation }).reasoning).toContain(line);
  });

  it.each([
    // Neutral: confidence 0.8 for four positive words of ten.
    [0.79, false],
    [0.81, true],
    [0, false],
  ])("marks a signal below the threshold %f: %s", (confidenceThreshold, below) => {
    const text = "gain gain risk risk risk";
    expect(analyzeText(text, { ...settings, confidenceThreshold }).belowThreshold).toBe(below);
  });
});
