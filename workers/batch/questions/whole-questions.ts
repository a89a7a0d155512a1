import type * as v from "valibot";
import { succeed } from "../../contract";
import { questionSettings } from "../schema";
import { chosen } from "./columns";
import { question } from "./question";

type Settings = v.InferOutput<typeof questionSettings.portfolio>;

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
  about: "Optimal weights of all series for an objective",
  of: "assets",
  job: "optimize-portfolio",
  settings: questionSettings.portfolio,
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
  about: "Reports of trading results (text, statements, MetaTrader's HTML), converted to named figures",
  of: "file",
  job: "convert-results",
  settings: questionSettings.convert,
  input: ({ blob }, { startingBalance }) => succeed({ source: blob, startingBalance }),
});
