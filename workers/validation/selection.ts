import type { Count, Fraction } from "../contract";
import type { RiskKernels } from "../performance";
import { deflatedSharpe, minimumBacktestLength, minimumTrackRecord, probabilisticSharpe, type SharpeSample } from "../performance";
import type { JobContext } from "../runtime/job";
import { rangeSharpe, type Strategies } from "./strategies";

/** How far the best strategy's Sharpe ratio can be trusted, given how many were tried. */
export interface SelectionReport {
  /** The strategy with the highest Sharpe ratio over the whole sample. */
  strategy: Count;
  /** Annualized, in excess of the risk-free rate. */
  sharpe: number;
  /** Probability that the true Sharpe ratio is above 0. */
  psr: Fraction | null;
  /** Probability that it exceeds the expected maximum of as many null trials. */
  dsr: Fraction | null;
  /** Number of trials, and equivalent number of independent ones: rho + (1 - rho) N. */
  trials: Count;
  effectiveTrials: number;
  averageCorrelation: number | null;
  /** Source of the spread of the trials' Sharpe ratios: the given trials, or the standard error of one if only their number is known. */
  spreadFrom: "trials" | "error";
  /** Returns needed for a Sharpe ratio significantly above 0, and the same in years; null if it is not above 0. */
  minimumTrackRecord: number | null;
  minimumTrackRecordYears: number | null;
  /** Minimum length in years of a backtest with as many trials. */
  minimumBacktestYears: number | null;
}

/**
 * Mean pairwise correlation of the strategies whose returns vary, from the variance of the sum of their standardized returns; null for
 * fewer than two.
 *
 * @formula (Var(sum of z_k) - N) / (N (N - 1)), z_k = returns divided by their standard deviation
 * @source identity of the variance of a sum
 * @tolerance all pairs, 1e-12
 */
export function averageCorrelation(context: JobContext, risk: RiskKernels, all: Strategies): number | null {
  const { arena } = context;
  const moving = all.shapes.flatMap(({ deviation }, k) => (deviation > 0 ? [k] : []));
  const count = moving.length;
  if (count < 2) return null;
  return arena.scope(() => {
    const total = arena.put(new Float64Array(all.n));
    let mean = 0;
    for (const k of moving) {
      const weight = 1 / all.shapes[k].deviation;
      for (let from = 0; from < all.n; from += 131_072) {
        context.checkpoint();
        risk.addWeighted(all.columns + k * all.stride, weight, from, Math.min(all.n, from + 131_072), total);
      }
      mean += weight * all.shapes[k].mean;
    }
    let sum = 0;
    for (let from = 0; from < all.n; from += 131_072) sum += risk.crossSum(total, total, mean, mean, from, Math.min(all.n, from + 131_072));
    return (sum / (all.n - 1) - count) / (count * (count - 1));
  });
}

/** @param trials total number tried; null counts the given strategies */
export function selectionOf(
  context: JobContext,
  risk: RiskKernels,
  all: Strategies,
  { trials, perYear, significanceLevel }: { trials: Count | null; perYear: Count; significanceLevel: Fraction },
): SelectionReport {
  const { kernels } = context;
  const sharpes = all.names.map((_, k) => rangeSharpe(context, all, k, [{ from: 0, to: all.n }]).sharpe);
  const strategy = sharpes.indexOf(Math.max(...sharpes));
  const { skewness, kurtosis } = all.shapes[strategy];
  const sample: SharpeSample = { sharpe: sharpes[strategy], n: all.n, skewness: skewness ?? 0, kurtosis: (kurtosis ?? 0) + 3 };
  const counted = Math.max(trials ?? 0, all.names.length);
  const correlation = averageCorrelation(context, risk, all);
  const rho = Math.min(Math.max(correlation ?? 0, 0), 1);
  const effectiveTrials = counted === 1 ? 1 : rho + (1 - rho) * counted;
  const mean = sharpes.reduce((sum, value) => sum + value, 0) / sharpes.length;
  const spread = sharpes.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sharpes.length - 1);
  const spreadFrom = sharpes.length > 1 ? "trials" : "error";
  const needed = minimumTrackRecord(kernels, sample, 0, 1 - significanceLevel);
  const yearly = sample.sharpe * Math.sqrt(perYear);
  const known = all.shapes[strategy].deviation > 0;
  return {
    strategy,
    sharpe: yearly,
    psr: known ? probabilisticSharpe(kernels, sample, 0) : null,
    // With a single strategy, null trials are spread by the standard error of its Sharpe ratio, 1 / sqrt(n - 1).
    dsr: known ? deflatedSharpe(kernels, sample, spreadFrom === "trials" ? spread : 1 / (all.n - 1), effectiveTrials) : null,
    trials: counted,
    effectiveTrials,
    averageCorrelation: correlation,
    spreadFrom,
    minimumTrackRecord: needed,
    minimumTrackRecordYears: needed === null ? null : needed / perYear,
    minimumBacktestYears: minimumBacktestLength(kernels, effectiveTrials, yearly),
  };
}
