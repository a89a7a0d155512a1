import type { Count } from "../contract";
import type { Kernels, KernelsOf } from "../runtime/wasm/kernels";
import { type Convention, sharpeRatio, sortinoRatio } from "./ratios";

export type RiskKernels = KernelsOf<"risk">;

/** Slots of the kernel `performanceSums`. */
export const SUMS = 13;
const START = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0];

/** Initializes the sums: their state before the first return. */
export const startSums = (sums: Float64Array): void => sums.set(START);

/** Performance metrics of a sample of returns; null if undefined. */
export interface Performance {
  /** Mean return x periods per year. */
  annualReturn: number;
  /** Standard deviation (n - 1) x sqrt(periods per year). */
  volatility: number | null;
  sharpe: number | null;
  sortino: number | null;
  /** Compound annual growth rate. */
  cagr: number;
  totalReturn: number;
  /** At most 0; the initial value counts as a peak. */
  maxDrawdown: number;
  calmar: number | null;
  omega: number | null;
  /** Root mean squared drawdown. */
  ulcer: number;
  /** Population form. */
  skewness: number | null;
  /** Excess, population form. */
  kurtosis: number | null;
}

export const PERFORMANCE_FIGURES = [
  "annualReturn",
  "volatility",
  "sharpe",
  "sortino",
  "cagr",
  "totalReturn",
  "maxDrawdown",
  "calmar",
  "omega",
  "ulcer",
  "skewness",
  "kurtosis",
] as const satisfies (keyof Performance)[];

/** Mean, sample standard deviation, and population skewness and kurtosis, from sums of powers about a pivot. */
export interface Shape {
  n: Count;
  mean: number;
  /** 0 if the values do not vary. */
  deviation: number;
  skewness: number | null;
  kurtosis: number | null;
}

/** A variance below this fraction of the squared mean is rounding error of equal values. */
const ROUNDING = 1e-28;

/** Moments of the sample whose powers about `pivot` were summed. */
export function shapeOf(sums: ArrayLike<number>, pivot: number): Shape {
  const n = sums[0];
  const e = sums[1] / n;
  const mean = pivot + e;
  const second = sums[2] / n;
  const third = sums[3] / n;
  const m2 = second - e * e;
  // With a pivot far from equal values, their sums have rounding errors that grow with n.
  const rounding = Math.max(ROUNDING * mean * mean, n * Number.EPSILON * second);
  if (n < 2 || !(m2 > rounding)) return { n, mean, deviation: 0, skewness: null, kurtosis: null };
  const m3 = third - e * (3 * second - 2 * e * e);
  const m4 = sums[4] / n - e * (4 * third - e * (6 * second - 3 * e * e));
  // Fourth powers of returns beyond 1e77 overflow.
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    n,
    mean,
    deviation: Math.sqrt((m2 * n) / (n - 1)),
    skewness: finite(m3 / (m2 * Math.sqrt(m2))),
    kurtosis: finite(m4 / (m2 * m2) - 3),
  };
}

/** What the metrics need besides the sums. */
export interface Basis extends Convention {
  pivot: number;
  /** Length of the sample in years, if known from dates; null: n / perYear. */
  years: number | null;
}

/**
 * All figures of a sample, from the sums of the kernel `performanceSums` with the target riskFree / perYear.
 *
 * @formula CAGR = wealth^(1/years) - 1; Calmar = CAGR / |max drawdown|; Omega = sum(r - t)+ / sum(t - r)+, t = riskFree / perYear; ulcer = sqrt(mean drawdown^2)
 * @source Young 1991 (Calmar), Keating and Shadwick 2002 (Omega), Martin and McCann 1989 (ulcer)
 * @tolerance 1e-9 against empyrical 0.5.5, quantstats 0.0.81 and PerformanceAnalytics 2.0.8
 */
export function performanceOf(core: Kernels, risk: RiskKernels, sums: ArrayLike<number>, basis: Basis): Performance {
  const { perYear, pivot } = basis;
  const { n, mean, deviation, skewness, kurtosis } = shapeOf(sums, pivot);
  const logWealth = core.naturalLog(sums[9]) + sums[10];
  const years = basis.years ?? n / perYear;
  const maxDrawdown = sums[11] - 1;
  const cagr = risk.exponentialLess1(logWealth / years);
  const sharpe = sharpeRatio(mean, deviation, basis);
  return {
    annualReturn: mean * perYear,
    volatility: n < 2 ? null : deviation * Math.sqrt(perYear),
    sharpe,
    // Equal returns below the target have a downside deviation, but no Sharpe ratio, and therefore no Sortino ratio.
    sortino: sharpe === null ? null : sortinoRatio(mean, Math.sqrt(sums[5] / n), basis),
    cagr,
    totalReturn: risk.exponentialLess1(logWealth),
    maxDrawdown,
    calmar: maxDrawdown < 0 ? cagr / -maxDrawdown : null,
    omega: sums[7] > 0 ? sums[6] / sums[7] : null,
    ulcer: Math.sqrt(sums[12] / n),
    skewness,
    kurtosis,
  };
}
