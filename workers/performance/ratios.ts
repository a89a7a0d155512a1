import type { Count, Fraction } from "../contract";

/** How returns per period are annualized. */
export interface Convention {
  /** Periods per year. */
  perYear: Count;
  /** Annual rate. */
  riskFree: Fraction;
}

/**
 * The Sharpe ratio of every screen: simple returns, arithmetic, per year; null if the returns do not vary.
 *
 * @term Sharpe ratio
 * @formula (mean - riskFree / perYear) / deviation x sqrt(perYear), deviation with n - 1
 * @source Sharpe 1994
 * @tolerance 1e-9 against empyrical 0.5.5 and PerformanceAnalytics 2.0.8 (arithmetic) on 6 series
 * @param mean mean simple return of one period
 * @param deviation its sample standard deviation
 */
export function sharpeRatio(mean: number, deviation: number, { perYear, riskFree }: Convention): number | null {
  return deviation > 0 ? ((mean - riskFree / perYear) / deviation) * Math.sqrt(perYear) : null;
}

/**
 * The Sortino ratio: the Sharpe ratio's excess return over the downside deviation, with all n returns in the denominator; null if no return
 * falls short of the target.
 *
 * @term Sortino ratio
 * @formula (mean - riskFree / perYear) / sqrt(mean(min(r - riskFree / perYear, 0)^2)) x sqrt(perYear)
 * @source Sortino and van der Meer 1991
 * @tolerance 1e-9 against empyrical 0.5.5 on 6 series
 */
export function sortinoRatio(mean: number, downside: number, { perYear, riskFree }: Convention): number | null {
  return downside > 0 ? ((mean - riskFree / perYear) / downside) * Math.sqrt(perYear) : null;
}
