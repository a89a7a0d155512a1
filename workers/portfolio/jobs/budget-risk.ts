import type * as v from "valibot";
import { because, type Fraction, fail, failBecause, type Outcome, succeed } from "../../contract";
import { type Convention, performanceOfReturns, type RiskKernels } from "../../performance";
import {
  type AssetValues,
  type Contributions,
  contributionsOf,
  type GivenKind,
  investedWithin,
  mixedReturns,
  type OpenAssets,
  openAssets,
  pricesOf,
  wealthOf,
} from "../../risk";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import type { Alignment } from "../../series";
import { budgetSchema } from "../budget-schema";
import { LONG_ONLY, type PortfolioLimits } from "../limits";
import { type Found, type Objective, optimize } from "../optimize";
import { type OpenRequest, openRequest } from "../request";

export type BudgetObjective = Extract<Objective["kind"], "minimum-variance" | "minimum-cvar" | "equal-risk" | "hierarchical">;

export interface BudgetInput extends v.InferInput<typeof budgetSchema> {
  assets: AssetValues[];
  /** Current weights, for comparison. */
  weights: number[];
  objective: BudgetObjective;
  /** Risk shares by asset for "equal-risk", of any sum; null for equal ones. */
  shares?: readonly number[] | null;
  limits?: PortfolioLimits;
  kind?: GivenKind;
}

/** A portfolio over its own sample, with weights rebalanced every period. */
export interface PortfolioPath {
  weights: number[];
  cash: Fraction;
  maxDrawdown: Fraction;
  sharpe: number | null;
  contributions: Contributions;
  /** Wealth from 1 on, one value per row. */
  wealth: Float64Array;
}

export interface RiskBudget extends Pick<OpenAssets, "readAs"> {
  names: string[];
  used: Found["used"];
  /** Fraction of the capital invested under the drawdown cap. */
  invested: Fraction;
  current: PortfolioPath;
  proposed: PortfolioPath;
  /** Row-major. */
  correlation: Float64Array;
  shrinkage: Fraction | null;
  residual: number | null;
  notes: string[];
  /** Dates of the wealth; null if there are none. */
  times: Float64Array | null;
  alignment: Alignment;
}

function objectiveOf({ objective, shares = null }: BudgetInput, confidence: Fraction): Objective {
  switch (objective) {
    case "minimum-variance":
      return { kind: objective };
    case "minimum-cvar":
      return { kind: objective, confidence, target: null };
    case "equal-risk":
      return { kind: objective, shares };
    case "hierarchical":
      return { kind: objective, linkage: "single" };
  }
}

/** Weights that meet a risk budget, and their performance over the sample compared with the current weights. */
export async function budgetRisk(input: BudgetInput, context: JobContext): Promise<Outcome<RiskBudget>> {
  const { weights, kind = "auto" } = input;
  const asked = readSettings(budgetSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { confidence, perYear, riskFree, drawdownCap } = asked.settings;
  const [risk, portfolio] = await Promise.all([context.load("risk"), context.load("portfolio")]);
  const convention = { perYear, riskFree };
  return context.arena.scope(() => {
    const open = openAssets(context, risk, portfolio, input.assets, weights, kind);
    if (!open.ok) return open;
    const assets = open.value;
    const prices = pricesOf(context, risk, assets).map((values, i) => ({ name: assets.names[i], values, times: null }));
    const request = openRequest(context, portfolio, {
      assets: prices,
      limits: input.limits ?? LONG_ONLY,
      riskFree,
      periodsPerYear: perYear,
    });
    if (!request.ok) return request;
    context.progress(0.4, "Optimizing");
    const found = optimize(context, portfolio, request.value, objectiveOf(input, confidence));
    if (!found.ok) return found;
    const invested = drawdownCap === null ? 1 : investedWithin(context, risk, assets, found.value.weights, convention, drawdownCap);
    if (invested === null) return fail("bad-input", "portfolio/capOutOfReach");
    const pathOf = (held: readonly number[]) => pathFor(context, risk, assets, held, { ...convention, confidence });
    const current = pathOf(weights);
    const proposed = pathOf(Array.from(found.value.weights, (weight) => invested * weight));
    if (!current || !proposed) return fail("bad-input", "risk/failed", { cause: because("series/noVariation") });
    return succeed<RiskBudget>({
      names: assets.names,
      used: found.value.used,
      invested,
      current,
      proposed,
      correlation: correlationOf(request.value),
      shrinkage: request.value.estimates.shrinkage,
      residual: found.value.residual,
      notes: [...request.value.notes, ...found.value.notes],
      times: assets.times,
      alignment: assets.alignment,
      ...(assets.readAs && { readAs: assets.readAs }),
    });
  });
}

function pathFor(
  context: JobContext,
  risk: RiskKernels,
  { names, columns, n, times }: OpenAssets,
  weights: readonly number[],
  convention: Convention & { confidence: Fraction },
): PortfolioPath | null {
  return context.arena.scope(() => {
    const contributions = contributionsOf(context, risk, { names, columns, weights: [...weights], n }, convention);
    if (!contributions) return null;
    const returns = mixedReturns(context, risk, { columns, n }, weights, convention);
    const { maxDrawdown, sharpe } = performanceOfReturns(context, risk, returns, n, convention);
    const wealth = wealthOf(context, risk, returns, n);
    // Each return has a date, but the wealth starts before the first.
    const dated = times !== null && times.length === n ? wealth.subarray(1) : wealth;
    const cash = 1 - weights.reduce((sum, weight) => sum + weight, 0);
    return { weights: [...weights], cash: Math.abs(cash) < 1e-12 ? 0 : cash, maxDrawdown, sharpe, contributions, wealth: dated };
  });
}

function correlationOf({ estimates: { covariance }, names }: OpenRequest): Float64Array {
  const n = names.length;
  return covariance.map((value, at) => {
    const [row, column] = [Math.floor(at / n), at % n];
    const size = Math.sqrt(covariance[row * (n + 1)] * covariance[column * (n + 1)]);
    return row === column ? 1 : size > 0 ? value / size : 0;
  });
}
