import fc from "fast-check";
import { expect, it } from "vitest";
import { weightsOf } from "../../src/analysis/assets/asset-set";
import { valuesWithin } from "../../src/tools/risk-management/timeframe";

const DAY = 86_400_000;

it("a timeframe takes the values since the same day some months before", () => {
  const times = Float64Array.from({ length: 800 }, (_, i) => Date.UTC(2022, 0, 1) + i * DAY);
  const last = times[799];
  expect(new Date(last).toISOString().slice(0, 10)).toBe("2024-03-10");
  // 10 February to 10 March of a leap year, both ends included.
  expect(valuesWithin("1M", times, 800, 252)).toBe(30);
  expect(valuesWithin("1Y", times, 800, 252)).toBe(367);
  expect(valuesWithin("3Y", times, 800, 252)).toBeNull();
  // 31 March less a month is the last of February.
  const march = times.filter((time) => time <= Date.UTC(2023, 2, 31));
  expect(valuesWithin("1M", march, march.length, 252)).toBe(32);
});

it("without dates it counts steps per year, never less than two values nor more than there are", () => {
  expect(valuesWithin("1M", null, 1000, 252)).toBe(22);
  expect(valuesWithin("1Y", null, 1000, 252)).toBe(253);
  expect(valuesWithin("1Y", null, 200, 252)).toBeNull();
  expect(valuesWithin("1M", null, 100, 1)).toBe(2);
  expect(valuesWithin("all", null, 1000, 252)).toBeNull();
});

it("weights that are not set share what the others leave", () => {
  expect(weightsOf(["A", "B", "C", "D"], {})).toEqual([0.25, 0.25, 0.25, 0.25]);
  expect(weightsOf(["A", "B", "C"], { A: 50 })).toEqual([0.5, 0.25, 0.25]);
  expect(weightsOf(["A", "B"], { A: 130 })).toEqual([1.3, 0]);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("A", "B", "C"), fc.integer({ min: 0, max: 30 })), (set) => {
      const weights = weightsOf(["A", "B", "C", "D"], set);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    }),
  );
});
