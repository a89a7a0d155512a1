import { count, fixed, percent, plain } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import type { ValidationRun } from "./use-validation";

/** What stands behind every figure of a validation. */
export function provenanceOf({ value }: ValidationRun) {
  const { settings, returns, walkForward, selection, overfitting, superiorAbility, candidates } = value;
  const n = `${count(returns)} returns, ${count(candidates.length)} candidates`;
  const windows: [string, string] = [
    "Windows",
    `${count(walkForward?.from.length ?? 0)} of ${count(settings.windowSize)} rows, ${percent(settings.outOfSamplePct, 0)} out of sample, every ${count(settings.stepSize)} rows`,
  ];
  const year: [string, string] = ["Steps per year", plain(settings.perYear)];
  const riskFree: [string, string] = ["Risk-free rate", percent(settings.riskFree)];
  const seed: [string, string] = ["Seed", plain(settings.seed)];
  const trials: [string, string] = ["Trials", `${count(selection.trials)}, as independent ones ${fixed(selection.effectiveTrials, 1)}`];
  return {
    robustness: {
      title: "Robustness",
      computedBy: "walkForward",
      formula: "mean yearly return out of sample / mean yearly return in sample, from 0 to 100%",
      settings: [windows],
      n,
      differs:
        "How much of the gain in sample is left on rows the choice had not seen: 100% is all of it. Not defined where nothing was gained in sample.",
    },
    consistency: {
      title: "Consistency",
      computedBy: "walkForward",
      formula: "windows with a gain out of sample / all windows; interval by Wilson, windows that overlap counting as one",
      settings: [windows],
      n,
      differs: "Half of the windows of a coin toss gain too: only an interval above 50% says something.",
    },
    significance: {
      title: "Statistical Significance",
      computedBy: "walkForward",
      formula: "1 − p; p = share of resamples with a mean as far above theirs as the joined out-of-sample returns are above 0",
      settings: [["Resamples", `${count(settings.iterations)}, stationary blocks`], seed],
      n: `${count(returns)} returns`,
      differs: `Above ${percent(1 - settings.significanceLevel, 0)} the mean return out of sample is unlikely to be chance alone.`,
    },
    windows: {
      title: "Walk-Forward Performance",
      computedBy: "walkForward",
      formula: "in each window the candidate with the highest Sharpe ratio in sample; mean return per year before and after the choice",
      settings: [windows, riskFree, year],
      n,
    },
    folds: {
      title: "Cross-Validation Results",
      computedBy: "combinatorialSplits",
      formula: "the candidate with the highest Sharpe ratio on the purged rest of the sample, on each fold",
      settings: [["Purged", `${count(settings.purge)} rows on both sides`], ["Embargo", `${count(settings.embargoRows)} rows after`], year],
      n,
      differs: "Libraries without purging let the lookback see the fold that is tested.",
    },
    paths: {
      title: "Combinatorial paths",
      computedBy: "combinatorialSplits",
      formula: "every way to leave out some folds; each path takes every fold from a split that did not train on it",
      settings: [["Folds", `${count(settings.pathFolds)}, ${count(settings.testFolds)} tested at once`]],
      n,
    },
    bootstrap: {
      title: "Bootstrapped Sharpe Ratio",
      computedBy: "blockLengths",
      formula:
        "returns of the candidate best over the whole sample, drawn in blocks; interval bias-corrected and accelerated (drawdowns: percentiles)",
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
      formula: "of the candidate with the highest one over the whole sample",
      settings: [riskFree, year],
      n,
    },
    psr: {
      title: "Probabilistic Sharpe Ratio",
      computedBy: "probabilisticSharpe",
      formula: "probability that the true Sharpe ratio is above 0, as if this had been the only trial",
      settings: [riskFree],
      n: `${count(returns)} returns`,
    },
    dsr: {
      title: "Deflated Sharpe Ratio",
      computedBy: "deflatedSharpe",
      formula: "probability that the true Sharpe ratio is above what the best of as many worthless trials would show",
      settings: [
        trials,
        [
          "Spread of trials",
          selection.spreadFrom === "trials" ? "of the candidates' Sharpe ratios" : "standard error of the only one known",
        ],
      ],
      n: `${count(returns)} returns`,
      differs: "Without the number of trials any search finds a high Sharpe ratio sooner or later.",
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
      formula: "share of all halvings of the sample in which the candidate best in one half is below the median in the other",
      settings: [["Halvings", overfitting ? `${count(overfitting.splits)}, from ${count(overfitting.blocks)} blocks` : "none"]],
      n,
      differs: "Needs about ten candidates to mean anything.",
    },
    superior: {
      title: "Superior predictive ability",
      computedBy: "testSuperiorAbility",
      formula: "p of as large a best outperformance if no candidate beats the benchmark: Hansen's consistent one",
      settings: [["Resamples", count(superiorAbility?.replicates ?? 0)], seed],
      n,
    },
  } satisfies Record<string, Provenance>;
}
