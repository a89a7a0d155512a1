import type { Count, Fraction } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { StructureKernels } from "../structure";
import { DEFAULT_FIT_OPTIONS, fitVolatility } from "../volatility";
import { MIN_NOVELTY_RETURNS, NOVELTY_WINDOW } from "./constants";

export interface Novelty {
  /** Mean surprise of the last 10 returns, in nats. */
  surprise: number;
  /** Share of the history of that mean that lies below. */
  percentile: Fraction;
  /** Surprise of each return, aligned with the returns. */
  column: Float64Array;
  /** Degrees of freedom of the fitted shocks. */
  nu: number;
}

const CHUNK = 16_384;

/** Rank of the last value of a column among all its values: the share below it, itself and equal ones counted half. */
function lastRank(context: JobContext, structure: StructureKernels, column: number, n: Count): { last: number; share: Fraction } {
  const { arena } = context;
  return arena.scope(() => {
    const last = arena.view(column, n)[n - 1];
    const out = arena.put(new Float64Array(2));
    inChunks(context, n, CHUNK, (from, to) => structure.rankWithin(column, from, to, last, out));
    const [below, count] = arena.view(out, 2);
    return { last, share: below / count };
  });
}

/**
 * Novelty: how surprising the last ten steps were under a GARCH(1,1) with Student's t shocks, fitted to the whole series, relative to every
 * earlier ten steps.
 * @term Novelty
 * @formula mean of -ln p(r[t] | past) over 10 steps, as a percentile of its own history
 * @source Itti and Baldi (2009), Vision Research 49, 1295-1306, for surprise; conditional density of Bollerslev (1987)
 * @tolerance the surprises sum to minus the fit's log-likelihood within 1e-9; the percentile is exact
 * @returns null with fewer than 100 returns, or where no model could be fitted
 */
export function noveltyOf(context: JobContext, structure: StructureKernels, returns: Float64Array): Novelty | null {
  const n = returns.length;
  if (n < MIN_NOVELTY_RETURNS) return null;
  const fitted = fitVolatility(context, returns, { p: 1, q: 1, distribution: "t", preSample: "sample" }, DEFAULT_FIT_OPTIONS);
  if (!fitted.ok) return null;
  const { volatility, residuals, parameters } = fitted.value;
  const nu = parameters.nu;
  if (nu === null) return null;
  const { arena, kernels } = context;
  return arena.scope(() => {
    // Each takes the place of what it is made of, chunk by chunk: of a long series four columns more would be the most the analysis holds.
    const [surprises, means] = [arena.put(residuals), arena.put(volatility)];
    inChunks(context, n, CHUNK, (from, to) => {
      structure.studentSurprise(surprises, means, from, to, nu, surprises);
      kernels.sma(surprises, from, to, NOVELTY_WINDOW, means);
    });
    const { last, share } = lastRank(context, structure, means, n);
    // Nobody else has the residuals of this fit.
    residuals.set(arena.view(surprises, n));
    return { surprise: last, percentile: share, column: residuals, nu };
  });
}
