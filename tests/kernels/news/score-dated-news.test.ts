import { expect, it } from "vitest";
import { analyzeText } from "../../../workers/news/analyze";
import { scoreDatedNews } from "../../../workers/news/jobs/score-dated-news";
import { DEFAULT_NEWS_SETTINGS } from "../../../workers/news/schema";
import { resultOf, toldOutcome } from "../../fixtures/in-words";
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
