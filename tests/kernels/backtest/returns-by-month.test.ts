import { expect, it } from "vitest";
import { returnsByMonth } from "../../../workers/backtest/jobs/returns-by-month";
import { DAY } from "../../../workers/contract";
import { resultOf } from "../../fixtures/failure-text";
import { randomWalk } from "../reference/random";

const N = 900;
const times = Float64Array.from({ length: N }, (_, t) => Date.UTC(2019, 10, 18) + (Math.floor(t / 5) * 7 + (t % 5)) * DAY);
const [strategy, benchmark] = [5, 6].map((seed) => randomWalk(N, seed));
const BEFORE = 90;

function answer() {
  return resultOf(returnsByMonth({ times, strategy, benchmark, before: BEFORE }));
}

it("months compound to years and years to the total return, for the strategy and its benchmark", () => {
  const found = answer();
  const product = (values: Float64Array) => values.reduce((so, one) => so * (Number.isNaN(one) ? 1 : 1 + one), 1);
  for (const [values, { years, values: months, totals, earlier }] of [
    [strategy, found.strategy],
    [benchmark, found.benchmark],
  ] as const) {
    expect([years, earlier]).toEqual([["2019", "2020", "2021", "2022", "2023"], 0]);
    expect(product(months)).toBeCloseTo(values[N - 1] / BEFORE, 12);
    expect(product(totals)).toBeCloseTo(values[N - 1] / BEFORE, 12);
    for (const [i, total] of totals.entries()) expect(product(months.subarray(12 * i, 12 * i + 12))).toBeCloseTo(1 + total, 12);
    // No data before November 2019; March 2021 is located with JavaScript's own dates.
    expect(months.subarray(0, 10).every(Number.isNaN)).toBe(true);
    const endOf = (month: string) => times.findLastIndex((time) => new Date(time).toISOString().startsWith(month));
    expect(months[12 * 2 + 2]).toBeCloseTo(values[endOf("2021-03")] / values[endOf("2021-02")] - 1, 14);
  }
});

it("each refusal names the cause", () => {
  const none = new Float64Array(0);
  expect(returnsByMonth({ times: none, strategy: none, benchmark: none, before: 1 })).toMatchObject({
    ok: false,
    failure: { code: "bad-input", reason: "backtest/fewRows" },
  });
  expect(returnsByMonth({ times, strategy, benchmark: benchmark.subarray(1), before: 1 })).toMatchObject({
    ok: false,
    failure: { code: "bad-input", reason: "backtest/uneven" },
  });
});
