import type * as v from "valibot";
import { because, type Cause, type Count, type Fraction, fail, failBecause, type Outcome, succeed } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";
import { readSettings } from "../runtime/schema";
import { type Alignment, type AssetPrices, alignAssets } from "../series";
import { type BlackLitterman, blackLitterman } from "./black-litterman";
import { type EstimateSettings, type Estimates, estimate, returnsOf } from "./estimates";
import { groupConflict } from "./group-conflict";
import { LONG_ONLY, limitsOf, type PortfolioLimits } from "./limits";
import * as messages from "./messages";
import type { Limits } from "./quadratic";
import type { ReturnTable } from "./return-table";
import { estimateSchema, requestSchema, viewsSchema } from "./schema";

/** Input common to all portfolio questions. Omitted estimates and limits are those of `DEFAULTS`. */
export interface PortfolioRequest extends Partial<EstimateSettings>, v.InferInput<typeof requestSchema> {
  assets: AssetPrices[];
  limits?: PortfolioLimits;
  /** Views that are combined with market-implied returns; these replace `mean`. */
  views?: BlackLitterman;
}

/** Ledoit–Wolf with constant correlation, arithmetic means, no short positions. */
const DEFAULTS = {
  covariance: { kind: "ledoit-wolf", target: "constant-correlation" },
  mean: { kind: "arithmetic" },
  limits: LONG_ONLY,
} as const satisfies Partial<PortfolioRequest>;

/** A validated request with all inputs of an optimizer; long ones are in the kernels' memory. */
export interface OpenRequest {
  names: string[];
  returns: ReturnTable;
  estimates: Estimates;
  /** Market-implied annual returns; null without views. */
  implied: Float64Array | null;
  limits: Limits;
  riskFree: Fraction;
  periodsPerYear: number;
  alignment: Alignment;
  notes: string[];
}

const MAX_ASSETS = 500;
/** Minimum number of prices: two returns are the fewest that can vary. */
const MIN_ROWS: Count = 3;

/** A mean of fewer returns says little. */
const MIN_RELIABLE: Count = 30;

const finite = (values: ArrayLike<number>) => Array.from(values).every(Number.isFinite);

/** Why estimates or views cannot be used. */
function badEstimates(request: PortfolioRequest, n: Count): Cause | null {
  const { covariance = DEFAULTS.covariance, mean = DEFAULTS.mean, views } = request;
  for (const method of [covariance, mean]) {
    const { refusal } = readSettings(estimateSchema, method);
    if (refusal !== null) return refusal;
  }
  if (covariance.kind === "given") {
    const { matrix } = covariance;
    const symmetric = matrix.every((value, at) => Math.abs(value - matrix[(at % n) * n + Math.floor(at / n)]) <= 1e-9 * Math.abs(value));
    if (matrix.length !== n * n || !finite(matrix) || !symmetric) return because("portfolio/matrix", { assets: n });
  }
  if (mean.kind === "given" && (mean.means.length !== n || !finite(mean.means))) return because("portfolio/means", { assets: n });
  if (views) {
    const whole = [views.market, ...views.views.map(({ weights }) => weights)].every((weights) => weights.length === n && finite(weights));
    if (!whole || !views.views.every(({ variance }) => variance === null || (variance >= 0 && Number.isFinite(variance))))
      return because("portfolio/views");
    return readSettings(viewsSchema, views).refusal;
  }
  return null;
}

/** Validates a request, aligns its assets and estimates returns and covariances. Call it within an arena scope. */
export function openRequest(context: JobContext, kernels: PortfolioKernels, request: PortfolioRequest): Outcome<OpenRequest> {
  const { assets, limits = DEFAULTS.limits, covariance = DEFAULTS.covariance, mean = DEFAULTS.mean, views } = request;
  const names = assets.map(({ name }) => name);
  if (names.length > MAX_ASSETS) return fail("too-large", "portfolio/tooMany", { most: MAX_ASSETS });
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return fail("bad-input", "portfolio/twice", { name: twice });
  const asked = readSettings(requestSchema, request);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const wrong = badEstimates(request, names.length);
  if (wrong) return failBecause("bad-input", wrong);
  const { riskFree, periodsPerYear } = asked.settings;
  const rules = limitsOf(names, limits);
  if (names.length > 0 && !rules.ok) return rules;
  const conflict = limits.groups.length > 0 && names.length > 0 ? groupConflict(context, kernels, names, limits) : null;
  if (conflict) return fail("bad-input", "portfolio/conflict", { sides: conflict });
  context.progress(0, "Aligning prices");
  const table = alignAssets(context, kernels, assets, MIN_ROWS);
  if (!table.ok) return table;
  if (!rules.ok) return rules;
  const { alignment } = table.value;
  const returns = returnsOf(context, table.value);
  context.progress(0.2, "Estimating returns and risk");
  const found = estimate(context, kernels, returns, { covariance, mean, periodsPerYear });
  if (!found) return fail("bad-input", "portfolio/overflow");
  const notes: string[] = [];
  if (covariance.kind === "sample" && returns.rows <= names.length)
    notes.push(messages.fewDays({ returns: returns.rows, assets: names.length }));
  if (mean.kind !== "given" && returns.rows < MIN_RELIABLE) notes.push(messages.fewReturns({ returns: returns.rows }));
  const mixed = views ? blackLitterman(context, kernels, found.covariance, views) : { ...found, prior: null };
  if (!mixed) return fail("bad-input", "portfolio/views");
  const estimates = { ...found, means: mixed.means, covariance: mixed.covariance };
  return succeed({ names, returns, estimates, implied: mixed.prior, limits: rules.value, riskFree, periodsPerYear, alignment, notes });
}
