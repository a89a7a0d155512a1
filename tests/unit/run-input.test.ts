import { describe, expect, it } from "vitest";
import { readInput, referredSeries, SerializationError, seedOf, writeInput } from "../../src/state/run-input";
import { testSeries } from "../fixtures/series";

const series = testSeries("abc", [1, 2.5, 3]);
const others = testSeries("def", [4, 5]);
const all = new Map([series, others].map((one) => [one.hash, one]));
const roundTrip = (input: unknown) => readInput(writeInput(input, [series, others]), all);

describe("a job's serialized input", () => {
  it("names columns, times and ranges of them, and restores the same memory", () => {
    const { times, columns } = series;
    const input = { values: columns[1].values, times, window: columns[0].values.subarray(1, 3), other: others.columns[0].values };
    const text = writeInput(input, [series, others]);
    expect(text.length).toBeLessThan(400);
    expect(referredSeries(text)).toEqual(["abc", "def"]);
    const read = readInput(text, all) as typeof input;
    expect(read.values).toBe(columns[1].values);
    expect(read.times).toBe(times);
    expect(read.other).toBe(others.columns[0].values);
    expect([read.window.buffer, ...read.window]).toEqual([columns[0].values.buffer, 2.5, 3]);
  });

  it("keeps every number to the bit, including those JSON cannot represent", () => {
    const input = { list: Float64Array.of(0.1, -0, Number.NaN, Number.POSITIVE_INFINITY), whole: Int32Array.of(-1), plain: [5e-324, -0] };
    const read = roundTrip(input) as typeof input;
    expect(Object.is(read.list[1], -0) && Object.is(read.plain[1], -0)).toBe(true);
    expect(read).toEqual(input);
  });

  it.each([
    ["a column of no dataset", { values: new Float64Array(2001) }],
    ["a long list", { values: new Array(2001).fill(1) }],
    ["a file", { source: new Blob(["x"]) }],
    ["a function", { call: () => 1 }],
    ["a long text", { news: "x".repeat(100_001) }],
  ])("refuses %s", (_, input) => {
    expect(() => writeInput(input, [series])).toThrow(SerializationError);
  });

  it.each([
    '{"v":{"$column":null}}',
    '{"v":{"$column":7}}',
    '{"v":{"$values":"constructor","values":[1]}}',
    '{"v":{"$values":"Int8Array","values":null}}',
    "{",
  ])("refuses to read what was never written: %s", (text) => {
    expect(() => readInput(text, all)).toThrow(SerializationError);
    if (text !== "{") expect(referredSeries(text)).toEqual([]);
  });

  it("cannot be read if the dataset is missing or shorter", () => {
    const text = writeInput({ values: series.columns[0].values }, [series]);
    expect(() => readInput(text, new Map())).toThrow(SerializationError);
    expect(() => readInput(text, new Map([["abc", testSeries("abc", [1])]]))).toThrow(SerializationError);
  });
});

it("finds the seed of an input at any depth", () => {
  expect(seedOf({ values: Float64Array.of(1), options: { simulation: { seed: 7 } } })).toBe(7);
  expect(seedOf({ options: { paths: 3 } })).toBeNull();
});
