import * as v from "valibot";
import { succeed } from "../../contract";
import { yearEntries } from "../../performance/schema";
import { boundEntries } from "../../portfolio/budget-schema";
import { estimateEntries, objectiveEntries } from "../../portfolio/schema";
import { chosen } from "./columns";
import { question } from "./question";

const KINDS = [
  "maximum-sharpe",
  "minimum-variance",
  "target-return",
  "maximum-utility",
  "maximum-diversification",
  "minimum-cvar",
  "equal-risk",
  "hierarchical",
  "hierarchical-equal-risk",
  "inverse-volatility",
  "equal-weight",
] as const;
const COVARIANCES = [
  "constant-correlation",
  "single-factor",
  "constant-variance",
  "oracle-approximating",
  "sample",
  "exponential",
] as const;

const settings = v.object({
  objective: v.optional(v.picklist(KINDS), "maximum-sharpe"),
  ...objectiveEntries,
  linkage: v.optional(v.picklist(["single", "average", "complete", "ward"]), "single"),
  covariance: v.optional(v.picklist(COVARIANCES), "constant-correlation"),
  mean: v.optional(v.picklist(["arithmetic", "exponential", "james-stein", "bayes-stein"]), "arithmetic"),
  ...estimateEntries,
  ...boundEntries,
  ...yearEntries,
});
type Settings = v.InferOutput<typeof settings>;

function objectiveOf({ objective: kind, target, aversion, confidence, clusters, linkage }: Settings) {
  switch (kind) {
    case "target-return":
      return { kind, target: target ?? Number.NaN };
    case "maximum-utility":
      return { kind, aversion };
    case "minimum-cvar":
      return { kind, confidence, target: null };
    case "equal-risk":
      return { kind, shares: null };
    case "hierarchical":
      return { kind, linkage };
    case "hierarchical-equal-risk":
      return { kind, linkage, clusters };
    default:
      return { kind };
  }
}

function covarianceOf({ covariance: kind, span }: Settings) {
  if (kind === "sample" || kind === "oracle-approximating") return { kind };
  return kind === "exponential" ? { kind, span } : { kind: "ledoit-wolf" as const, target: kind };
}

/** All series together. */
export const portfolio = question({
  about: "Weights of all series together that are best at an objective",
  of: "assets",
  job: "optimize-portfolio",
  settings,
  input: (all, given) =>
    succeed({
      assets: all.map((series) => ({ name: series.name, values: chosen(series).values, times: series.times })),
      objective: objectiveOf(given),
      covariance: covarianceOf(given),
      mean: given.mean === "exponential" ? { kind: given.mean, span: given.span } : { kind: given.mean },
      limits: { lower: given.lower, upper: given.upper, groups: [] },
      riskFree: given.riskFree,
      periodsPerYear: given.periodsPerYear,
    }),
  cells: ({ names, weights }) => Object.fromEntries(names.map((name, i) => [`weights.${name}`, weights[i]])),
});

/** Each file as it is: a report of trading results. */
export const convert = question({
  about: "Reports of trading results (text, statements, MetaTrader's HTML) to named figures",
  of: "file",
  job: "convert-results",
  settings: v.object({ startingBalance: v.optional(v.nullable(v.number()), null) }),
  input: ({ blob }, { startingBalance }) => succeed({ source: blob, startingBalance }),
});
