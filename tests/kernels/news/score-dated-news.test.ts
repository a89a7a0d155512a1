import { expect, it } from "vitest";
import { analyzeText } from "../../../workers/news/analyze";
import { scoreDatedNews } from "../../../workers/news/jobs/score-dated-news";
import { DEFAULT_NEWS_SETTINGS } from "../../../workers/news/schema";
import { resultOf, toldOutcome } from "../../fixtures/failure-text";
import { testContext } from "../context";

it("scores every dated item like the news screen, and counts the others", async () => {
  const good = "Strong growth and bullish momentum";
  const text = `Undated words\n2024-01-02 ${good}\n2024-01-03 Weak demand and recession risk`;
  const { news, undated } = resultOf(scoreDatedNews({ text }, await testContext()));
  expect(undated).toBe(1);
  expect(news.map(({ time }) => time)).toEqual([Date.UTC(2024, 0, 2), Date.UTC(2024, 0, 3)]);
  expect(news[0].score).toBe(analyzeText(good, { ...DEFAULT_NEWS_SETTINGS, now: 0 }).sentiment);
  expect(news[0].score).toBeGreaterThan(news[1].score);
});

it("gives each step the mean score of its news, 0.5 without any, and counts those that fall on a step", async () => {
  const day = (date: number, hour = 0) => Date.UTC(2024, 0, date, hour);
  const text = "2024-01-02 Strong growth\n2024-01-02 Weak demand\n2024-01-05 Strong growth\n2024-01-09 Strong growth";
  const outcome = scoreDatedNews({ text, times: Float64Array.of(day(1), day(2), day(3), day(8)) }, await testContext());
  const { news, bySteps } = resultOf(outcome);
  // The fifth is no step: its news is known on the eighth. The ninth comes after the last.
  const mean = (news[0].score + news[1].score) / 2;
  expect(Array.from(bySteps?.scores ?? [])).toEqual([0.5, expect.closeTo(mean, 15), 0.5, expect.closeTo(news[2].score, 15)]);
  expect(bySteps?.used).toBe(3);
  expect(news[0].score).not.toBe(0.5);
  // Within a day, an item counts from the first step after it.
  const hourly = scoreDatedNews(
    { text: "2024-01-02 14:30 Strong growth", times: Float64Array.of(day(2, 14), day(2, 15)) },
    await testContext(),
  );
  expect(hourly.ok && hourly.value.bySteps?.scores[0]).toBe(0.5);
  expect(hourly.ok && hourly.value.bySteps?.scores[1]).toBeGreaterThan(0.5);
});

it("returns nothing for an empty text, and refuses one that is not news", async () => {
  const context = await testContext();
  expect(scoreDatedNews({ text: "" }, context)).toEqual({ ok: true, value: { news: [], undated: 0 } });
  const long = scoreDatedNews({ text: "good ".repeat(2_000_001) }, context);
  expect(toldOutcome(long)).toEqual({
    ok: false,
    failure: { code: "bad-input", message: "the text has more than 10,000,000 characters" },
  });
});

it("can be canceled between two items", async () => {
  const { Canceled } = await import("../../../workers/runtime/job");
  const context = await testContext(3);
  const text = Array.from({ length: 20 }, (_, i) => `2024-01-${String(i + 1).padStart(2, "0")} growth`).join("\n");
  expect(() => scoreDatedNews({ text }, context)).toThrow(Canceled);
});
