import { expect, it } from "vitest";
import { analyzeArticles } from "../../../workers/news/jobs/analyze-articles";
import { analyzeNewsJob } from "../../../workers/news/jobs/analyze-news";
import { Canceled } from "../../../workers/runtime/job";
import { failureText } from "../../fixtures/failure-text";
import { testContext } from "../context";

const RISE =
  "Strong growth strongly supports the recovery of oil markets. Profits beat forecasts and analysts upgraded the industry in spite of risk again.";
const FALL =
  "Weak demand and heavy losses hit the market while analysts fear a recession, a decline of profits and a further drop of prices.";
const reply = JSON.stringify({ phrases: [{ quote: "Strong growth", sentiment: "negative" }], topics: [] });
const common = { context: "bearish", negation: true, confidenceThreshold: 0.5, now: 1_700_000_000_000 };

it("scores each text like a single analysis, with a model's reading too", async () => {
  const context = await testContext();
  const outcome = analyzeArticles({ ...common, articles: [{ text: RISE }, { text: FALL }, { text: RISE, reply }] }, context);
  const single = [{ text: RISE }, { text: FALL }, { text: RISE, reply }].map((article) =>
    analyzeNewsJob({ ...common, ...article }, context),
  );
  expect(outcome).toEqual({ ok: true, value: single.map((one) => (one.ok ? one.value : null)) });
  expect(outcome.ok && outcome.value.map(({ tradingSignals }) => tradingSignals.direction)).toEqual(["LONG", "SHORT", "SHORT"]);
});

it("refuses with the failing text's own message, and refuses an empty list", async () => {
  const context = await testContext();
  const short = analyzeArticles({ ...common, articles: [{ text: RISE }, { text: "too short" }] }, context);
  expect(short.ok ? "" : failureText(short.failure)).toBe("Analysis failed: Input text too short. Minimum 20 words required.");
  const refused = analyzeArticles({ ...common, articles: [{ text: RISE, reply: "BUY" }] }, context);
  expect(refused.ok ? "" : failureText(refused.failure)).toMatch(/^Analysis failed: the model's reply was refused: not the requested JSON/);
  const none = analyzeArticles({ ...common, articles: [] }, context);
  expect(none.ok ? "" : failureText(none.failure)).toBe("Please enter news content for analysis");
});

it("checks the cancel flag before every text", async () => {
  const context = await testContext(2);
  expect(() => analyzeArticles({ ...common, articles: Array.from({ length: 9 }, () => ({ text: RISE })) }, context)).toThrow(Canceled);
});
