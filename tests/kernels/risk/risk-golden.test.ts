import { describe, expect, it } from "vitest";
import { analyzeRisk, type RiskReport } from "../../../workers/risk/jobs/analyze-risk";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";
import { close } from "../golden-close";
import { momentsTwin } from "../reference/series-statistics";

interface Level {
  historical_var_linear: number;
  historical_cvar_le_quantile: number;
  parametric_normal_var: number;
  parametric_normal_cvar: number;
  cornish_fisher_var: number;
}
interface Golden {
  input: { series: string; column: string };
  expected: {
    returns: { simple_mean: number; simple_sd_ddof1: number; skew: number; excess_kurtosis: number };
    volatility_annual_simple: number;
    total_return: number;
    annual_return_geometric: number;
    max_drawdown: number;
    drawdown_detail: { peak_price_index: number; trough_price_index: number };
    sharpe_daily_rf: { value: number };
    sortino_daily_mar: { value: number; downside_risk_annual: number };
    quantstats: { sharpe: number; sortino: number; max_drawdown: number };
    var: Record<string, Level>;
  };
}
interface Performance {
  input: { series: string; column: string };
  expected: {
    VaR: Record<string, number>;
    ES: Record<string, number>;
    maxDrawdown: number;
    "SharpeRatio.annualized_arithmetic": number;
    SharpeRatio_period: number;
    SortinoRatio_period: number;
    "StdDev.annualized": number;
    DownsideDeviation: number;
    skewness: number;
    kurtosis_excess: number;
  };
}

const context = await testContext();

async function reportOf(values: Float64Array, confidenceLevel: number, riskFree = 0.02): Promise<RiskReport> {
  const lookbackPeriod = values.length;
  return resultOf(await analyzeRisk({ values, kind: "values", confidenceLevel, lookbackPeriod, iterations: 0, riskFree }, context));
}

const CASES = ["eustockmarkets", "goog_2004_2013", "sp500_1999_2018", "syn_gbm_1000", "syn_gbm_2520", "xts_sample_180"];

describe("risk figures of empyrical 0.5.5, quantstats 0.0.81 and numpy 2.4.6", () => {
  for (const name of CASES) {
    it(name, async ({ skip }) => {
      const { input, expected } = await goldenJson<Golden>(`risk/risk_${name}.json`);
      const values = await goldenColumn(input.series, input.column);
      if (!values) return skip("golden series not present");
      for (const [level, figures] of Object.entries(expected.var)) {
        const { losses } = await reportOf(values, Number(level));
        close(losses.historicalVar.value, figures.historical_var_linear, `historical VaR ${level}`);
        close(losses.historicalShortfall.value, figures.historical_cvar_le_quantile, `historical ES ${level}`);
        close(losses.parametricVar.value, figures.parametric_normal_var, `parametric VaR ${level}`);
        close(losses.parametricShortfall.value, figures.parametric_normal_cvar, `parametric ES ${level}`);
        close(losses.cornishFisherVar.value, figures.cornish_fisher_var, `Cornish-Fisher VaR ${level}`);
      }
      const { metrics, maxDrawdown, episodes } = await reportOf(values, 0.95);
      close(metrics.annualReturn.value, 252 * expected.returns.simple_mean, "mean");
      close(metrics.volatility.value, expected.volatility_annual_simple, "volatility");
      close(metrics.skewness.value, expected.returns.skew, "skewness");
      close(metrics.kurtosis.value, expected.returns.excess_kurtosis, "kurtosis");
      close(metrics.totalReturn.value, expected.total_return, "total return");
      close(metrics.cagr.value, expected.annual_return_geometric, "CAGR");
      close(metrics.maxDrawdown.value, expected.max_drawdown, "max drawdown");
      close(maxDrawdown, -100 * expected.max_drawdown, "max drawdown in percent");
      close(metrics.sharpe.value, expected.sharpe_daily_rf.value, "Sharpe");
      close(metrics.sortino.value, expected.sortino_daily_mar.value, "Sortino");
      const { peak, trough } = episodes[0];
      expect([peak, trough]).toEqual([expected.drawdown_detail.peak_price_index, expected.drawdown_detail.trough_price_index]);
      // quantstats takes the rate of one day as (1 + rf)^(1/252) - 1.
      const geometric = await reportOf(values, 0.95, 252 * (1.02 ** (1 / 252) - 1));
      close(geometric.metrics.sharpe.value, expected.quantstats.sharpe, "quantstats Sharpe");
      close(geometric.metrics.sortino.value, expected.quantstats.sortino, "quantstats Sortino");
    });
  }
});

describe("risk figures of PerformanceAnalytics 2.0.8", () => {
  for (const name of ["goog_2004_2013", "sp500_1999_2018", "syn_gbm_1000"]) {
    it(name, async ({ skip }) => {
      const { input, expected } = await goldenJson<Performance>(`risk/pa_${name}.json`);
      const values = await goldenColumn(input.series, input.column);
      if (!values) return skip("golden series not present");
      // Its deviation is the population's; skewness and kurtosis are ours.
      const population = Math.sqrt(1 - 1 / (values.length - 1));
      for (const level of ["0.90", "0.95", "0.99"]) {
        const { losses, metrics } = await reportOf(values, Number(level));
        close(losses.historicalVar.value, expected.VaR[`historical_${level}`], `historical VaR ${level}`);
        close(losses.historicalShortfall.value, expected.ES[`historical_${level}`], `historical ES ${level}`);
        const mean = (metrics.annualReturn.value ?? Number.NaN) / 252;
        const narrower = (value: number | null) => -mean + ((value ?? Number.NaN) + mean) * population;
        close(narrower(losses.parametricVar.value), expected.VaR[`gaussian_${level}`], `Gaussian VaR ${level}`);
        close(narrower(losses.parametricShortfall.value), expected.ES[`gaussian_${level}`], `Gaussian ES ${level}`);
        close(narrower(losses.cornishFisherVar.value), expected.VaR[`modified_${level}`], `modified VaR ${level}`);
      }
      const { metrics } = await reportOf(values, 0.95);
      close(metrics.maxDrawdown.value, -expected.maxDrawdown, "max drawdown");
      close(metrics.sharpe.value, expected["SharpeRatio.annualized_arithmetic"], "Sharpe");
      close(metrics.volatility.value, expected["StdDev.annualized"], "volatility");
      close(metrics.skewness.value, expected.skewness, "skewness");
      close(metrics.kurtosis.value, expected.kurtosis_excess, "kurtosis");
      close((metrics.sortino.value ?? Number.NaN) / Math.sqrt(252), expected.SortinoRatio_period, "Sortino of a day");
    });
  }
});

it("the moments agree with their definitions", async () => {
  const values = await goldenColumn("series/syn_gbm_1000.csv", "Close");
  if (!values) throw new Error("no series");
  const returns = values.slice(1).map((value, t) => value / values[t] - 1);
  const { mean, m2, m3, m4 } = momentsTwin(returns);
  const { metrics } = await reportOf(values, 0.95);
  close(metrics.annualReturn.value, 252 * mean, "mean");
  close(metrics.skewness.value, m3 / m2 ** 1.5, "skewness");
  close(metrics.kurtosis.value, m4 / m2 ** 2 - 3, "kurtosis");
});
