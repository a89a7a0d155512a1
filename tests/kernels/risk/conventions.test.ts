import { describe, expect, it } from "vitest";
import { figuresByTool } from "../../../workers/risk/jobs/figures-by-tool";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";
import { close } from "../golden-close";

interface Golden {
  input: { series: string; column: string };
  expected: {
    volatility_annual_simple: number;
    annual_return_geometric: number;
    max_drawdown: number;
    sharpe_daily_rf: { value: number };
    sortino_daily_mar: { value: number };
    quantstats: { sharpe: number; sortino: number; max_drawdown: number; var95_normal: number; cvar95: number };
    var: Record<string, { empyrical_var: number; empyrical_cvar: number }>;
  };
}
interface Performance {
  input: { series: string; column: string };
  expected: {
    VaR: Record<string, number>;
    ES: Record<string, number>;
    maxDrawdown: number;
    "SharpeRatio.annualized_geometric": number;
    SortinoRatio_period: number;
    "StdDev.annualized": number;
  };
}

const context = await testContext();

async function figures(values: Float64Array, confidenceLevel = 0.95) {
  return resultOf(
    await figuresByTool({ values, kind: "values", confidenceLevel, lookbackPeriod: values.length, riskFree: 0.02, perYear: 252 }, context),
  );
}

const SERIES = ["eustockmarkets", "goog_2004_2013", "sp500_1999_2018", "syn_gbm_1000", "syn_gbm_2520", "xts_sample_180"];

describe("figures as printed by quantstats 0.0.81 and empyrical 0.5.5", () => {
  it.for(SERIES)("%s", async (name, { skip }) => {
    const { input, expected } = await goldenJson<Golden>(`risk/risk_${name}.json`);
    const values = await goldenColumn(input.series, input.column);
    if (!values) return skip("golden series not present");
    const { quantstats, empyrical } = await figures(values);
    close(quantstats.sharpe, expected.quantstats.sharpe, "quantstats Sharpe");
    close(quantstats.sortino, expected.quantstats.sortino, "quantstats Sortino");
    close(quantstats.maxDrawdown, expected.quantstats.max_drawdown, "quantstats drawdown");
    close(quantstats.valueAtRisk, -expected.quantstats.var95_normal, "quantstats VaR");
    close(quantstats.shortfall, -expected.quantstats.cvar95, "quantstats CVaR");
    close(empyrical.sharpe, expected.sharpe_daily_rf.value, "empyrical Sharpe");
    close(empyrical.sortino, expected.sortino_daily_mar.value, "empyrical Sortino");
    close(empyrical.maxDrawdown, expected.max_drawdown, "empyrical drawdown");
    close(empyrical.volatility, expected.volatility_annual_simple, "empyrical volatility");
    close(empyrical.cagr, expected.annual_return_geometric, "empyrical annual return");
    for (const [level, { empyrical_var, empyrical_cvar }] of Object.entries(expected.var)) {
      const at = (await figures(values, Number(level))).empyrical;
      close(at.valueAtRisk, empyrical_var, `empyrical VaR ${level}`);
      close(at.shortfall, empyrical_cvar, `empyrical CVaR ${level}`);
    }
  });
});

describe("figures as printed by PerformanceAnalytics 2.0.8", () => {
  it.for(["goog_2004_2013", "sp500_1999_2018", "syn_gbm_1000"])("%s", async (name, { skip }) => {
    const { input, expected } = await goldenJson<Performance>(`risk/pa_${name}.json`);
    const values = await goldenColumn(input.series, input.column);
    if (!values) return skip("golden series not present");
    for (const level of ["0.90", "0.95", "0.99"]) {
      const { performanceAnalytics } = await figures(values, Number(level));
      close(performanceAnalytics.valueAtRisk, expected.VaR[`modified_${level}`], `modified VaR ${level}`);
      close(performanceAnalytics.shortfall, expected.ES[`modified_${level}`], `modified ES ${level}`);
    }
    const { performanceAnalytics } = await figures(values);
    close(performanceAnalytics.maxDrawdown, -expected.maxDrawdown, "drawdown");
    close(performanceAnalytics.sharpe, expected["SharpeRatio.annualized_geometric"], "Sharpe");
    close(performanceAnalytics.sortino, expected.SortinoRatio_period, "Sortino of a step");
    close(performanceAnalytics.volatility, expected["StdDev.annualized"], "volatility");
  });
});

describe("volatility by convention", () => {
  it("equals numpy 2.4.6, pandas 3.0.6 and TTR 0.24.3 on 999 returns", async () => {
    const values = (await goldenColumn("series/syn_gbm_1000.csv", "Close"))!;
    const { volatilities, tradingView } = await figures(values);
    expect(volatilities.sample).toBeCloseTo(0.18848687010010035, 12);
    expect(volatilities.population).toBeCloseTo(0.18839250870740298, 12);
    expect(volatilities.calendar).toBeCloseTo(0.22684398327967908, 12);
    expect(volatilities.log).toBeCloseTo(0.18852365515213645, 12);
    // TTR::volatility(Close, n = 1000, calc = "close", N = 260)
    expect((volatilities.log ?? 0) * Math.sqrt(260 / 252)).toBeCloseTo(0.191492714266267, 12);
    expect(volatilities.monthly).toBeNull();
    // Its definition by numpy: std of the last 10 log returns, over n, times sqrt(365).
    expect(tradingView.volatility).toBeCloseTo(0.13826963522368865, 12);
  });
});

it("does not depend on the scale of the values, and gives no ratio without variation", async () => {
  const values = Float64Array.from({ length: 300 }, (_, t) => 100 + 10 * Math.sin(t / 3) + t / 10);
  const first = await figures(values);
  const scaled = await figures(values.map((value) => 1024 * value));
  expect(scaled).toEqual(first);
  const flat = await figures(new Float64Array(50).fill(7));
  expect(flat.quantstats).toMatchObject({ sharpe: null, valueAtRisk: null, shortfall: null });
  expect(flat.performanceAnalytics).toMatchObject({ valueAtRisk: null, shortfall: null, sortino: null });
});

describe("TradingView and Excel, computed by hand", () => {
  // Worked by hand: months of 2%, -1%, 3% and 0%, a rate of 2% a year.
  const at = (month: number, day: number) => Date.UTC(2024, month, day);
  const times = Float64Array.of(at(0, 1), at(0, 15), at(0, 31), at(1, 29), at(2, 10), at(2, 29), at(3, 30));
  const values = Float64Array.of(100, 95, 102, 100.98, 90, 104.0094, 104.0094);
  const asked = { values, times, kind: "values" as const, confidenceLevel: 0.75, lookbackPeriod: 7, riskFree: 0.02, perYear: 252 };

  it("TradingView: mean minus a twelfth of the rate, over the standard deviation of monthly returns", async () => {
    const found = resultOf(await figuresByTool(asked, context));
    const { tradingView } = found;
    // Mean 0.01, deviation sqrt(0.001 / 4), downside sqrt((0.0116667^2 + 0.0016667^2) / 4); 120 days.
    expect(tradingView.sharpe).toBeCloseTo(0.5270462766947299, 10);
    expect(tradingView.cagr).toBeCloseTo(1.040094 ** (365 / 120) - 1, 10);
    expect(tradingView.sortino).toBeCloseTo(Math.SQRT2, 10);
    expect(tradingView.maxDrawdown).toBeCloseTo(90 / 102 - 1, 12);
    expect(tradingView).toMatchObject({ valueAtRisk: null, shortfall: null, volatility: null });
    // Of months, and a twelfth of a year is a month.
    expect(found.volatilities.monthly).toBeCloseTo(Math.sqrt(0.001 / 3) * Math.sqrt(12), 10);
    const undated = await figuresByTool({ ...asked, times: null }, context);
    expect(undated.ok && undated.value.tradingView).toMatchObject({ sharpe: null, sortino: null, cagr: null });
  });

  it("Excel: PERCENTILE.INC of six returns is a quarter of the way from the second to the third", async () => {
    const { excel } = resultOf(await figuresByTool(asked, context));
    const [least, second, third] = [90 / 100.98 - 1, 95 / 100 - 1, -0.01];
    const percentile = second + 0.25 * (third - second);
    expect(excel.valueAtRisk).toBeCloseTo(-percentile, 12);
    expect(excel.shortfall).toBeCloseTo(-(least + second) / 2, 12);
    expect(excel.cagr).toBeCloseTo(1.040094 ** (252 / 6) - 1, 9);
  });
});
