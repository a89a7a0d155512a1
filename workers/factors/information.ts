import { rollingSpearmanBlock } from "../../assembly/build/factors-layouts.js";
import { type Count, VALUE_BYTES } from "../contract";
import { describeAt } from "../numerics/describe";
import { laggedProducts } from "../numerics/lagged-products";
import { inChunks, type JobContext } from "../runtime/job";
import type { FactorKernels } from "./columns";
import type { Pairs } from "./pairs";

/** Steps of the rolling rank correlation per call: about 3 ms. */
const CHUNK = 4096;

/** Rank correlation of a factor and forward returns. */
export interface Information {
  /** Number of correlations: one per non-overlapping window, or one per date. */
  count: Count;
  mean: number | null;
  /** Sample standard deviation. */
  deviation: number | null;
  /** Information ratio: mean over standard deviation. */
  ratio: number | null;
  /** Ratio x root of the count, and its two-sided p. */
  t: number | null;
  p: number | null;
  /** Newey–West t-statistic of the mean of all (overlapping) correlations, and its two-sided p. */
  neweyWestT: number | null;
  neweyWestP: number | null;
  skewness: number | null;
  kurtosis: number | null;
}

/**
 * t-statistic of a mean of overlapping observations.
 * @term Newey–West t-statistic
 * @formula mean / sqrt((g[0] + 2 sum over k of (1 - k / (L + 1)) g[k]) / n), g the autocovariances
 * @source Newey and West (1987), Econometrica 55
 * @tolerance plain twin, 1e-12
 * @param values column, centered in place
 */
export function neweyWestT(context: JobContext, values: number, n: Count, lags: Count): number | null {
  const { mean } = describeAt(context, values, 0, n);
  if (mean === null || n <= lags + 1) return null;
  inChunks(context, n, 262_144, (from, to) => context.kernels.centerColumn(values, values, from, to, mean));
  const [own, ...products] = laggedProducts(context, values, n, lags);
  const total = products.reduce((sum, product, k) => sum + 2 * (1 - (k + 1) / (lags + 1)) * product, own);
  return total > 1e-24 * own && own > 0 ? mean / Math.sqrt(total / n / n) : null;
}

/** Two-sided p of a t-statistic. */
export const twoSided = ({ kernels }: JobContext, t: number | null, degrees: number): number | null =>
  t === null || !(degrees > 0) ? null : Math.min(1, 2 * kernels.studentCdf(-Math.abs(t), degrees));

/** Statistics of a list of correlations; `all` are the overlapping ones, or the same list. */
export function informationOf(
  context: JobContext,
  correlations: Float64Array,
  all: { address: number; n: Count; lags: Count },
): Information {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const { count, mean, deviation, skewness, kurtosis } = describeAt(context, arena.put(correlations), 0, correlations.length);
    const ratio = mean !== null && deviation !== null && deviation > 0 ? mean / deviation : null;
    const t = ratio === null ? null : ratio * Math.sqrt(count);
    const hac = neweyWestT(context, all.address, all.n, all.lags);
    return {
      count,
      mean,
      deviation,
      ratio,
      t,
      p: twoSided(context, t, count - 1),
      neweyWestT: hac,
      neweyWestP: hac === null ? null : kernels.normalTwoSided(hac),
      skewness,
      kurtosis,
    };
  });
}

/**
 * Single series: rank correlations of a factor and forward returns in rolling windows. The statistics use non-overlapping windows, counted
 * back from the latest. A slow factor built from the same prices shows spurious reversal inside short windows (small-sample bias, as in
 * autocorrelations), so the evidence is the p-value of the full-sample permutation test, not the t-statistic of the windows.
 * @term Information coefficient (IC)
 * @formula IC[t] = Spearman(factor, forward return) over the last w pairs; IR = mean / sd of IC over non-overlapping windows
 * @source Grinold and Kahn, Active Portfolio Management; Spearman (1904)
 * @tolerance SciPy 1.17 spearmanr per window, 1e-14
 * @param horizon steps ahead of the forward return
 */
export function rollingInformation(
  context: JobContext,
  kernels: FactorKernels,
  pairs: Pairs,
  window: Count,
  horizon: Count,
): { information: Information; rolling: Float64Array } {
  const { arena } = context;
  const { n } = pairs;
  return arena.scope(() => {
    const out = arena.take(Math.max(n, 1));
    const state = arena.take(4 * window);
    const block = arena.block(rollingSpearmanBlock, { x: pairs.x, y: pairs.y, window, out, state });
    inChunks(context, n, CHUNK, (from, to) => kernels.rollingSpearman(block, from, to));
    const rolling = arena.view(out, n).slice();
    const apart: number[] = [];
    for (let t = n - 1; t >= window - 1; t -= window) if (!Number.isNaN(rolling[t])) apart.push(rolling[t]);
    const known = Math.max(0, n - window + 1);
    const first = out + (n - known) * VALUE_BYTES;
    const whole = arena.view(first, known).every((value) => !Number.isNaN(value));
    const all = { address: first, n: whole ? known : 0, lags: window + horizon - 2 };
    return { information: informationOf(context, Float64Array.from(apart.reverse()), all), rolling };
  });
}
