import { REACH } from "../../../workers/curiosity/schema";
import { count, percent, significant } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { type CuriosityRun, unitWords } from "./curiosity-run";
import { isLong, type ShownPatterns } from "./use-patterns";

const gpuWords = ({ rechecked, difference, bound }: NonNullable<ShownPatterns["gpu"]>): string =>
  `GPU, 32-bit correlations; ${count(rechecked)} candidates re-checked in 64 bits, largest difference ${significant(difference, 2)}, at most ${significant(bound, 2)}`;

/** Provenance of motifs and discords. */
export const shapesProvenance = ({ profile, compared, gpu }: ShownPatterns): Provenance => ({
  title: "Pattern Analysis",
  computedBy: "matrixProfile",
  formula: "distance between z-normalized windows of the log price; motifs are the closest pairs, discords the most isolated windows",
  settings: profile
    ? [
        ["Window", `${profile.width} rows`],
        ["Exclusion zone", `windows up to ${profile.exclusion} rows apart`],
        ...(compared < 1 ? [["Compared", `${percent(compared)} of all pairs; the rest can only lower distances`] as [string, string]] : []),
        ...(gpu ? [["Computed by", gpuWords(gpu)] as [string, string]] : []),
      ]
    : [],
  n: profile ? `${count(profile.distances.length)} windows` : undefined,
});

/** Provenance of every other figure of the screen. */
export function provenanceOf(run: CuriosityRun) {
  const { value, annualization, settings } = run;
  const returns = value.complexity.length;
  const n = `${count(returns)} ${value.kind === "prices" ? "log returns" : `returns ${unitWords(value) ?? "as given"}`}`;
  const year: [string, string] = ["Steps per year", String(annualization)];
  return {
    score: {
      title: "Curiosity Score",
      computedBy: "curiosityScore",
      formula: "0.4 volatility + 0.3 |trend| + 0.3 complexity, clamped to 0–1, plus a bonus for novelty above the median",
      settings: [["Bonus at most", "0.2 × (1 − score)"]],
      n,
      differs: "The Trading Dashboard's curiosity score has no bonus and uses raw volatility and trend.",
    },
    volatility: {
      title: "Market Volatility",
      computedBy: "volatilityPart",
      formula: "standard deviation (n − 1) of all log returns · √(steps per year); the note shows the last 22",
      settings: [year],
      n,
    },
    pattern: {
      title: "Pattern Strength",
      computedBy: "patternStrength",
      formula: "standard deviations by which the permutation entropy of the last returns is below that of the same returns shuffled",
      settings: [
        ["Shuffles", count(value.pattern.shuffles)],
        ["Seed", String(settings.seed ?? 1)],
      ],
      n: `the last ${count(value.pattern.returns)} returns`,
      differs: "Entropy alone is near 1 for any returns; its distance from shuffled data is informative.",
    },
    trend: {
      title: "Price Trend",
      computedBy: "driftT",
      formula: "mean log return · steps per year; t with Newey and West's errors",
      settings: [year],
      n,
    },
    importance: {
      title: "Feature Importance",
      computedBy: "curiosityScore",
      formula: "contribution to the score: weight · value / score",
      n,
    },
    alerts: {
      title: "Alerts",
      computedBy: "regimeSwitch",
      formula: "each rule compares “Now” with its limit; percentile limits are shown as levels",
      n,
      differs: `A rule triggers beyond its limit, not at it.${isLong(run) ? ` Discords are those of the latest ${count(REACH.newest)} rows.` : ""}`,
    },
    complexity: {
      title: "Complexity and surprise",
      computedBy: "noveltyOf",
      formula:
        "permutation entropy of the 128 returns to each row (order 4); surprise = −ln p(r | past) under a GARCH(1,1) with Student's t shocks",
      n,
    },
  } satisfies Record<string, Provenance>;
}

export const structureProvenance = {
  entropy: {
    title: "Permutation entropy",
    computedBy: "permutationEntropy",
    formula: "entropy of ordinal patterns; 1 if all are equally frequent",
    differs: "Equal values count as rising, by order of appearance; programs with other tie rules differ where prices repeat.",
  },
  variance: {
    title: "Variance ratio",
    computedBy: "varianceRatios",
    formula: "variance over q steps / (q × one-step variance); 1 for a random walk",
  },
  efficiency: { title: "Price efficiency", computedBy: "priceEfficiency", formula: "1 − min(1, mean |VR(q) − 1|)" },
  kaufman: { title: "Efficiency ratio", computedBy: "kaufmanEfficiency", formula: "net move / sum of moves over ten steps" },
  hurst: {
    title: "Hurst exponent, R/S",
    computedBy: "rescaledRangeHurst",
    formula: "growth of the rescaled range, minus its expectation under the null",
  },
  dfa: {
    title: "Hurst exponent, DFA",
    computedBy: "detrendedFluctuation",
    formula: "growth of the fluctuation about straight lines",
    differs:
      "Blocks are taken from both ends, so no value is dropped; programs that start from one end only, or use overlapping blocks, differ.",
  },
  fractal: { title: "Fractal dimension", computedBy: "fractalDimension", formula: "1.5 for a random walk" },
  index: {
    title: "Efficiency index",
    computedBy: "efficiencyIndex",
    formula: "distance from an efficient market on three measures; 0 is efficient",
  },
  clustering: { title: "Volatility clustering", computedBy: "volatilityClustering", formula: "mean autocorrelation of |r| at ten lags" },
  memory: { title: "Long memory d", computedBy: "localWhittle", formula: "local Whittle estimate on ln |r|" },
} satisfies Record<string, Provenance>;
