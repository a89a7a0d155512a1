import type { Count, Fraction } from "../contract";
import { type Convention, type RiskKernels, sharpeRatio } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import { shapeAt } from "./shape-at";

const CHUNK = 1 << 17;

/** Returns at an address, and their mean. */
interface Centered {
  at: number;
  mean: number;
}

function productsOf(context: JobContext, risk: RiskKernels, x: Centered, y: Centered, n: Count): number {
  let sum = 0;
  inChunks(context, n, CHUNK, (from, to) => {
    sum += risk.crossSum(x.at, y.at, x.mean, y.mean, from, to);
  });
  return sum;
}

/**
 * Beta of n returns to those of a benchmark over the same periods; null if the latter do not vary.
 * @term Beta
 * @formula cov(r, b) / var(b), simple returns
 * @source Sharpe (1964), sample moments
 * @tolerance plain sums within 1e-10
 */
export function betaOf(context: JobContext, risk: RiskKernels, own: Centered, benchmark: Centered, n: Count): number | null {
  const together = productsOf(context, risk, own, benchmark, n);
  const alone = productsOf(context, risk, benchmark, benchmark, n);
  return alone > 0 ? together / alone : null;
}

/** An account relative to its benchmark over a whole sample; null if undefined. */
export interface Relative {
  beta: number | null;
  /** Annualized. */
  alpha: Fraction | null;
  correlation: number | null;
  /** Annualized. */
  trackingError: Fraction;
  informationRatio: number | null;
}

/**
 * How n simple returns relate to those of a benchmark in the same periods.
 *
 * @term Alpha, tracking error and information ratio
 * @formula alpha = N x ((mean r - rf / N) - beta x (mean b - rf / N)); tracking error = deviation of (r - b) x sqrt(N), with n - 1; information ratio = N x mean(r - b) / tracking error
 * @source Jensen 1968 (alpha); Goodwin 1998 (information ratio), arithmetic
 * @tolerance plain sums within 1e-10; alpha and beta of the rolling kernel over a window of the whole sample, 1e-9
 * @param returns address of the returns, which stay as they are; those of the benchmark at `against`
 */
export function relativeTo(
  context: JobContext,
  risk: RiskKernels,
  { returns, against, n }: { returns: number; against: number; n: Count },
  { perYear, riskFree }: Convention,
): Relative {
  const { arena } = context;
  return arena.scope(() => {
    const [own, other] = [shapeAt(context, risk, returns, n), shapeAt(context, risk, against, n)];
    const active = arena.take(n);
    arena.view(active, n).set(arena.view(returns, n));
    inChunks(context, n, CHUNK, (from, to) => risk.addWeighted(against, -1, from, to, active));
    const difference = shapeAt(context, risk, active, n);
    const [x, y] = [
      { at: returns, mean: own.mean },
      { at: against, mean: other.mean },
    ];
    // Constant returns have a beta of 0, whatever the rounding errors.
    const slope = own.deviation > 0 ? betaOf(context, risk, x, y, n) : 0;
    const beta = other.deviation > 0 ? slope : null;
    const target = riskFree / perYear;
    return {
      beta,
      alpha: beta === null ? null : perYear * (own.mean - target - beta * (other.mean - target)),
      correlation: beta === null || own.deviation === 0 ? null : (beta * other.deviation) / own.deviation,
      trackingError: difference.deviation * Math.sqrt(perYear),
      informationRatio: sharpeRatio(difference.mean, difference.deviation, { perYear, riskFree: 0 }),
    };
  });
}
