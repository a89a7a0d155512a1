import { expect, it } from "vitest";
import { listWatched } from "../../../workers/batch/jobs/list-watched";
import { watchSeries } from "../../../workers/batch/jobs/watch-series";
import { DAY } from "../../../workers/contract";
import { decideStep } from "../../../workers/engine/jobs/decide-step";
import { fitRegimesJob } from "../../../workers/regimes/jobs/fit-regimes";
import { analyzeRisk } from "../../../workers/risk";
import { figuresByTool } from "../../../workers/risk/jobs/figures-by-tool";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

/** Weekdays from 2020-01-01 on, with oscillating prices. */
function weekdays(n: number) {
  const times = new Float64Array(n);
  const values = new Float64Array(n);
  let time = Date.UTC(2020, 0, 1);
  for (let row = 0; row < n; row++) {
    times[row] = time;
    values[row] = 100 * Math.exp(0.02 * Math.sin(row) + 0.0003 * row + 0.03 * Math.sin(row / 40) * Math.cos(row * row));
    do time += DAY;
    while ([0, 6].includes(new Date(time).getUTCDay()));
  }
  return { times, values };
}
const seriesOf = (values: Float64Array, times: Float64Array | null) => ({
  hash: "h",
  name: "Series",
  length: values.length,
  times,
  columns: [{ name: "Close", role: "close" as const, values }],
  primary: 0,
});
async function figures(values: Float64Array, times: Float64Array | null, byPrograms = false) {
  return resultOf(await watchSeries({ series: seriesOf(values, times), column: null, perYear: 252, byPrograms }, await testContext()));
}

it("has the figures of the screens it summarizes", async () => {
  const { times, values } = weekdays(600);
  const context = await testContext();
  const row = await figures(values, times, true);
  const { byTool: _, ...ours } = row;
  // Other programs' figures are computed only on request, and change nothing else.
  expect(await figures(values, times)).toEqual(ours);
  const risk = await analyzeRisk({ values, times, perYear: 252, iterations: 50 }, context);
  const regimes = await fitRegimesJob({ values, kind: "auto", times }, context);
  const decided = decideStep({ prices: values, step: 599, settings: {} }, context);
  if (!risk.ok || !regimes.ok || !decided.ok) throw new Error("no answer");
  expect(row.volatility).toBe(risk.value.additionalMetrics.volatility);
  expect(row.valueAtRisk).toBe(risk.value.var);
  expect(row.maxDrawdown).toBe(-risk.value.maxDrawdown / 100);
  expect(row.maxDrawdown).toBeLessThanOrEqual(row.drawdown);
  expect(row.drawdown).toBe(values[599] / Math.max(...values) - 1);
  const printed = await figuresByTool({ values, times, perYear: 252 }, context);
  expect(printed.ok && row.byTool).toEqual(printed.ok && printed.value);
  // Programs with the same definition report our figure; the others do not.
  expect(row.byTool?.excel.volatility).toBeCloseTo(row.volatility ?? 0, 14);
  expect(row.byTool?.empyrical.valueAtRisk).toBeCloseTo(row.valueAtRisk, 14);
  expect(row.byTool?.tradingView.volatility).not.toBeCloseTo(row.volatility ?? 0, 3);
  expect(row.regime.value?.probability).toBe(Math.max(...Object.values(regimes.value.current_regime_probabilities)));
  expect(row.decision.value?.action).toBe(decided.value.result.action);
  expect(row.last).toBe(values[599]);
  expect(row.outline[47]).toBe(values[599]);
});

it("looks back a day over a weekend, and a month by the calendar", async () => {
  const { times, values } = weekdays(300);
  const monday = times.findLastIndex((time) => new Date(time).getUTCDay() === 1) + 1;
  const row = await figures(values.slice(0, monday), times.slice(0, monday));
  expect(row.day).toEqual({ ratio: values[monday - 1] / values[monday - 2] - 1, steps: 1 });
  const last = new Date(times[monday - 1]);
  const before = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 1, last.getUTCDate());
  const from = times.findLastIndex((time) => time <= before);
  expect(row.month).toEqual({ ratio: values[monday - 1] / values[from] - 1, steps: monday - 1 - from });
});

it("has no change if the previous value is too old, and counts steps if rows have no dates", async () => {
  const { values } = weekdays(120);
  const months = Float64Array.from(values, (_, row) => Date.UTC(2010, row + 1, 0));
  const monthly = await figures(values, months);
  expect(monthly.day).toBeNull();
  expect(monthly.month).toEqual({ ratio: values[119] / values[118] - 1, steps: 1 });
  const undated = await figures(values, null);
  expect(undated.month).toEqual({ ratio: values[119] / values[98] - 1, steps: 21 });
});

it("reports what short series and series of returns lack, and refuses what is not a numeric series", async () => {
  const short = await figures(weekdays(30).values, null);
  expect(short.regime).toMatchObject({ value: null, reason: expect.stringContaining("100") });
  const returns = await figures(
    weekdays(200).values.map((value, row) => (row % 2 ? 1 : -1) * 0.001 * value),
    null,
  );
  expect(returns.kind).toBe("returns");
  expect(returns.decision).toMatchObject({ value: null, reason: expect.stringContaining("returns") });
  const gap = Float64Array.of(1, 2, Number.NaN, 3);
  const refused = await watchSeries({ series: seriesOf(gap, null), column: null, perYear: 252, byPrograms: false }, await testContext());
  expect(refused).toMatchObject({ ok: false, failure: { row: 3 } });
});

it("accepts a single column of a table", async () => {
  const { times, values } = weekdays(150);
  const table = { ...seriesOf(values, times), columns: [{ name: "A", role: "value" as const, values }] };
  const outcome = await watchSeries({ series: table, column: "A", perYear: 252, byPrograms: false }, await testContext());
  expect(outcome).toMatchObject({ ok: true, value: { last: values[149], length: 150 } });
  const bars = ["open", "high", "low", "close"].map((role) => ({ name: role, role: role as "open" }));
  const named = ["A", "B"].map((name) => ({ name, role: "value" as const }));
  const datasets = [
    { hash: "1", name: "Bars", columns: bars },
    { hash: "2", name: "Panel", columns: named },
  ];
  expect(listWatched({ datasets })).toMatchObject({
    value: [
      { hash: "1", column: null, name: "Bars" },
      { hash: "2", column: "A", name: "A · Panel" },
      { hash: "2", column: "B" },
    ],
  });
  // A column that is also a dataset is listed once, and on its own if its table is missing.
  const own = { hash: "3", name: "Panel (A)", columns: [named[0]], symbolOf: { panel: "2", name: "A" } };
  const beside = listWatched({ datasets: [own, ...datasets] });
  expect(beside).toEqual(listWatched({ datasets }));
  expect(listWatched({ datasets: [own] })).toMatchObject({ value: [{ hash: "3", column: null, name: "Panel (A)" }] });
});
