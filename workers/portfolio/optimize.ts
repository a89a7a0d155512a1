import { type Count, type Fraction, fail, failBecause, type Outcome, succeed } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";
import { readSettings } from "../runtime/schema";
import { equalRisk } from "./equal-risk";
import { type Corner, traceCorners } from "./frontier";
import { hierarchicalWeights, type Linkage } from "./hierarchical";
import { hierarchicalEqualRisk } from "./hierarchical-equal-risk";
import { withRow } from "./limits";
import { highestRatio, minimumVariance, type OptimumOutcome, targetReturn } from "./mean-variance";
import * as messages from "./messages";
import { type MinimumShortfall, minimumCvar } from "./minimum-cvar";
import type { OpenRequest } from "./request";
import { objectiveSchema } from "./schema";

/** The objective of the weights. */
export type Objective =
  | { kind: "minimum-variance" }
  | { kind: "maximum-sharpe" }
  /** Minimum variance with at least this expected annual return. */
  | { kind: "target-return"; target: Fraction }
  /** Maximum of mean'w - aversion / 2 w'Sw. */
  | { kind: "maximum-utility"; aversion: number }
  | { kind: "maximum-diversification" }
  /** Minimum expected shortfall per step at the confidence level, optionally with a minimum expected annual return. */
  | { kind: "minimum-cvar"; confidence: Fraction; target: Fraction | null }
  /** Equal risk shares, or these shares by asset. */
  | { kind: "equal-risk"; shares: readonly Fraction[] | null }
  | { kind: "hierarchical"; linkage: Linkage }
  /** Equal risk between the clusters of the tree, with a given number of clusters, or as many as the tree shows. */
  | { kind: "hierarchical-equal-risk"; linkage: Linkage; clusters: Count | null }
  | { kind: "inverse-volatility" }
  | { kind: "equal-weight" };

export interface Found {
  weights: Float64Array;
  /** The objective used: minimum variance if no portfolio earns more than the risk-free rate. */
  used: Objective["kind"];
  /** Largest violation of the optimality conditions; null if the rule has none. */
  residual: number | null;
  /** Per step, for minimum CVaR. */
  shortfall: Pick<MinimumShortfall, "valueAtRisk" | "expectedShortfall" | "gap"> | null;
  /** Assets in tree order, for HRP and HERC. */
  order: Count[] | null;
  /** Cluster of each asset, from 1, for HERC. */
  clusters: Count[] | null;
  notes: string[];
}

const plain = (used: Objective["kind"], weights: Float64Array, residual: number | null = null, notes: string[] = []): Found => ({
  weights,
  used,
  residual,
  shortfall: null,
  order: null,
  clusters: null,
  notes,
});

/** Weights by an objective; limits that a rule cannot respect are named in the notes. */
export function optimize(context: JobContext, kernels: PortfolioKernels, open: OpenRequest, objective: Objective): Outcome<Found> {
  const { estimates, limits, riskFree, names } = open;
  const { covariance, means } = estimates;
  const n = names.length;
  const { refusal } = readSettings(objectiveSchema, objective);
  if (refusal !== null) return failBecause("bad-input", refusal);
  const settle = (outcome: OptimumOutcome, notes: string[] = []): Outcome<Found> =>
    typeof outcome === "string" ? trouble(outcome) : succeed(plain(objective.kind, outcome.weights, outcome.residual, notes));
  switch (objective.kind) {
    case "minimum-variance":
      return settle(minimumVariance(context, kernels, estimates, limits));
    case "maximum-utility":
      return settle(minimumVariance(context, kernels, estimates, limits, objective.aversion));
    case "target-return": {
      const found = targetReturn(context, kernels, estimates, limits, objective.target);
      return found === "infeasible" ? outOfReach(context, kernels, open, objective.target) : settle(found);
    }
    case "maximum-sharpe": {
      const excess = means.map((mean) => mean - riskFree);
      const found = highestRatio(context, kernels, covariance, excess, limits);
      if (found !== "infeasible") return settle(found);
      const least = minimumVariance(context, kernels, estimates, limits);
      if (typeof least === "string") return trouble(least);
      return succeed(plain("minimum-variance", least.weights, least.residual, [messages.noExcess({ riskFree })]));
    }
    case "maximum-diversification": {
      const flat = withoutVariation(open);
      if (flat) return fail("bad-input", "portfolio/flat", { name: flat });
      const volatilities = means.map((_, i) => Math.sqrt(covariance[i * (n + 1)]));
      return settle(highestRatio(context, kernels, covariance, volatilities, limits));
    }
    case "minimum-cvar":
      return minimumCvarPortfolio(context, kernels, open, objective.confidence, objective.target);
    case "equal-weight":
      return succeed(plain("equal-weight", new Float64Array(n).fill(1 / n), null, ignoredLimits(open)));
    case "inverse-volatility":
    case "hierarchical":
    case "hierarchical-equal-risk":
    case "equal-risk":
      return byRisk(context, kernels, open, objective);
  }
}

function trouble(outcome: "infeasible" | "not-positive" | "stopped"): Outcome<never> {
  return outcome === "infeasible" ? fail("bad-input", "portfolio/infeasible") : fail("not-converged", "portfolio/stopped");
}

const withoutVariation = ({ names, estimates }: OpenRequest) => names.find((_, i) => !(estimates.covariance[i * (names.length + 1)] > 0));

/** Heuristic weights support no limits other than "no short positions": a note if others were requested. */
function ignoredLimits({ limits }: OpenRequest): string[] {
  const usual = limits.rows.length === 1 && limits.lower.every((bound) => bound <= 0) && limits.upper.every((bound) => bound >= 1);
  return usual ? [] : [messages.limitsIgnored];
}

type ByRisk = Extract<Objective, { kind: "inverse-volatility" | "hierarchical" | "hierarchical-equal-risk" | "equal-risk" }>;

function byRisk(context: JobContext, kernels: PortfolioKernels, open: OpenRequest, objective: ByRisk): Outcome<Found> {
  const { covariance } = open.estimates;
  const n = open.names.length;
  const flat = withoutVariation(open);
  if (flat) return fail("bad-input", "portfolio/flat", { name: flat });
  const notes = ignoredLimits(open);
  if (objective.kind === "hierarchical") {
    const { weights, order } = hierarchicalWeights(context, covariance, n, objective.linkage);
    return succeed({ ...plain("hierarchical", weights, null, notes), order });
  }
  if (objective.kind === "hierarchical-equal-risk") {
    const { clusters: asked } = objective;
    if (asked !== null && asked > n) return fail("bad-input", "portfolio/clusters");
    const { weights, order, clusters } = hierarchicalEqualRisk(context, covariance, n, objective.linkage, asked);
    return succeed({ ...plain("hierarchical-equal-risk", weights, null, notes), order, clusters });
  }
  if (objective.kind === "inverse-volatility") {
    const inverse = Float64Array.from({ length: n }, (_, i) => 1 / Math.sqrt(covariance[i * (n + 1)]));
    const total = inverse.reduce((sum, value) => sum + value, 0);
    return succeed(
      plain(
        "inverse-volatility",
        inverse.map((value) => value / total),
        null,
        notes,
      ),
    );
  }
  const asked = objective.shares ?? new Array<number>(n).fill(1);
  const total = asked.reduce((sum, share) => sum + share, 0);
  if (asked.length !== n || !asked.every((share) => share > 0 && Number.isFinite(share)))
    return fail("bad-input", "portfolio/shares", { assets: n });
  const shares = Float64Array.from(asked, (share) => share / total);
  const found = equalRisk(context, kernels, covariance, shares);
  if (!found) return fail("not-converged", "portfolio/noShares");
  return succeed(plain("equal-risk", found.weights, found.residual, notes));
}

function minimumCvarPortfolio(
  context: JobContext,
  kernels: PortfolioKernels,
  open: OpenRequest,
  confidence: Fraction,
  target: Fraction | null,
): Outcome<Found> {
  const { estimates, limits, returns, periodsPerYear } = open;
  const within = target === null ? limits : withRow(limits, estimates.means, target);
  const start = minimumVariance(context, kernels, estimates, within);
  if (start === "infeasible" && target !== null) return outOfReach(context, kernels, open, target);
  if (typeof start === "string") return trouble(start);
  const n = start.weights.length;
  const variance = start.weights.reduce((sum, _, i) => sum + estimates.covariance[i * (n + 1)], 0) / n;
  const unit = Math.sqrt(variance / periodsPerYear) || 1;
  const found = minimumCvar(context, kernels, { returns, limits: within, confidence, start: start.weights, unit });
  if (typeof found === "string") return trouble(found);
  const { weights, residual, valueAtRisk, expectedShortfall, gap } = found;
  const notes =
    (1 - confidence) * returns.rows < 5 ? [messages.thinTail({ days: Math.max(1, Math.ceil((1 - confidence) * returns.rows)) })] : [];
  return succeed({ ...plain("minimum-cvar", weights, residual, notes), shortfall: { valueAtRisk, expectedShortfall, gap } });
}

/** The failure that reports the highest expected return within the limits. */
function outOfReach(context: JobContext, kernels: PortfolioKernels, { estimates, limits }: OpenRequest, target: Fraction): Outcome<never> {
  const corners = traceCorners(context, kernels, estimates.covariance, estimates.means, limits);
  if (typeof corners === "string") return trouble(corners);
  const { weights }: Corner = corners[corners.length - 1];
  const highest = weights.reduce((sum, weight, i) => sum + weight * estimates.means[i], 0);
  return fail("bad-input", "portfolio/targetTooHigh", { target, highest });
}
