import fc from "fast-check";
import { expect, it } from "vitest";
import { weightsOf } from "../../src/analysis/assets/asset-set";
import { InputStore } from "../../src/state/input-store";
import { RISK_DEFAULTS, riskSettingsSchema, timeframeField } from "../../src/tools/risk-management/settings";
import { valuesWithin } from "../../src/tools/risk-management/timeframe";
import { DAY } from "../../workers/contract";

it("a timeframe takes the values since the same day a number of months earlier", () => {
  const times = Float64Array.from({ length: 800 }, (_, i) => Date.UTC(2022, 0, 1) + i * DAY);
  const last = times[799];
  expect(new Date(last).toISOString().slice(0, 10)).toBe("2024-03-10");
  // 10 February to 10 March of a leap year, both ends included.
  expect(valuesWithin("1M", times, 800, 252)).toBe(30);
  expect(valuesWithin("1Y", times, 800, 252)).toBe(367);
  expect(valuesWithin("3Y", times, 800, 252)).toBeNull();
  // One month before 31 March is the last day of February.
  const march = times.filter((time) => time <= Date.UTC(2023, 2, 31));
  expect(valuesWithin("1M", march, march.length, 252)).toBe(32);
});

it("without dates it counts steps per year, with at least two values and at most all", () => {
  expect(valuesWithin("1M", null, 1000, 252)).toBe(22);
  expect(valuesWithin("1Y", null, 1000, 252)).toBe(253);
  expect(valuesWithin("1Y", null, 200, 252)).toBeNull();
  expect(valuesWithin("1M", null, 100, 1)).toBe(2);
  expect(valuesWithin("all", null, 1000, 252)).toBeNull();
});

/** A screen's settings when the device has these stored. */
function keptAs(kept: object) {
  const storage = { getItem: () => JSON.stringify(kept), setItem: () => undefined } as unknown as Storage;
  return new InputStore(() => storage).get("risk-management", riskSettingsSchema, RISK_DEFAULTS);
}

it("the default timeframe is in the list, and excludes no row until it is chosen", () => {
  expect(timeframeField(RISK_DEFAULTS)).toMatchObject({ shown: "1Y", allData: true });
  expect(valuesWithin(RISK_DEFAULTS.timeframe, null, 10_000, 252)).toBeNull();
  const chosen = { ...RISK_DEFAULTS, ...timeframeField(RISK_DEFAULTS).choose("3M") };
  expect(timeframeField(chosen)).toMatchObject({ shown: "3M", allData: false });
  expect(valuesWithin(chosen.timeframe, null, 10_000, 252)).toBe(64);
  const all = { ...chosen, ...timeframeField(chosen).setAllData(true) };
  expect([all.timeframe, timeframeField(all).shown]).toEqual(["all", "3M"]);
  expect({ ...all, ...timeframeField(all).setAllData(false) }.timeframe).toBe("3M");
});

it("settings stored when all data was a timeframe keep their meaning", () => {
  expect(timeframeField(keptAs({ timeframe: "all" }))).toMatchObject({ shown: "1Y", allData: true });
  expect(timeframeField(keptAs({ timeframe: "6M" }))).toMatchObject({ shown: "6M", allData: false });
  const kept = keptAs({ timeframe: "6M" });
  expect({ ...kept, ...timeframeField(kept).setAllData(true) }).toMatchObject({ timeframe: "all", defaultTimeframe: "6M" });
});

it("unset weights share the remainder", () => {
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
