import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AMPLIFIERS, DAMPENERS } from "../../workers/news/schema";
import { scoreSentiment } from "../../workers/news/sentiment";
import { NEGATIVE_WORDS, POSITIVE_WORDS } from "../../workers/news/word-lists";
import { countWords } from "../../workers/news/words";

const spec = { weights: true, negation: false };
const scoreOf = (text: string) => scoreSentiment(text, spec).score;

describe("news sentiment", () => {
  it.each([
    // text, positive weight, negative weight
    ["the committee met on tuesday", 0, 0],
    ["strong growth", 2, 0],
    ["weak outlook, some risk", 0, 2],
    ["growth strongly", 1.5, 0],
    ["growth very", 1.3, 0],
    ["growth extremely", 1.8, 0],
    ["growth significantly", 1.4, 0],
    ["decline severely", 0, 1.5],
    ["decline deeply", 0, 1.3],
    ["decline critically", 0, 1.8],
    ["decline seriously", 0, 1.4],
    // An amplifier weights the word before it, not after it, and only a sentiment word.
    ["strongly bullish", 1, 0],
    ["growth was strongly felt", 1, 0],
    ["growth strongly decline", 1.5, 1],
    ["strongly growth extremely", 1.8, 0],
    // Of two amplifiers in a row only the first follows the word.
    ["growth strongly extremely", 1.5, 0],
    ["Growth STRONGLY; Decline, severely!", 1.5, 1.5],
    ["growth. Strongly", 1.5, 0],
  ])("weighs %j", (text, positive, negative) => {
    const found = scoreSentiment(text, spec);
    expect(found.positive).toBeCloseTo(positive, 12);
    expect(found.negative).toBeCloseTo(negative, 12);
    expect(found.score).toBeCloseTo(positive + negative === 0 ? 0.5 : positive / (positive + negative), 12);
  });

  it("has the specification's weights and no others", () => {
    expect([...AMPLIFIERS]).toEqual([
      ["strongly", 1.5],
      ["very", 1.3],
      ["extremely", 1.8],
      ["significantly", 1.4],
    ]);
    expect([...DAMPENERS]).toEqual([
      ["severely", 1.5],
      ["deeply", 1.3],
      ["critically", 1.8],
      ["seriously", 1.4],
    ]);
    for (const word of [...AMPLIFIERS.keys(), ...DAMPENERS.keys()])
      expect(POSITIVE_WORDS.has(word) || NEGATIVE_WORDS.has(word)).toBe(false);
  });

  it.each([0, 1, 5, 9, 10, 11, 40])("has a confidence of one tenth of %i sentiment words, at most 1", (words) => {
    expect(scoreSentiment("gain ".repeat(words), spec).confidence).toBe(Math.min(1, words / 10));
  });

  it("lists each counted word and its position", () => {
    const text = "Profits gain strongly, while risk is not gone.";
    const { hits } = scoreSentiment(text, spec);
    expect(hits.map(({ start, end }) => text.slice(start, end))).toEqual(["Profits", "gain", "risk"]);
    expect(hits.map(({ weight, weightedBy }) => [weight, weightedBy])).toEqual([
      [1, null],
      [1.5, "strongly"],
      [1, null],
    ]);
    expect(hits.map(({ polarity }) => polarity)).toEqual(["positive", "positive", "negative"]);
  });

  it.each([
    ["no growth in sight", 0],
    ["there isn't growth", 0],
    ["not a single gain", 0],
    ["not at all much growth", 1],
    ["without risk", 1],
    ["risk", 0],
  ])("with negation on turns words within three of a negator round: %j", (text, score) => {
    expect(scoreSentiment(text, { weights: true, negation: true }).score).toBe(score);
    // When negation is off, the specification's default, the negator changes nothing.
    expect(scoreOf(text)).toBe(text.includes("risk") ? 0 : 1);
  });

  it("symmetry: exchanging positive and negative words negates the score", () => {
    const good = [...POSITIVE_WORDS];
    const bad = [...NEGATIVE_WORDS];
    const pieces = fc.array(fc.oneof(fc.nat(25), fc.constantFrom("strongly", "severely", "and")), { maxLength: 40 });
    fc.assert(
      fc.property(pieces, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (words, sides) => {
        const text = (swap: boolean) =>
          words.map((word, i) => (typeof word === "string" ? word : (sides[i] !== swap ? good : bad)[word])).join(" ");
        expect(scoreOf(text(true))).toBeCloseTo(1 - scoreOf(text(false)), 12);
      }),
    );
  });

  it.each([
    ["", 0],
    ["   ", 0],
    ["one", 1],
    [" a  b\tc\nd ", 4],
    ["well-known growth-driven", 2],
  ])("counts the words between spaces of %j", (text, count) => expect(countWords(text)).toBe(count));
});
