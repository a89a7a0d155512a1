import { describe, expect, it } from "vitest";
import { analyzeNewsJob } from "../../../workers/news/jobs/analyze-news";
import { scoreNews } from "../../../workers/news/jobs/score-news";
import { Canceled } from "../../../workers/runtime/job";
import { inWords, toldOutcome } from "../../fixtures/in-words";
import { testContext } from "../context";

const now = Date.UTC(2024, 5, 1);
const long =
  "Shares rally as profits beat forecasts, and analysts see growth, higher margins and a strong recovery for the whole sector this quarter";
const day = 86_400_000;

describe("news jobs", () => {
  it("analyses one text, the same for the same input", async () => {
    const context = await testContext();
    const first = analyzeNewsJob({ text: long, now }, context);
    expect(first).toEqual(analyzeNewsJob({ text: long, now }, context));
    expect(first).toMatchObject({ ok: true, value: { sentiment: 1, keyTopics: ["Company Earnings", "Market Trends", "Industry News"] } });
  });

  it("scores many texts, headlines too, and says what is missing", async () => {
    const texts = [
      { text: long, time: now },
      { text: "Bank warning: fraud and default", time: now + 3600e3 },
      { text: " ", time: now },
      { text: "Growth", time: null },
      { text: "Upbeat", time: now - day },
    ];
    const outcome = scoreNews({ texts, context: "bearish", now }, await testContext());
    if (!outcome.ok) throw new Error(inWords(outcome.failure));
    const { items, daily, trend } = outcome.value;
    expect(items.map(({ trouble }) => trouble)).toEqual([
      null,
      "Input text too short. Minimum 20 words required.",
      "Please enter news content for analysis",
      "Input text too short. Minimum 20 words required.",
      "Input text too short. Minimum 20 words required.",
    ]);
    expect(items.map(({ analysis }) => analysis?.sentiment ?? null)).toEqual([1, 0, null, 1, 1]);
    expect(items[1].analysis?.tradingSignals).toMatchObject({ direction: "SHORT", confidence: 1 });
    expect([...daily.times]).toEqual([now - day, now]);
    expect([...daily.sentiment]).toEqual([1, 0]);
    expect([...trend.times]).toEqual([now - day, now, now + 3600e3]);
    expect([...trend.score]).toEqual([1, 1, 0.5]);
  });

  it.each([
    [{ texts: [] }, "Please enter news content for analysis"],
    [{ texts: [{ text: long, time: Number.NaN }] }, "text 1 has no valid date"],
    [{ texts: [{ text: long, time: null }], confidenceThreshold: 60 }, "The confidence threshold must be between 0 and 1"],
  ])("refuses %j", async (input, message) => {
    expect(toldOutcome(scoreNews({ ...input, now }, await testContext()))).toMatchObject({
      ok: false,
      failure: { code: "bad-input", message },
    });
  });

  it("can be canceled between two texts", async () => {
    const context = await testContext(1);
    expect(() =>
      scoreNews(
        {
          texts: [
            { text: long, time: null },
            { text: long, time: null },
          ],
          now,
        },
        context,
      ),
    ).toThrow(Canceled);
  });
});
