import { describe, expect, it } from "vitest";
import { analyzeNews } from "../../workers/engine/news";
import { NEGATIVE_WORDS, POSITIVE_WORDS } from "../../workers/news/word-lists";

describe("news analysis", () => {
  it("has 26 positive and 27 negative words, the specification's among them, and none in both", () => {
    expect(POSITIVE_WORDS.size).toBe(26);
    expect(NEGATIVE_WORDS.size).toBe(27);
    for (const word of ["strong", "growth", "bullish"]) expect(POSITIVE_WORDS.has(word)).toBe(true);
    for (const word of ["weak", "decline", "bearish", "risk"]) expect(NEGATIVE_WORDS.has(word)).toBe(true);
    expect([...POSITIVE_WORDS].filter((word) => NEGATIVE_WORDS.has(word))).toEqual([]);
    for (const word of [...POSITIVE_WORDS, ...NEGATIVE_WORDS]) expect(word).toMatch(/^[a-z]+$/);
  });

  it("scores positive words as a share of sentiment words, matching whole words in any case", () => {
    expect(analyzeNews("Strong growth, BULLISH outlook; some risk.")).toEqual({ score: 0.75, confidence: 0.4, wordCount: 4 });
    expect(analyzeNews("weakness risky strongly")).toEqual({ score: 0.5, confidence: 0, wordCount: 0 });
    expect(analyzeNews("")).toEqual({ score: 0.5, confidence: 0, wordCount: 0 });
    expect(analyzeNews("decline")).toEqual({ score: 0, confidence: 0.1, wordCount: 1 });
  });

  it("reaches full confidence at ten sentiment words", () => {
    expect(analyzeNews("gain ".repeat(10)).confidence).toBe(1);
    expect(analyzeNews("gain ".repeat(25))).toEqual({ score: 1, confidence: 1, wordCount: 25 });
  });
});
