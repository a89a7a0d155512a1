import { describe, expect, it } from "vitest";
import { analyzeNewsJob } from "../../../workers/news/jobs/analyze-news";
import { testContext } from "../context";

const now = Date.UTC(2024, 5, 1);
const long =
  "Shares rally as profits beat forecasts, and analysts see growth, higher margins and a strong recovery for the whole sector this quarter";

describe("analyze-news", () => {
  it("analyses one text, the same for the same input", async () => {
    const context = await testContext();
    const first = analyzeNewsJob({ text: long, now }, context);
    expect(first).toEqual(analyzeNewsJob({ text: long, now }, context));
    expect(first).toMatchObject({ ok: true, value: { sentiment: 1, keyTopics: ["Company Earnings", "Market Trends", "Industry News"] } });
  });
});
