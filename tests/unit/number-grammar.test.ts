import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNumber } from "../../workers/ingest/number-format";
import { runs } from "../fixtures/in-all";
import { series } from "./ingest";

/*
 * number   = [ "(" ] [ currency ] [ sign ] [ currency ] digits [ exponent ] [ magnitude ] [ "%" | currency ] [ ")" ]; a minus sign may be last
 * digits   = plain [ "." [ plain ] ] | "." plain | grouped [ "." [ plain ] ]        plain = one or more of 0-9
 * grouped  = 1 to 3 of 0-9, then one or more groups of one separator and three digits
 * exponent = ( "e" | "E" ) [ "+" | "-" ] plain
 * Brackets mean negative and go with no sign. Whatever the grammar does not make is no number.
 */
const plain = fc.integer({ min: 0, max: 999_999 }).map(String);
const groups = fc
  .tuple(
    fc.integer({ min: 1, max: 999 }),
    fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(",", "'", "\u00a0", "\u202f", "_"),
  )
  .map(([first, rest, separator]) => {
    const parts = rest.map((part) => String(part).padStart(3, "0"));
    return { text: [first, ...parts].join(separator), digits: [first, ...parts].join("") };
  });
const whole = fc.oneof(
  plain.map((digits) => ({ text: digits, digits })),
  groups,
);
const fraction = fc.option(plain, { nil: null });
const exponent = fc.option(fc.tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.integer({ min: 0, max: 12 })), {
  nil: null,
});
const number = fc
  .record({
    whole,
    fraction,
    exponent,
    sign: fc.constantFrom("", "+", "-", "\u2212"),
    brackets: fc.boolean(),
    last: fc.boolean(),
    front: fc.constantFrom("", "$", "€"),
    magnitude: fc.constantFrom("", "k", "M", "b"),
    back: fc.constantFrom("", "%", "€"),
  })
  .map(({ whole: { text, digits }, fraction: part, exponent: power, sign, brackets, last, front, magnitude, back }) => {
    const mantissa = part === null ? text : `${text}.${part}`;
    const [before, behind] = brackets ? ["", ""] : last && sign !== "+" ? ["", sign] : [sign, ""];
    const written = `${front}${before}${mantissa}${power ? power.join("") : ""}${magnitude}${back}${behind}`;
    const scale = { "": 0, k: 3, M: 6, b: 9 }[magnitude as "" | "k" | "M" | "b"];
    const value = Number(`${digits}.${part ?? "0"}e${(power ? Number(`${power[1]}${power[2]}`) : 0) + scale}`);
    const negative = brackets || sign === "-" || sign === "\u2212";
    return { text: brackets ? `(${written})` : written, value: negative ? -value : value };
  });

/** What looks like a number and is none: an exponent alone, two signs, a mark inside, a half-open bracket, words. */
const none = fc.oneof(
  fc.tuple(fc.constantFrom("e", "E", "$e", "-E", ".e", "€ e"), fc.constantFrom("", "+", "-"), plain).map((parts) => parts.join("")),
  fc.tuple(fc.constantFrom("--", "+-", "-+"), plain).map((parts) => parts.join("")),
  plain.map((digits) => `\ufeff${digits}`),
  plain.map((digits) => `${digits}\ufeff`),
  plain.map((digits) => `${digits}\u0000`),
  plain.map((digits) => `(${digits}`),
  plain.map((digits) => `${digits} USD`),
  plain.map((digits) => `${digits}.5.1`),
  fc.constantFrom("0x10", "1_0", "12,34.5", "Infinity", "1e", "1e+", "½", "１２"),
);

describe("the grammar of numbers", () => {
  it("gives valid numbers their value, correctly rounded", () => {
    fc.assert(
      fc.property(number, ({ text, value }) => {
        expect(parseNumber(text, "point"), text).toBe(value);
      }),
      { numRuns: runs(5000) },
    );
  });

  it("rejects anything else", () => {
    fc.assert(
      fc.property(none, (text) => {
        expect(parseNumber(text, "point"), text).toBeNaN();
      }),
      { numRuns: runs(2000) },
    );
  });

  it("keeps each row of a column, or counts it as excluded with a reason", async () => {
    const cells = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: plain.map((digits) => ({ text: `${digits}.5`, value: Number(`${digits}.5`) })) },
        { weight: 1, arbitrary: none.filter((text) => !/[,\0]/.test(text)).map((text) => ({ text, value: null })) },
      ),
      {
        minLength: 12,
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(cells, async (column) => {
        fc.pre(column.filter(({ value }) => value !== null).length > column.length * 0.7);
        const { columns, quality } = await series(`Day,Close\n${column.map(({ text }, day) => `${day + 3},${text}`).join("\n")}`);
        const kept = column.filter(({ value }) => value !== null).map(({ value }) => value);
        expect([...columns[columns.length - 1].values]).toEqual(kept);
        const [dropped] = quality.dropped;
        expect(dropped?.count ?? 0).toBe(column.length - kept.length);
        if (dropped) expect(dropped.reason).toBe("not-a-number");
      }),
      { numRuns: runs(150) },
    );
  });
});
