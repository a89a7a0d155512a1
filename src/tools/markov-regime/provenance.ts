import { count, percent } from "../../lib/format.ts";
import { returnsUsed } from "../../lib/return-words.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { type MarkovRun, returnsIn } from "./use-markov";

/** Provenance of every figure of a fit: formula, settings, sample, source, and why other programs may differ. */
export function provenanceOf(run: MarkovRun) {
  const { value: fitted, perYear, riskFree, settings } = run;
  const n = `${count(returnsIn(run))} ${returnsUsed(fitted.kind, run.scale !== 1)}`;
  const year = ["Steps per year", count(perYear)] as const;
  const model = [
    ["Regimes", settings.states],
    ["Estimation", `EM from ${count(fitted.fit.starts)} starts, then the exact gradient; variance floor`],
    ["Seed", String(settings.seed ?? "–")],
  ] as const;
  return {
    probabilities: {
      title: "Current Regime Probabilities",
      computedBy: "regimeShares",
      formula: "P(regime at the last value | all values up to it): the filtered probability",
      settings: model,
      n,
      source: "Hamilton (1989)",
      differs: "The smoothed probability equals it at the last value only. Labels follow the mean return.",
    },
    volatility: {
      title: "Volatility",
      computedBy: "logReturns",
      formula: "sd of log returns (n − 1) · √(steps per year)",
      settings: [year],
      n,
    },
    period: {
      title: "Analysis Period",
      formula: "first and last date, and the number of rows; the expected duration of a regime is 1 / (1 − p)",
      settings: model,
      n,
    },
    change: { title: "Price Change", formula: "last price / first price − 1", n },
    sharpe: {
      title: "Sharpe Ratio",
      computedBy: "sharpeRatio",
      formula: "(mean of simple returns − rf / steps) / sd · √(steps per year), sd with n − 1",
      settings: [year, ["Risk-free rate", `${percent(riskFree, 2)} per year`]],
      n,
      differs: "Some packages omit the risk-free rate or use log returns.",
    },
    drawdown: { title: "Max Drawdown", computedBy: "drawdown", formula: "min of (P / running maximum) − 1", n },
    rows: {
      title: "Regimes",
      computedBy: "regimeRows",
      formula: "mean and standard deviation of returns by regime; expected duration 1 / (1 − p); standard errors from the exact Hessian",
      settings: [...model, year],
      n,
    },
    transition: {
      title: "Transition matrix",
      computedBy: "regimeErrors",
      formula: "P[i, j] = probability of regime j at the next step, being in i; the chain starts in its stationary distribution",
      settings: model,
      n,
      differs: "Packages that also estimate the initial distribution have a slightly higher likelihood.",
    },
    criteria: {
      title: "Number of regimes",
      computedBy: "regimeCriterion",
      formula: "BIC = −2 LL + k ln n; lowest is best",
      settings: model,
      n,
      source: "Schwarz (1978); a likelihood-ratio test has no standard distribution here (Davies 1977)",
    },
    forecast: {
      title: "Forecast",
      computedBy: "forecastRegimes",
      formula: "p[h] = p[h − 1] P; each step a mixture of the regimes",
      settings: [...model, ["Band", "90% of the mixture"]],
      n,
    },
  } satisfies Record<string, Provenance>;
}
