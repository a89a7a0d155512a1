import { describe, expect, it } from "vitest";
import { runBacktest } from "../../../workers/backtest/jobs/run-backtest";
import { type FiguresByTool, figuresByTool } from "../../../workers/risk/jobs/figures-by-tool";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";
import { close } from "../golden-close";
import { randomWalk } from "../reference/random";

type Levels = Record<string, number>;
interface Of {
  input: { series: string; column: string };
}
type Whole = Of &
  Record<"maxDrawdown" | "sharpe" | "sortino" | "volatility" | "cagr", number> &
  Record<"valueAtRisk" | "shortfall", Levels>;
interface Dialects {
  quantstats: { expected: Record<string, Of & { volatility: number; cagr: number }> };
  performanceAnalytics: { expected: Record<string, Whole> };
  excelFormulas: { expected: Record<string, Whole & { population: number }> };
  excelExamples: {
    "STDEV.S": { values: number[]; result: number };
    "PERCENTILE.INC": { values: number[]; k: number; result: number };
    RRI: { nper: number; pv: number; fv: number; result: number };
  };
}

const context = await testContext();
const dialects = await goldenJson<Dialects>("risk/dialects.json");

async function told(asked: Partial<Parameters<typeof figuresByTool>[0]> & { values: Float64Array }): Promise<FiguresByTool> {
  const usual = { kind: "values" as const, confidenceLevel: 0.95, lookbackPeriod: asked.values.length, riskFree: 0.02, perYear: 252 };
  return resultOf(await figuresByTool({ ...usual, ...asked }, context));
}

async function seriesOf({ input }: Of): Promise<Float64Array> {
  const values = await goldenColumn(input.series, input.column);
  if (!values) throw new Error(`no series ${input.series}`);
  return values;
}

/** Every figure of a program, its losses at three levels. */
async function holds(tool: "performanceAnalytics" | "excel", expected: Whole) {
  const values = await seriesOf(expected);
  const { [tool]: figures } = await told({ values });
  for (const figure of ["maxDrawdown", "sharpe", "sortino", "volatility", "cagr"] as const)
    close(figures[figure], expected[figure], figure);
  for (const figure of ["valueAtRisk", "shortfall"] as const) {
    for (const [level, loss] of Object.entries(expected[figure])) {
      const at = await told({ values, confidenceLevel: Number(level) });
      close(at[tool][figure], loss, `${figure} ${level}`);
    }
  }
}

describe("QuantStats 0.0.81: volatility and CAGR", () => {
  it.for(Object.entries(dialects.quantstats.expected))("%s", async ([, expected]) => {
    const { quantstats } = await told({ values: await seriesOf(expected) });
    close(quantstats.volatility, expected.volatility, "volatility");
    close(quantstats.cagr, expected.cagr, "CAGR");
  });
});

describe("PerformanceAnalytics 2.0.8: every figure", () => {
  it.for(Object.entries(dialects.performanceAnalytics.expected))("%s", ([, expected]) => holds("performanceAnalytics", expected));
});

// A second engine for formulas, whose functions have Excel's names and definitions. It saves 15 digits.
describe("Excel's formulas in LibreOffice Calc 7.4.7: every figure", () => {
  it.for(Object.entries(dialects.excelFormulas.expected))("%s", async ([, expected]) => {
    await holds("excel", expected);
    const { volatilities } = await told({ values: await seriesOf(expected) });
    close(volatilities.population, expected.population, "STDEV.P");
  });
});

describe("results Microsoft prints for Excel's functions, to the digits printed", () => {
  const { "STDEV.S": deviation, "PERCENTILE.INC": percentile, RRI: growth } = dialects.excelExamples;
  // The examples are no returns; deviation and percentile scale with them.
  const returns = (values: number[], scale: number) =>
    ({ values: Float64Array.from(values, (value) => value / scale), kind: "returns", perYear: 1, riskFree: 0 }) as const;

  it("STDEV.S", async () => {
    const { excel } = await told(returns(deviation.values, 1e4));
    expect((excel.volatility ?? 0) * 1e4).toBeCloseTo(deviation.result, 8);
  });

  it("PERCENTILE.INC", async () => {
    const { excel } = await told({ ...returns(percentile.values, 100), confidenceLevel: 1 - percentile.k });
    expect((excel.valueAtRisk ?? 0) * -100).toBeCloseTo(percentile.result, 12);
  });

  it("RRI", async () => {
    const values = Float64Array.from({ length: growth.nper + 1 }, (_, t) => growth.pv + (t * (growth.fv - growth.pv)) / growth.nper);
    expect((await told({ values, perYear: 1 })).excel.cagr).toBeCloseTo(growth.result, 7);
  });
});

describe("the equity curve of a backtest", () => {
  it("has the backtest's volatility, drawdown and daily ratios in programs with the same definitions", async () => {
    const bars = { close: randomWalk(1500, 7) };
    const settings = { riskFree: 0.02, periodsPerYear: 252, transactionCosts: 0.001, slippage: 0.0005 };
    const { equity, performance } = resultOf(
      await runBacktest({ bars, times: null, strategy: { type: "momentum" }, ...settings }, context),
    );
    const { excel, empyrical, quantstats } = await told({ values: equity });
    // Both sum the same returns, about another pivot.
    for (const figure of ["volatility", "sharpe", "sortino"] as const)
      expect(excel[figure]! / performance[figure]!, figure).toBeCloseTo(1, 10);
    for (const { maxDrawdown } of [excel, empyrical, quantstats]) expect(maxDrawdown! / performance.maxDrawdown).toBeCloseTo(1, 12);
    expect(excel.cagr! / performance.cagr).toBeCloseTo(1, 10);
  });
});
