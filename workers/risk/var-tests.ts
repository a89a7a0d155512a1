import type { Count, Fraction } from "../contract";
import type { Kernels } from "../runtime/wasm/kernels";

/** A likelihood-ratio test: its statistic, and the probability of a larger one if the value at risk is correct. */
interface RatioTest {
  statistic: number;
  degrees: Count;
  pValue: number;
}

/** Number of exceptions, and of transitions between consecutive observations (1 is an exception). */
export interface ExceptionCounts {
  observations: Count;
  exceptions: Count;
  n00: Count;
  n01: Count;
  n10: Count;
  n11: Count;
}

/** What `countExceptions` leaves in its state. */
export const countsAt = ([observations, exceptions, n00, n01, n10, n11]: Float64Array): ExceptionCounts => ({
  observations,
  exceptions,
  n00,
  n01,
  n10,
  n11,
});

export interface CoverageTests {
  /** Kupiec: is the number of exceptions as expected? */
  unconditional: RatioTest;
  /** Christoffersen: are exceptions independent of the previous one? */
  independence: RatioTest;
  /** Both combined. */
  conditional: RatioTest;
}

/**
 * Tests whether losses exceed a value at risk at the stated rate, and independently over time.
 *
 * @term Value-at-risk backtest (Kupiec, Christoffersen)
 * @formula POF = -2 ln[(1-p)^(n-x) p^x / ((1-x/n)^(n-x) (x/n)^x)] ~ chi2(1); independence = -2 ln[L(pi) / L(pi01, pi11)] ~ chi2(1), L over
 * consecutive pairs; conditional = their sum ~ chi2(2); 0 ln 0 = 0
 * @source Kupiec 1995; Christoffersen 1998
 * @tolerance 1e-10 against scipy 1.17.1 on the formula, and Kupiec's published limits of non-rejection
 * @param share promised share of exceptions, 1 - confidence
 */
export function coverageTests(kernels: Kernels, counts: ExceptionCounts, share: Fraction): CoverageTests {
  const { observations: n, exceptions: x, n00, n01, n10, n11 } = counts;
  const logs = (count: number, p: number) => (count === 0 ? 0 : count * kernels.naturalLog(p));
  const likelihood = (none: number, some: number, p: number) => logs(none, 1 - p) + logs(some, p);
  const best = (none: number, some: number) => (none + some === 0 ? 0 : likelihood(none, some, some / (none + some)));
  const ratio = (statistic: number, degrees: Count): RatioTest => {
    const positive = Math.max(statistic, 0);
    return { statistic: positive, degrees, pValue: kernels.chiSquaredTail(positive, degrees) };
  };
  const unconditional = n === 0 ? 0 : 2 * (best(n - x, x) - likelihood(n - x, x, share));
  const independence = 2 * (best(n00, n01) + best(n10, n11) - best(n00 + n10, n01 + n11));
  return {
    unconditional: ratio(unconditional, 1),
    independence: ratio(independence, 1),
    conditional: ratio(Math.max(unconditional, 0) + Math.max(independence, 0), 2),
  };
}
