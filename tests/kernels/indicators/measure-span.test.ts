import { expect, it } from "vitest";
import { DAY } from "../../../workers/contract";
import { type MeasureSpanInput, measureSpan } from "../../../workers/indicators/jobs/measure-span";
import { Canceled } from "../../../workers/runtime/job";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

const closes = randomWalk(700, 9);
const times = Float64Array.from({ length: 700 }, (_, t) => (Math.floor(t / 5) * 7 + (t % 5)) * DAY);

async function measured(given: Partial<MeasureSpanInput> & Pick<MeasureSpanInput, "from" | "to">) {
  return resultOf(measureSpan({ closes, times, ...given }, await testContext()));
}

it("measures what lies between two rows, both included, in either order", async () => {
  const [from, to] = [123, 456];
  const found = await measured({ from: to, to: from, periodsPerYear: 52 });
  const within = Array.from(closes.subarray(from, to + 1));
  const returns = within.slice(1).map((value, i) => Math.log(value / within[i]));
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const deviation = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (returns.length - 1));
  const falls = within.map((value, i) => value / Math.max(...within.slice(0, i + 1)) - 1);
  expect(found).toMatchObject({ from, to, bars: 333, days: (times[to] - times[from]) / DAY, periodsPerYear: 52 });
  expect(found).toMatchObject({ first: closes[from], last: closes[to], change: closes[to] - closes[from], drawdown: Math.min(...falls) });
  expect(found).toMatchObject({ highest: Math.max(...within), lowest: Math.min(...within), ratio: closes[to] / closes[from] - 1 });
  // The logarithms of another library.
  expect(found.volatility).toBeCloseTo(deviation * Math.sqrt(52), 12);
});

it("leaves out what the data do not have", async () => {
  expect(await measured({ from: 5, to: 5 })).toMatchObject({ bars: 0, change: 0, ratio: 0, volatility: null, drawdown: 0 });
  const rates = Float64Array.of(-2, -1, 0, 1);
  expect(await measured({ closes: rates, times: null, from: 0, to: 2 })).toMatchObject({
    days: null,
    ratio: null,
    volatility: null,
    drawdown: null,
  });
});

it("is the same in another unit, and of the rows alone", async () => {
  const spans = [await measured({ from: 10, to: 90 }), await measured({ closes: closes.map((value) => 1024 * value), from: 10, to: 90 })];
  for (const key of ["ratio", "volatility", "drawdown", "bars"] as const) expect(spans[1][key]).toBe(spans[0][key]);
  const cut = await measured({ closes: closes.slice(10, 91), times: null, from: 0, to: 80 });
  expect(cut.volatility).toBe(spans[0].volatility);
});

it("refuses rows that are not there, and stops when it is canceled", async () => {
  const refused = measureSpan({ closes, times, from: 0, to: 700 }, await testContext());
  expect(!refused.ok && failureText(refused.failure)).toBe("Both points must be rows from 1 to 700");
  const context = await testContext(2);
  const long = randomWalk(600_000, 4);
  expect(() => measureSpan({ closes: long, times: null, from: 0, to: 599_999 }, context)).toThrow(Canceled);
});
