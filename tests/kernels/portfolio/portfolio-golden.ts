import type { PortfolioKernels } from "../../../workers/numerics/dense-matrix";
import { type EstimateSettings, type Estimates, estimate, returnsOf } from "../../../workers/portfolio/estimates";
import type { JobContext } from "../../../workers/runtime/job";
import { type AssetPrices, alignAssets } from "../../../workers/series/align";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../../fixtures/golden";

interface Weighted {
  weights: number[];
  return: number;
  volatility: number;
  sharpe: number;
}
interface Shrunk {
  delta: number;
  cov: number[][];
}
interface Hierarchical extends Weighted {
  quasi_diagonal_order?: string[];
}

/** PyPortfolioOpt 1.5.6 and closed forms in numpy. */
interface GoldenPortfolio {
  input: { series: string; columns: string[] };
  expected: {
    mu_annual_arithmetic: number[];
    cov_annual_ddof1: number[][];
    min_variance_long_only: Weighted;
    max_sharpe_long_only: Weighted;
    min_variance_unbounded: Weighted;
    tangency_unbounded: Weighted;
    "max_sharpe_cap_0.25": Weighted & { cap: number };
    efficient_return: Weighted & { target: number };
    max_quadratic_utility_ra2: Weighted;
    risk_parity: Weighted;
    inverse_variance: Weighted;
    inverse_volatility: Weighted;
    equal: Weighted;
    hrp_single: Hierarchical;
    hrp_average: Hierarchical;
    hrp_complete: Hierarchical;
    hrp_ward: Hierarchical;
    ledoit_wolf_constant_variance: Shrunk;
    ema_cov_span60_diag: number[];
  };
}

interface LeastLoss {
  weights: number[];
  var: number;
  cvar: number;
}
/** The cited papers' formulas in numpy 2.4, linear programs by scipy 1.17 (HiGHS). */
interface NumpyPortfolio {
  expected: {
    ledoit_wolf_constant_correlation: Shrunk;
    ledoit_wolf_single_factor: Shrunk;
    oracle_approximating: Shrunk;
    exponential_span60: { mean: number[]; cov: number[][] };
    james_stein: { mean: number[] };
    bayes_stein: { mean: number[] };
    minimum_cvar: { b95: LeastLoss; b99: LeastLoss; b90_cap: LeastLoss; b95_target: LeastLoss; target: number; cap: number };
    maximum_diversification: { weights: number[]; ratio: number };
    black_litterman: { mean: number[]; cov: number[][] };
  };
}

export const GOLDEN_IDS = ["eustockmarkets", "stocks8_2013_2018"] as const;

export interface GoldenCase {
  golden: GoldenPortfolio["expected"];
  numpy: NumpyPortfolio["expected"];
  names: string[];
  /** Null if the vendor's series is not included here. */
  assets: AssetPrices[] | null;
}

export async function goldenCase(id: string): Promise<GoldenCase> {
  const { input, expected } = await goldenJson<GoldenPortfolio>(`portfolio/pf_${id}.json`);
  const { expected: numpy } = await goldenJson<NumpyPortfolio>(`portfolio/numpy_${id}.json`);
  const columns = await Promise.all(input.columns.map((name) => goldenColumn(input.series, name)));
  const assets = columns.flatMap((values, i) => (values ? [{ name: input.columns[i], values, times: null }] : []));
  return { golden: expected, numpy, names: input.columns, assets: assets.length === input.columns.length ? assets : null };
}

export const SAMPLE: EstimateSettings = { covariance: { kind: "sample" }, mean: { kind: "arithmetic" }, periodsPerYear: 252 };

/** Annual estimates for assets that must align. */
export function estimatesOf(context: JobContext, kernels: PortfolioKernels, assets: AssetPrices[], settings: EstimateSettings): Estimates {
  return context.arena.scope(() => {
    const found = estimate(context, kernels, returnsOf(context, resultOf(alignAssets(context, kernels, assets, 3))), settings);
    if (!found) throw new Error("not finite");
    return found;
  });
}

/** The reference's own estimates, to test optimizers alone. */
export const givenEstimates = (golden: GoldenPortfolio["expected"]): Estimates => ({
  means: Float64Array.from(golden.mu_annual_arithmetic),
  covariance: Float64Array.from(golden.cov_annual_ddof1.flat()),
  shrinkage: null,
});

export const furthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), a.length === b.length ? 0 : Number.POSITIVE_INFINITY);
export const furthestOff = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce(
    (most, value, i) => Math.max(most, Math.abs(value / b[i] - 1)),
    a.length === b.length ? 0 : Number.POSITIVE_INFINITY,
  );
