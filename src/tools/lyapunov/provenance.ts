import { count } from "../../lib/format.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import type { LyapunovRun } from "./use-lyapunov";

export const METHODS = { iaaft: "same values and spectrum (IAAFT)", shuffle: "shuffled values" } as const;
export const KINDS = { prices: "log returns", returns: "returns as given", values: "values as they are" } as const;

/** Provenance of every figure of a run: formula, settings, sample, source, and why other programs may differ. */
export function provenanceOf({ value: estimate, settings, ranges }: LyapunovRun) {
  const { embedding, region, surrogates, kind } = estimate;
  const n = `${count(estimate.n)} ${KINDS[kind]}`;
  const used = [
    ["Dimension", count(embedding.dimension)],
    ["Lag", count(embedding.lag)],
    ["Theiler window", count(embedding.theiler)],
    ["Fitted steps", `${region.from} to ${region.to}`],
  ] as const;
  const against = [
    ["Surrogates", `${surrogates.slopes.length}, ${METHODS[surrogates.method]}`],
    ["Seed", String(settings.seed ?? "–")],
    ["Tested on", `latest ${count(surrogates.n)} values`],
  ] as const;
  return {
    exponent: {
      title: "Lyapunov Exponent",
      computedBy: "divergenceOf",
      formula:
        "slope of S(k) = mean ln |X[i + k] − X[j(i) + k]| over the fitted steps, j(i) the nearest neighbor of i outside the Theiler window",
      settings: used,
      n,
      source: "Rosenstein, Collins and De Luca (1993)",
      differs:
        "A positive slope alone does not indicate chaos: noise has one too; compare with the surrogates. nolds gives the same curve for the same settings.",
    },
    embedding: {
      title: "Embedding used",
      formula:
        "lag: autocorrelation below 1 − 1/e, or first minimum of mutual information; dimension: the first with few false neighbors, else 3; Theiler window: the mean period; fitted range: the longest run of stable local slopes",
      settings: used,
      n,
      source: "Rosenstein, Collins and De Luca (1993); Fraser and Swinney (1986); Kennel, Brown and Abarbanel (1992)",
      differs: "Values entered override the automatic choice.",
    },
    slower: {
      title: "Surrogate p, slower",
      computedBy: "rankProbability",
      formula:
        "(1 + surrogates that diverge at most as fast) / (surrogates + 1): small where the series contracts more than its surrogates",
      settings: against,
      n: `${count(surrogates.n)} values`,
      source: "Theiler et al. (1992)",
    },
    tested: {
      title: "Slope on the tested values",
      computedBy: "divergenceOf",
      formula: "slope of S(k) over the same steps, on the values the surrogates were generated from",
      settings: [...used, ...against],
      n: `${count(surrogates.n)} values`,
    },
    mcLeodLi: {
      title: "McLeod–Li p",
      computedBy: "volatilityClustering",
      formula: "Ljung–Box statistic of the squared deviations at lags 1 to 10, against χ² with 10 degrees of freedom",
      n,
      source: "McLeod and Li (1983)",
    },
    asymmetry: {
      title: "t of the difference",
      computedBy: "lossAsymmetry",
      formula: "(mean |r| after losses − mean |r| after gains) / √(s₁²/n₁ + s₂²/n₂)",
      n,
    },
    p: {
      title: "Surrogate p",
      computedBy: "rankProbability",
      formula: "(1 + surrogates that diverge at least as fast) / (surrogates + 1)",
      settings: against,
      n: `${count(surrogates.n)} values`,
      source: "Theiler et al. (1992); Schreiber and Schmitz (1996)",
    },
    horizon: {
      title: "Prediction horizon",
      formula: "1 / exponent, only if the divergence exceeds that of the surrogates",
      settings: used,
      n,
    },
    zeroOne: {
      title: "0–1 test",
      computedBy: "zeroOneCorrelation",
      formula: "median correlation of the displacement of a walk driven by the series with time: near 0 regular, near 1 chaotic or random",
      n,
      source: "Gottwald and Melbourne (2004, 2009)",
      differs: "Near 1 for noise as well: a cross-check, not proof.",
    },
    lossAversion: {
      title: "Loss Aversion",
      computedBy: "lossAsymmetry",
      formula: ranges
        ? "mean ln(High / Low) after a loss / the same after a gain"
        : "mean |r| after a loss / the same after a gain (no High and Low)",
      n,
      source: "Black (1976); Engle and Ng (1993)",
    },
    efficiency: {
      title: "Price Efficiency",
      computedBy: "priceEfficiency",
      formula: "1 − mean over q = 2, 4, 8, 16 of |VR(q) − 1|, at least 0",
      n,
      source: "variance ratios of Lo and MacKinlay (1988)",
    },
    clustering: {
      title: "Volatility Clustering",
      computedBy: "volatilityClustering",
      formula: "mean autocorrelation of |r| at lags 1 to 10, at least 0",
      n,
      source: "Ding, Granger and Engle (1993)",
    },
    ratios: {
      title: "Variance ratios",
      computedBy: "varianceRatios",
      formula: "VR(q) = variance of q-step returns / (q × variance of one-step returns); z* is heteroskedasticity-robust",
      n,
    },
    neighbors: {
      title: "False neighbors",
      computedBy: "falseNeighbors",
      formula: "share of nearest neighbors that separate when one dimension is added",
      settings: used,
      n,
      source: "Kennel, Brown and Abarbanel (1992)",
    },
    kantz: {
      title: "Kantz's exponent",
      computedBy: "kantzAdd",
      formula: "slope of the mean ln distance to all neighbors within a radius",
      settings: used,
      n,
      source: "Kantz (1994)",
      differs: "Every usable point counts. tseriesChaos omits the last one: its curve is that of the series without its last value.",
    },
  } satisfies Record<string, Provenance>;
}
