import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_NUMBER, readNumber } from "../../src/lib/read-number";
import { runs } from "../fixtures/in-all";

const LOCALES = ["en-US", "de-DE", "de-CH", "fr-FR", "en-IN", "sv-SE", "ar-EG", "fa-IR", "mr-IN"];

describe("a number typed into a field", () => {
  it.each([
    ["1.5", 1.5],
    [" 42 ", 42],
    ["1,5", 1.5],
    ["0,500", 0.5],
    ["1,2345", 1.2345],
    ["1,234", 1234],
    ["1,234,567.5", 1_234_567.5],
    ["12,34,567", 1_234_567],
    ["1.000.000", 1_000_000],
    ["1.234,56", 1234.56],
    ["1 000", 1000],
    ["1\u202f000,5", 1000.5],
    ["1'000", 1000],
    ["1_000", 1000],
    ["1e-3", 0.001],
    ["2.5E6", 2_500_000],
    ["+5", 5],
    ["\u22125", -5],
    ["\u20135", -5],
    [".5", 0.5],
    ["5.", 5],
    ["\uff11\uff12\uff13", 123],
    ["\u0663", 3],
    ["\u0661\u066b\u0665", 1.5],
    ["\u200e7\ufeff", 7],
  ])("in English %j is %d", (typed, value) => expect(readNumber(typed, "en-US")).toBe(value));

  it.each([
    ...["", "-", ".", "e5", "1e", "1..5", "1.5.2", "1,5,0", "1,000,00", "1, 5", "5.12.2024", "0x10", "0b1", "Infinity", "NaN", "null"],
    ...["½", "5²", "①", "1/2", "12abc", "abc", "$5", "5 %", "5%", "5 days", "--5", "5-", "(5)", "1 2", "1e999", "1e-999", "1\n2"],
    "1".repeat(LONGEST_NUMBER),
  ])("in English %j is none", (typed) => expect(readNumber(typed, "en-US")).toBeNaN());

  it("may be followed by its field's unit, and by no other", () => {
    expect(readNumber("5 %", "en-US", "%")).toBe(5);
    expect(readNumber("5％", "en-US", "%")).toBe(5);
    expect(readNumber("30 days", "en-US", "days")).toBe(30);
    expect(readNumber("5 %", "en-US", "days")).toBeNaN();
    expect(readNumber("%", "en-US", "%")).toBeNaN();
  });

  it("follows the locale if ambiguous, and is refused if the locale does not decide", () => {
    expect(readNumber("1.234", "en-US")).toBe(1.234);
    expect(readNumber("1.234", "de-DE")).toBe(1234);
    expect(readNumber("1,234", "de-DE")).toBe(1.234);
    expect(readNumber("1.5", "de-DE")).toBe(1.5);
    expect(readNumber("1,234", "fr-FR")).toBe(1.234);
    expect(readNumber("1.234", "fr-FR")).toBeNaN();
    expect(readNumber("1.234", "sv-SE")).toBeNaN();
    expect(readNumber("1,234", "de-CH")).toBeNaN();
    expect(readNumber("1.2345", "fr-FR")).toBe(1.2345);
  });

  it("is read back from the notation of every locale", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.boolean(),
        fc.oneof(fc.integer({ min: -1e9, max: 1e9 }), fc.double({ min: -1e9, max: 1e9, noNaN: true })),
        (locale, useGrouping, any) => {
          const value = Number(any.toPrecision(15)) + 0;
          const written = new Intl.NumberFormat(locale, { maximumSignificantDigits: 15, useGrouping }).format(value);
          fc.pre(written.length < LONGEST_NUMBER);
          expect(readNumber(written, locale)).toBe(value);
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});
