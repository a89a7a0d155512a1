import { describe, expect, it } from "vitest";
import { cashOf, listPortfolios, readWeights, weightSum } from "../../src/state/portfolio-rules";

const datasets = [
  { hash: "a", name: "S&P 500" },
  { hash: "b", name: "gold.csv" },
  { hash: "c", name: "DM/GBP benchmark" },
];
const weights = (text: string) => Object.fromEntries(readWeights(text, datasets).holdings.map(({ hash, weight }) => [hash, weight]));

describe("pasted weights", () => {
  it.each([
    ["percent signs", "S&P 500 60%\ngold 25 %", { a: 0.6, b: 0.25 }],
    ["shares of one", "S&P 500\t0.6\nGold\t0.25", { a: 0.6, b: 0.25 }],
    ["plain percentages", "S&P 500;60\ngold.csv;25", { a: 0.6, b: 0.25 }],
    ["a heading, commas and quotes", 'Asset,Weight\n"S&P 500",60\nGOLD,25', { a: 0.6, b: 0.25 }],
    ["decimal commas", "S&P 500;60,5%\ngold;25,25%", { a: 0.605, b: 0.2525 }],
    ["names with spaces and slashes", "DM/GBP benchmark: 100%", { c: 1 }],
    ["what is owed", "S&P 500 130%\ngold -30%", { a: 1.3, b: -0.3 }],
    ["the same asset twice", "gold 10%\ngold 15%", { b: 0.25 }],
    ["one share that is less than one percent sign would make it", "gold 0.5", { b: 0.5 }],
  ])("are read with %s", (_, text, expected) => {
    const read = weights(text);
    expect(Object.keys(read)).toEqual(Object.keys(expected));
    for (const [hash, weight] of Object.entries(expected)) expect(read[hash]).toBeCloseTo(weight, 12);
  });

  it("name unknown datasets, and lines without a number", () => {
    const read = readWeights("gold 50%\nSilver 50%\nnothing here", datasets);
    expect(read).toMatchObject({ holdings: [{ hash: "b", weight: 0.5 }], unknown: ["Silver"], unreadable: ["nothing here"] });
  });
});

describe("the cash remainder", () => {
  const of = (...list: number[]) => list.map((weight) => ({ weight }));
  it("is zero if the weights sum to 100%, up to rounding", () => {
    expect(cashOf(of(...new Array(10).fill(0.1)))).toBe(0);
    expect(cashOf(of(0.7, 0.2, 0.1))).toBe(0);
  });
  it("is 100% minus the weights, and negative if they exceed 100%", () => {
    expect(cashOf(of(0.6, 0.25))).toBeCloseTo(0.15, 12);
    expect(cashOf([])).toBe(1);
    expect(cashOf(of(0.8, 0.3))).toBeCloseTo(-0.1, 12);
    expect(weightSum(of(1.3, -0.3))).toBe(1);
  });
});

it("portfolios of all clients are listed by client and name, with their cash", () => {
  const portfolio = (name: string, weight: number) => ({ id: name, name, holdings: [{ hash: "a", name: "x", weight }] });
  const record = (id: string, name: string, portfolios: ReturnType<typeof portfolio>[]) => ({
    id,
    createdAt: 1,
    changedAt: 1,
    kept: "device" as const,
    body: { name, note: "", portfolios },
  });
  const listed = listPortfolios([
    record("2", "Zoe", [portfolio("A", 1)]),
    record("1", "Ada", [portfolio("Old", 0.5), portfolio("New", 1)]),
  ]);
  expect(listed.map(({ client, portfolio: { name }, cash }) => [client.id, name, cash])).toEqual([
    ["1", "New", 0],
    ["1", "Old", 0.5],
    ["2", "A", 0],
  ]);
});
