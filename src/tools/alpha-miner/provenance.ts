import { count, plain, plural } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import type { AlphaRun } from "./use-alpha";

/** Provenance of every figure of a run: formula, settings, sample, source. */
export function provenanceOf({ input, value }: AlphaRun) {
  const { settings = {} } = input;
  const wide = value.mode === "cross-section";
  const n = `${plural(value.metadata.dataPoints, "step")}${wide ? ` of ${count(input.assets.length)} assets` : ""}`;
  const groups = value.factors[0]?.buckets.length;
  const horizon = ["Horizon", plural(settings.horizon ?? 0, "step")] as const;
  const window = ["Window", plural(settings.window ?? 0, "step")] as const;
  const year = ["Steps per year", plain(settings.annualization)] as const;
  return {
    statistics: {
      title: "Factor Statistics",
      computedBy: wide ? "crossSection" : "strategyOf",
      formula: wide
        ? "weights by centered cross-sectional ranks, summing to 1 on each side; IR = mean / sd of the IC by date; p by Newey and West"
        : "position = sign of the factor (of a formula: of its z-score over the lookback), lagged one step, before costs; IR = mean / sd of the IC of non-overlapping windows; p by permutation of blocks",
      settings: [
        year,
        horizon,
        ...(wide ? [] : [window, ["Permutations", count(settings.permutations)] as const, ["Seed", plain(settings.seed)] as const]),
      ],
      n,
      source: "Grinold and Kahn; Sharpe (1994); Benjamini and Hochberg (1995)",
    },
    information: {
      title: "Information coefficient",
      computedBy: wide ? "crossSection" : "rollingInformation",
      formula: wide
        ? "IC[t] = Spearman's correlation, across assets, of the factor at t and the return over the next h steps"
        : "IC[t] = Spearman's correlation of the last w pairs of the factor and the return over the next h steps",
      settings: wide ? [] : [window],
      n,
      source: "Grinold and Kahn; Spearman (1904); Newey and West (1987)",
    },
    buckets: {
      title: "Quantile returns",
      computedBy: "quantileBuckets",
      formula: "mean log return over the next h steps by factor quantile; spread = highest − lowest",
      settings: [horizon, ["Quantiles", plain(groups)]],
      n,
    },
    turnover: {
      title: "Turnover",
      formula: wide
        ? "mean share of new names in the top quantile from date to date"
        : "share of steps on which the sign of the factor, and so the position, changes",
      n,
    },
    autocorrelation: {
      title: "Rank autocorrelation",
      formula: "Spearman autocorrelation of the factor at lag 1: near 1 for slow factors",
      n,
    },
    permutation: {
      title: "Permutation test",
      computedBy: "permutationTest",
      formula: "p = (1 + number of |S*| ≥ |S|) / (B + 1), S over the whole sample, S* with blocks of the returns shuffled",
      settings: [horizon, ["Permutations", count(settings.permutations)], ["Seed", plain(settings.seed)]],
      n,
      source: "Phipson and Smyth (2010)",
    },
    hitRate: {
      title: "Sign hit rate",
      formula: "share of steps with a position where the next return had its sign; Wilson interval",
      n,
      source: "Wilson (1927)",
    },
    correlations: {
      title: "Correlations of the factors",
      computedBy: "factorCorrelations",
      formula: "Spearman's correlation of each pair; of a pair above the threshold, the factor with the smaller |mean IC| is dropped",
      settings: [["Threshold", plain(settings.correlationThreshold)]],
      n,
      source: "Spearman (1904)",
    },
  } satisfies Record<string, Provenance>;
}

/** How formulas are parsed and checked for look-ahead. */
export const formulaProvenance: Provenance = {
  title: "Formula factors",
  computedBy: "proveFormula",
  formula: "the formula is evaluated on truncated data; every value must be identical to that on all data",
  source: "Kakushadze (2016), 101 Formulaic Alphas, for the functions",
  differs: "rank is a percentile; implementations vary. For a single series it is taken over the lookback.",
};

/** How a search is run and its result deflated. */
export const searchProvenance: Provenance = {
  title: "Search for formulas",
  computedBy: "searchFormulas",
  formula: "best of N different formulas by |IC| on the older rows; deflation = standard error × expected maximum of 2 N null formulas",
  source: "Bailey and López de Prado (2014); Benjamini and Hochberg (1995)",
  differs: "The newer rows are held out: no formula is selected on them.",
};

export const searchSpeed: Provenance = {
  title: "Speed of the search",
  formula: "formulas tried / total search time, including the look-ahead check",
  differs: "Measured on this device. Free workers share the formulas; the result does not depend on their number.",
};
