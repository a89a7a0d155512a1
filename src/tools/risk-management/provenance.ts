import { MODEL_REFITS } from "../../../workers/risk/schema";
import { modelLabel } from "../../../workers/volatility/schema";
import { intervalRow } from "../../analysis/intervals/interval-words";
import { count, plain } from "../../lib/format.ts";
import { SIMPLE_RETURNS } from "../../lib/return-words.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { givenKind } from "./given-kind";
import { methodLabel } from "./settings";
import type { RiskRun } from "./use-risk";

/** Provenance of every figure of the analysis: formula, settings, sample, source, and why other programs may differ. */
export function provenanceOf({ value: report, settings: { volatilityModel } }: RiskRun) {
  const source = SIMPLE_RETURNS[givenKind(report)];
  const { settings, bootstrap } = report;
  const n = `${count(report.returns)} ${source}`;
  const perYear: [string, string] = ["Steps per year", plain(settings.perYear)];
  const riskFree: [string, string] = ["Risk-free rate", `${plain(100 * settings.riskFree)}% per year`];
  const confidence: [string, string] = ["Confidence", `${plain(100 * settings.confidenceLevel)}%`];
  const lookback: [string, string] = ["Lookback", `${count(report.lookback)} latest returns`];
  const intervalOf = (drawn = 0) => intervalRow(bootstrap ? drawn : null, settings);
  const interval = intervalOf(bootstrap?.replicates);
  const losses = {
    settings: [confidence, lookback, intervalOf(report.canceledAfter?.losses ?? bootstrap?.replicates)],
    n: `${count(report.lookback)} ${source}`,
  };
  const byModel = {
    settings: [["Model", volatilityModel ? modelLabel(volatilityModel) : "none"], confidence] satisfies [string, string][],
    n: `${count(report.byModel?.losses?.returns ?? 0)} returns`,
    source: "McNeil and Frey (2000)",
  };
  return {
    maxDrawdown: {
      title: "Max Drawdown",
      computedBy: "drawdownsOf",
      formula: "largest decline from the running maximum, in percent",
      settings: [["Limit", `${plain(settings.maxDrawdown)}%`], interval],
      n,
      differs: "Its interval is from block-resampled paths and need not contain the realized drawdown.",
    },
    valueAtRisk: {
      title: "Value at Risk",
      computedBy: settings.method === "monte-carlo" ? "simulatedLoss" : "lossFigures",
      formula: `one-step loss exceeded with probability ${plain(Math.round(1000 * (1 - settings.confidenceLevel)) / 10)}%, as a fraction of value; ${methodLabel(settings.method)}`,
      ...losses,
      differs: "PerformanceAnalytics divides the variance by n; here by n − 1. Not scaled by √t for longer horizons.",
    },
    shortfall: {
      title: "Expected Shortfall",
      computedBy: settings.method === "monte-carlo" ? "simulatedLoss" : "lossFigures",
      formula: "mean loss on steps at or beyond the value at risk",
      ...losses,
    },
    sharpe: {
      title: "Sharpe Ratio",
      computedBy: "sharpeRatio",
      formula: "(mean − rf / steps) / deviation × √steps, simple returns, deviation with n − 1",
      settings: [riskFree, perYear, interval],
      n,
      source: "Sharpe (1994)",
      differs: "Geometric variants use the compound return, logarithmic ones log returns; QuantStats has changed its treatment of rf.",
    },
    sortino: {
      title: "Sortino Ratio",
      computedBy: "sortinoRatio",
      formula: "as the Sharpe ratio, over the downside deviation below (rf / steps), over all n",
      settings: [riskFree, perYear, interval],
      n,
      source: "Sortino and van der Meer (1991)",
      differs: "Some packages divide by the number of losing steps only, giving a smaller ratio.",
    },
    volatility: {
      title: "Volatility",
      formula: "standard deviation (n − 1) of simple returns × √(steps per year)",
      settings: [perYear, interval],
      n,
    },
    figures: {
      title: "Performance with intervals",
      computedBy: "performanceOf",
      formula: "standard definitions; intervals BCa, percentile for drawdowns",
      settings: [riskFree, perYear, interval],
      n,
      source: "Politis and Romano (1994); Efron (1987)",
    },
    losses: {
      title: "Value at risk by method",
      computedBy: "lossFigures",
      formula: "all methods on the same returns; the selected one is the headline",
      ...losses,
    },
    modelVar: {
      title: "Next-step VaR",
      computedBy: "lossesOf",
      formula: "1 − exp(m + s q): m and s expected return and volatility of the next step, q the quantile of the fitted errors",
      ...byModel,
      differs:
        "Fitted to all values, regardless of the lookback. The GARCH screen reports the loss in log returns; here it is a share of value.",
    },
    modelShortfall: {
      title: "Next-step ES",
      computedBy: "lossesOf",
      formula: "mean of the losses beyond the value at risk, by the fitted errors",
      ...byModel,
    },
    modelVolatility: {
      title: "Next-step volatility",
      formula: "expected volatility of the next return × √(steps per year)",
      ...byModel,
      settings: [...byModel.settings, perYear],
    },
    backtest: {
      title: "VaR backtest",
      computedBy: "coverageTests",
      formula: "the VaR of each step uses the prior window only and is compared with the realized return",
      settings: [["Method", methodLabel(settings.method)], ["Window", `${plain(settings.lookbackPeriod)} returns`], confidence],
      n: report.backtest ? `${count(report.backtest.counts.observations)} steps` : undefined,
      source: "Kupiec (1995); Christoffersen (1998)",
    },
    modelBacktest: {
      ...byModel,
      title: "Model VaR backtest",
      computedBy: "coverageTests",
      formula:
        "each return against m + s q of its step; McNeil–Frey: one-sided t-test that the mean of (loss − ES) / s over the exceptions is zero; Basel zone: exceptions of the 99% VaR in the latest 250 steps, up to 4 green, 5 to 9 yellow, 10 or more red",
      settings: [
        byModel.settings[0],
        ["In-sample", "parameters of the whole series"],
        [
          "Out of sample",
          `rolling window of half the returns, at most ${count(MODEL_REFITS.window)}; refitted every ${MODEL_REFITS.step} steps, at most ${MODEL_REFITS.most} times`,
        ],
      ],
      source: "Kupiec (1995); Christoffersen (1998); McNeil and Frey (2000); Basel Committee (1996)",
    },
    drawdowns: {
      title: "Worst drawdowns",
      computedBy: "drawdownsOf",
      formula: "from a peak to full recovery",
      n,
    },
  } satisfies Record<string, Provenance>;
}
