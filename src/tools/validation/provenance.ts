import { count, fixed, percent, plain, plural } from "../../lib/format.ts";
import { SIMPLE_RETURNS } from "../../lib/return-words.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import type { ValidationRun } from "./use-validation";

/** Provenance of every figure of a validation. */
export function provenanceOf({ value }: ValidationRun) {
  const { settings, returns, walkForward, selection, overfitting, superiorAbility, candidates, readAs } = value;
  const sample = `${count(returns)} ${readAs ? SIMPLE_RETURNS[readAs.kind] : "returns"}`;
  const n = `${sample}, ${plural(candidates.length, "candidate")}`;
  const windows: [string, string] = [
    "Windows",
    `${count(walkForward?.from.length ?? 0)} of ${count(settings.windowSize)} rows, ${percent(settings.outOfSamplePct, 0)} out of sample, every ${plural(settings.stepSize, "row")}`,
  ];
  const year: [string, string] = ["Steps per year", plain(settings.perYear)];
  const months: [string, string] = [
    "Months",
    walkForward?.months
      ? `rows carry no dates: ${plain(settings.perYear / 12)} rows each, counted from the first row`
      : "of the last row of each window",
  ];
  const riskFree: [string, string] = ["Risk-free rate", percent(settings.riskFree)];
  const seed: [string, string] = ["Seed", plain(settings.seed)];
  const trials: [string, string] = ["Trials", `${count(selection.trials)}, as independent ones ${fixed(selection.effectiveTrials, 1)}`];
  return {
    tested: {
      title: "The strategy tested",
      computedBy: "backtestRun",
      formula: "backtested on the rows validated, with its parameters and the costs and sizes set here",
      settings: [riskFree, year],
      n: sample,
    },
    testedSharpe: {
      title: "Sharpe Ratio",
      computedBy: "sharpeRatio",
      formula: "(mean − rf / N) / sd · √N of the equity's simple returns",
      settings: [riskFree, year],
      n: sample,
    },
    testedDrawdown: {
      title: "Max Drawdown",
      computedBy: "drawdown",
      formula: "min of (equity / running maximum) − 1",
      n: sample,
    },
    robustness: {
      title: "Robustness",
      computedBy: "walkForward",
      formula: "mean yearly return out of sample / mean yearly return in sample, from 0 to 100%",
      settings: [windows],
      n,
      differs: "Share of the in-sample return retained out of sample. Undefined without an in-sample gain.",
    },
    consistency: {
      title: "Consistency",
      computedBy: "walkForward",
      formula: "windows with a gain out of sample / all windows; Wilson interval, overlapping windows counted once",
      settings: [windows],
      n,
      differs: "A coin toss also gains in half of the windows: only an interval above 50% is significant.",
    },
    significance: {
      title: "Statistical Significance",
      computedBy: "walkForward",
      formula: "1 − p; p from a centered block bootstrap of the joined out-of-sample returns",
      settings: [["Resamples", `${count(settings.iterations)}, stationary blocks`], seed],
      n: sample,
      differs: `Above ${percent(1 - settings.significanceLevel, 0)} the mean out-of-sample return is significantly above 0.`,
    },
    windows: {
      title: "Walk-Forward Performance",
      computedBy: "walkForward",
      formula: "in each window, the candidate with the highest in-sample Sharpe ratio; mean return per year in and out of sample",
      settings: [windows, riskFree, year, months],
      n,
    },
    joined: {
      title: "Out of sample, windows joined",
      computedBy: "performanceOf",
      formula:
        value.kind === "record"
          ? "each row out of sample once, with the return of the record itself: nothing is selected"
          : "each row out of sample once, with the return of the latest selection before it; after the costs of each strategy, not of switching",
      settings: [windows, riskFree, year],
      n: `${count((walkForward?.equity.length ?? 1) - 1)} returns`,
    },
    folds: {
      title: "Cross-Validation Results",
      computedBy: "combinatorialSplits",
      formula: "on each fold, the candidate with the highest Sharpe ratio on the purged remainder",
      settings: [
        ["Purged", `${plural(settings.purge, "row")} on both sides`],
        ["Embargo", `${plural(settings.embargoRows, "row")} after`],
        year,
      ],
      n,
      differs: "Libraries without purging leak the test fold into the lookback.",
    },
    paths: {
      title: "Combinatorial paths",
      computedBy: "combinatorialSplits",
      formula: "all combinations of test folds; each path joins every fold from a split not trained on it",
      settings: [["Folds", `${count(settings.pathFolds)}, ${count(settings.testFolds)} tested at once`]],
      n,
    },
    bootstrap: {
      title: "Bootstrapped Sharpe Ratio",
      computedBy: "blockLengths",
      formula: "block bootstrap of the best candidate's returns; BCa intervals (percentile for drawdowns)",
      settings: [
        ["Blocks", `${settings.scheme}, ${settings.scheme === "stationary" ? "mean " : ""}length ${fixed(value.block, 1)}`],
        ["Resamples", count(value.replicates)],
        seed,
      ],
      n,
    },
    sharpe: {
      title: "Sharpe Ratio",
      computedBy: "sharpeRatio",
      formula: "of the best candidate over the whole sample",
      settings: [riskFree, year],
      n,
    },
    psr: {
      title: "Probabilistic Sharpe Ratio",
      computedBy: "probabilisticSharpe",
      formula: "probability that the true Sharpe ratio is above 0, for a single trial",
      settings: [riskFree],
      n: sample,
    },
    dsr: {
      title: "Deflated Sharpe Ratio",
      computedBy: "deflatedSharpe",
      formula: "probability that the true Sharpe ratio exceeds the expected maximum of as many null trials",
      settings: [
        trials,
        [
          "Standard deviation of trials",
          selection.spreadFrom === "trials" ? "of the candidates' Sharpe ratios" : "standard error of the single trial",
        ],
      ],
      n: sample,
      differs: "Any search finds a high Sharpe ratio eventually, so the number of trials matters.",
    },
    trackRecord: {
      title: "Minimum Track Record Length",
      computedBy: "minimumTrackRecord",
      formula: `returns needed for a Sharpe ratio above 0 at ${percent(1 - settings.significanceLevel, 0)} confidence`,
      settings: [year],
      n: `${count(returns)} returns given`,
    },
    pbo: {
      title: "Probability of Backtest Overfitting",
      computedBy: "overfittingOf",
      formula: "share of all CSCV splits in which the candidate best in one half is below the median in the other",
      settings: [["CSCV splits", overfitting ? `${count(overfitting.splits)}, from ${count(overfitting.blocks)} blocks` : "none"]],
      n,
      differs: "Needs about ten candidates to be informative.",
    },
    superior: {
      title: "Superior predictive ability",
      computedBy: "testSuperiorAbility",
      formula: "Hansen's consistent p-value for the best outperformance under no candidate beating the benchmark",
      settings: [["Resamples", count(superiorAbility?.replicates ?? 0)], seed],
      n,
    },
  } satisfies Record<string, Provenance>;
}
