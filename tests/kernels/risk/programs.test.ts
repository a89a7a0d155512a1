import { describe, expect, it } from "vitest";
import { DEFINITIONS } from "../../../src/analysis/programs/definitions";
import { DAY } from "../../../workers/contract";
import { figuresByTool } from "../../../workers/risk/jobs/figures-by-tool";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { close } from "../golden-close";
import { empyricalTwin, excelTwin, performanceAnalyticsTwin, quantstatsTwin, tradingViewTwin } from "../reference/programs";
import { randomWalk } from "../reference/random";

const context = await testContext();

/** A walk of calm and stormy weeks, so that tails are heavy and lean to a side. */
function stormy(length: number, seed: number): Float64Array {
  const calm = randomWalk(length, seed);
  let price = 100;
  return calm.map((value, t) => {
    const r = t === 0 ? 0 : value / calm[t - 1] - 1;
    price *= 1 + (t % 60 < 10 ? 4 * r - 0.002 : r);
    return price;
  });
}

async function told(values: Float64Array, confidenceLevel: number, perYear: number, riskFree: number) {
  const times = Float64Array.from(values, (_, t) => Date.UTC(2015, 0, 1) + t * DAY);
  const asked = { values, times, kind: "values" as const, confidenceLevel, perYear, riskFree, lookbackPeriod: values.length };
  return { times, figures: resultOf(await figuresByTool(asked, context)) };
}

/** Each figure of a twin, and no other that is missing. */
function agree(figures: Record<string, number | null>, twin: Record<string, number>) {
  for (const [name, value] of Object.entries(twin)) close(figures[name], value, name);
  for (const [name, value] of Object.entries(figures)) expect(value === null, name).toBe(!(name in twin));
}

const TWINS = { quantstats: quantstatsTwin, empyrical: empyricalTwin, performanceAnalytics: performanceAnalyticsTwin, excel: excelTwin };
const CASES = ([0.9, 0.95, 0.99] as const).flatMap((confidence, at) => [
  { confidence, seed: 3 + at, length: 400, perYear: 252, riskFree: 0.02 },
  { confidence, seed: 13 + at, length: 901, perYear: 365, riskFree: 0 },
]);

describe.for(Object.entries(TWINS))("%s by its definitions", ([tool, twin]) => {
  it.for(CASES)("$confidence, $length values, $perYear a year", async ({ confidence, seed, length, perYear, riskFree }) => {
    const values = stormy(length, seed);
    const { figures } = await told(values, confidence, perYear, riskFree);
    const returns = Float64Array.from(values.subarray(1), (value, t) => value / values[t] - 1);
    agree(figures[tool as keyof typeof TWINS], twin(returns, { confidence, perYear, riskFree }));
  });
});

it.for(CASES)("tradingView by its definitions, seed $seed", async ({ confidence, seed, length, perYear, riskFree }) => {
  const values = stormy(length, seed);
  const { figures, times } = await told(values, confidence, perYear, riskFree);
  agree(figures.tradingView, tradingViewTwin(values, times, riskFree));
});

it("are distinct where programs differ", async () => {
  const { figures } = await told(stormy(900, 5), 0.95, 252, 0.02);
  const { quantstats, empyrical, performanceAnalytics, tradingView, excel } = figures;
  expect(new Set([quantstats, empyrical, performanceAnalytics].map(({ valueAtRisk }) => valueAtRisk)).size).toBe(3);
  expect(new Set([quantstats, performanceAnalytics, tradingView, excel].map(({ sharpe }) => sharpe)).size).toBe(4);
});

it("are explained where they are defined, and only there", async () => {
  const { figures } = await told(stormy(900, 5), 0.95, 252, 0.02);
  for (const [tool, { of, source, compared }] of Object.entries(DEFINITIONS)) {
    const defined = Object.entries(figures[tool as keyof typeof DEFINITIONS]).flatMap(([name, value]) => (value === null ? [] : [name]));
    // The relative strength index is not of this job: TradingView alone of them has one, and it is ours.
    const explained = Object.keys(of).filter((name) => name !== "rsi");
    expect(explained.sort(), tool).toEqual(defined.sort());
    expect(
      [source, compared].every((words) => words.length > 10),
      tool,
    ).toBe(true);
    expect("rsi" in of).toBe(tool === "tradingView");
  }
});
