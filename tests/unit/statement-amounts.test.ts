import { describe, expect, it } from "vitest";
import { DecimalSigns, numberIn } from "../../workers/statements/amounts";

describe("a row with an amount that has a decimal comma", () => {
  const plain = new DecimalSigns(false).readerOf(["12,50", "-1.50"]);

  it.each([
    ["0.10", 0.1],
    ["0.100", 0.1],
    ["-.500", -0.5],
    ["-1.50", -1.5],
    ["1234.567", 1234.567],
    ["1,234.50", 1234.5],
    ["1,234,567", 1_234_567],
  ])("keeps %s, which has a sign of its own", (cell, value) => expect(numberIn(plain(cell))).toBe(value));

  it.each([
    ["12,50", 12.5],
    ["-0,5", -0.5],
    ["1.234", 1234],
    ["10.100", 10_100],
    ["1.234.567", 1_234_567],
    ["1.234,50", 1234.5],
    ["1 234,50", 1234.5],
    ["1’234,50", 1234.5],
    ["(12,50)", -12.5],
    ["€ 12,50", 12.5],
  ])("reads %s by it", (cell, value) => expect(numberIn(plain(cell))).toBe(value));
});

it.each([
  ["(12,50)", -12.5],
  ["(1.234,50)", -1234.5],
  ["12,50 EUR", 12.5],
])("%s tells the decimal comma of its row", (cell, value) => expect(numberIn(new DecimalSigns(false).readerOf([cell])(cell))).toBe(value));

it("a row without one is read as written", () => expect(numberIn(new DecimalSigns(true).readerOf(["1.50", "1,234"])("1.234"))).toBe(1.234));

it.each([
  ["a list of commas alone", ["12,50", "1.234"], true],
  ["a list whose rows all tell", ["12,50", "-3,5"], false],
  ["a list of points alone", ["12.50", "1.234"], false],
  ["whole numbers alone", ["12", "-3", "1,234"], false],
  ["a list of commas in parentheses", ["(12,50)", "1.234"], true],
  ["a list of both", ["12,50", "1.50", "1.234"], false],
])("%s", (_, amounts, misread) => {
  const signs = new DecimalSigns(false);
  for (const amount of amounts) signs.readerOf([amount]);
  expect(signs.areMisread).toBe(misread);
});
