import { describe, expect, it } from "vitest";
import { firstDifference, indicatorCase } from "../../fixtures/indicators";
import { columnKernels } from "../column-kernels";
import { type ColumnKernel, runColumn } from "../columns";
import { freshKernels } from "../context";

const kernels = await freshKernels();
const { sma, ema, rsi, momentum, volatility } = columnKernels(kernels);
/** The tools' own running sums drift by about 2e-11 at prices of 5000; the reference files recommend this tolerance. */
const REL = 1e-10;
const ABS = 1e-9;

const logReturns: ColumnKernel = (at, from, to) => kernels.logReturns(at.values, from, to, at.out);

const TTR: Record<string, ColumnKernel> = {
  sma5: sma(5),
  sma14: sma(14),
  sma20: sma(20),
  sma50: sma(50),
  ema5: ema(5),
  ema12: ema(12),
  ema14: ema(14),
  ema20: ema(20),
  ema26: ema(26),
  rsi7: rsi(7),
  rsi14: rsi(14),
  rsi21: rsi(21),
  momentum5: momentum(5),
  momentum10: momentum(10),
  logret1: logReturns,
};
/** TTR counts prices, the kernel counts returns: its n is our n - 1. */
const TTR_VOLATILITY: Record<string, ColumnKernel> = {
  vol_close10: volatility(9),
  vol_close20: volatility(19),
  vol_close22: volatility(21),
};
const NPM: Record<string, ColumnKernel> = { rsi14: rsi(14), ema12: ema(12), ema20: ema(20), sma5: sma(5), sma20: sma(20) };

const series = ["xts_sample_180", "ttrc_1500", "syn_gbm_1000", "syn_gbm_2520", "sp500_1999_2018", "goog_2004_2013", "eurusd_1h_2017_2018"];

describe("indicators agree with R's TTR 0.24.3", () => {
  it.for(series)("%s", async (name, { skip }) => {
    const { values, expected } = await indicatorCase(`ttr_${name}`);
    if (values === null) return skip("golden series not present");
    for (const [key, kernel] of Object.entries(TTR)) {
      expect(firstDifference(runColumn(kernels, values, kernel, [997]), expected[key], REL, ABS), key).toBeNull();
    }
    const roc = runColumn(kernels, values, (at, from, to) => kernels.simpleReturns(at.values, from, to, at.out));
    expect(roc[1]).toBeCloseTo(values[1] / values[0] - 1, 14);
    const returns = runColumn(kernels, values, logReturns);
    for (const [key, kernel] of Object.entries(TTR_VOLATILITY)) {
      expect(firstDifference(runColumn(kernels, returns, kernel, [997]), expected[key], REL, ABS), key).toBeNull();
    }
  });
});

describe("indicators agree with TA-Lib (talib-web 0.1.3) and trading-signals 8.3.0", () => {
  it.for(["xts_sample_180", "syn_gbm_2520", "sp500_1999_2018", "goog_2004_2013"])("%s", async (name, { skip }) => {
    const { values, expected } = await indicatorCase(`npm_${name}`);
    if (values === null) return skip("golden series not present");
    for (const [key, kernel] of Object.entries(NPM)) {
      const actual = runColumn(kernels, values, kernel);
      expect(firstDifference(actual, expected[key]["talib-web"], REL, ABS), key).toBeNull();
      if (!key.startsWith("ema")) expect(firstDifference(actual, expected[key]["trading-signals"], REL, ABS), key).toBeNull();
      // The reference rounds RSI to two decimals.
      const rounding = key === "rsi14" ? 0.005 : 0;
      expect(firstDifference(actual, expected[key].technicalindicators, REL, ABS + rounding), key).toBeNull();
    }
  });
});
