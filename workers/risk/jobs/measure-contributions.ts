import type * as v from "valibot";
import { because, type Count, type Fraction, fail, failBecause, type Outcome, succeed, VALUE_BYTES } from "../../contract";
import { RISK_FREE, type RiskKernels } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import type { Alignment } from "../../series";
import { type Contributions, contributionsOf } from "../contributions";
import { type AssetValues, type OpenAssets, openAssets } from "../open-assets";
import { type AssetReturns, growthOf } from "../portfolio-path";
import type { GivenKind } from "../portfolio-returns";
import { contributionSchema } from "../schema";

export interface ContributionsInput extends v.InferInput<typeof contributionSchema> {
  /** Prices or returns of each asset. If all have dates, they are joined on common dates, otherwise row by row. */
  assets: AssetValues[];
  /** One per asset, rebalanced every period; equal if omitted. The remainder to 1 is cash. */
  weights?: number[];
  kind?: GivenKind;
}

/** Drifted weights after the latest periods without rebalancing. */
export interface Drift {
  periods: Count;
  weights: number[];
  cash: Fraction;
}

export interface MeasuredContributions extends Contributions, Pick<OpenAssets, "readAs"> {
  alignment: Alignment;
  drift: Drift;
}

/** Each asset's contribution to a portfolio's volatility, value at risk, expected shortfall and return, and the drift of the weights. */
export async function measureContributions(input: ContributionsInput, context: JobContext): Promise<Outcome<MeasuredContributions>> {
  const { assets, kind = "auto" } = input;
  const weights = input.weights ?? assets.map(() => 1 / assets.length);
  const asked = readSettings(contributionSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { confidence, perYear, driftPeriods } = asked.settings;
  const [risk, portfolio] = await Promise.all([context.load("risk"), context.load("portfolio")]);
  return context.arena.scope(() => {
    const open = openAssets(context, risk, portfolio, assets, weights, kind);
    if (!open.ok) return open;
    const { names, columns, n, alignment, readAs } = open.value;
    context.progress(0.3, "Measuring contributions");
    const found = contributionsOf(context, risk, { names, columns, weights, n }, { perYear, confidence, riskFree: RISK_FREE });
    if (!found) return fail("bad-input", "risk/failed", { cause: because("series/noVariation") });
    const drift = driftOf(context, risk, open.value, weights, Math.min(n, driftPeriods));
    return succeed({ ...found, alignment, drift, ...(readAs && { readAs }) });
  });
}

/**
 * Weights after some periods without rebalancing.
 * @formula w_i g_i / (sum of w_j g_j + cash), g = product of (1 + r) over the latest periods; cash earns nothing
 * @source definition
 * @tolerance ratio of prices, 1e-12
 */
export function driftOf(context: JobContext, risk: RiskKernels, { columns, n }: AssetReturns, weights: number[], periods: Count): Drift {
  const cash = 1 - weights.reduce((sum, weight) => sum + weight, 0);
  const held = columns.map((column, i) => {
    const newest = column + (n - periods) * VALUE_BYTES;
    return weights[i] * growthOf(context, risk, newest, periods);
  });
  const total = held.reduce((sum, value) => sum + value, cash);
  return { periods, weights: held.map((value) => value / total), cash: cash / total };
}
