import { count, plain } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { methodLabel } from "./settings";
import type { RiskRun } from "./use-risk";

const SOURCE = { values: "simple returns of the values", returns: "returns as given" } as const;
const SCHEME = { stationary: "stationary blocks", circular: "circular blocks", independent: "single returns" } as const;

/** What stands behind every figure of the analysis: formula, settings, sample, source, and why other programs may differ. */
export function provenanceOf({ value: report }: RiskRun) {
  const { settings, bootstrap } = report;
  const n = `${count(report.returns)} ${SOURCE[report.kind]}`;
  const perYear: [string, string] = ["Steps per year", plain(settings.perYear)];
  const riskFree: [string, string] = ["Risk-free rate", `${plain(100 * settings.riskFree)}% a year`];
  const confidence: [string, string] = ["Confidence", `${plain(100 * settings.confidenceLevel)}%`];
  const lookback: [string, string] = ["Lookback", `${count(report.lookback)} newest returns`];
  const interval: [string, string] = [
    "95% interval",
    bootstrap ? `${count(bootstrap.replicates)} resamples, ${SCHEME[settings.scheme]}, seed ${plain(settings.seed)}` : "not asked for",
  ];
  const losses = { settings: [confidence, lookback, interval], n: `${count(report.lookback)} ${SOURCE[report.kind]}` };
  return {
    maxDrawdown: {
      title: "Max Drawdown",
      computedBy: "drawdownsOf",
      formula: "deepest fall below the highest value so far, in percent of that value",
      settings: [["Limit", `${plain(settings.maxDrawdown)}%`], interval],
      n,
      differs: "Its interval is of paths made of the same returns in other blocks, so it need not lie around the path that was.",
    },
    valueAtRisk: {
      title: "Value at Risk",
      computedBy: settings.method === "monte-carlo" ? "simulatedLoss" : "lossFigures",
      formula: `loss of one step that is passed with probability ${plain(Math.round(1000 * (1 - settings.confidenceLevel)) / 10)}%, as a share of the value; ${methodLabel(settings.method)}`,
      ...losses,
      differs: "PerformanceAnalytics takes the deviation with n; here it is n − 1. Longer horizons are not scaled with √t.",
    },
    shortfall: {
      title: "Expected Shortfall",
      computedBy: settings.method === "monte-carlo" ? "simulatedLoss" : "lossFigures",
      formula: "mean loss of the steps on which the value at risk is reached or passed",
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
      formula: "as the Sharpe ratio, over the root mean square of the returns below rf / steps, taken over all n",
      settings: [riskFree, perYear, interval],
      n,
      source: "Sortino and van der Meer (1991)",
      differs: "Some programs divide by the number of losing steps only, which makes it smaller.",
    },
    volatility: {
      title: "Volatility",
      formula: "standard deviation (n − 1) of simple returns × √steps per year",
      settings: [perYear, interval],
      n,
    },
    figures: {
      title: "Performance with intervals",
      computedBy: "performanceOf",
      formula: "each figure by its usual definition; intervals bias-corrected and accelerated, for drawdowns percentiles",
      settings: [riskFree, perYear, interval],
      n,
      source: "Politis and Romano (1994); Efron (1987)",
    },
    losses: {
      title: "Value at risk by method",
      computedBy: "lossFigures",
      formula: "each method on the same newest returns; the chosen one is the headline",
      ...losses,
    },
    backtest: {
      title: "Backtest of the value at risk",
      computedBy: "coverageTests",
      formula: "each step's value at risk is told from the window before it only, and held against the return that came",
      settings: [["Method", methodLabel(settings.method)], ["Window", `${plain(settings.lookbackPeriod)} returns`], confidence],
      n: report.backtest ? `${count(report.backtest.counts.observations)} steps` : undefined,
      source: "Kupiec (1995); Christoffersen (1998)",
    },
    drawdowns: {
      title: "Worst drawdowns",
      computedBy: "drawdownsOf",
      formula: "from a high to the first value as high again",
      n,
    },
  } satisfies Record<string, Provenance>;
}
