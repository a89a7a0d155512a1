import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import type { KeptFit } from "./garch-model";

/** How the next variance answers a shock today (Engle and Ng 1993). */
export interface NewsImpact {
  /** Shocks in units of the returns. */
  shocks: Float64Array;
  /** h[T + 1] for each shock, with every earlier shock and variance at its long-run level; null where there is none. */
  atLongRun: Float64Array | null;
  /** The same from the last variance of the sample. */
  atLast: Float64Array;
  /** Variance at which each curve is taken. */
  longRun: number | null;
  last: number;
}

const POINTS: Count = 121;
/** How far the curve reaches, in standard deviations. */
const REACH = 4;

/**
 * News impact curves of a fit.
 * @formula for (1,1) at variance v: h = omega + beta v + alpha e^2, and gamma e^2 more for e < 0
 * @source Engle and Ng 1993
 * @tolerance plain formula within 1e-10
 */
export function newsImpact(context: JobContext, { parameters, volatility, unconditionalVariance }: KeptFit): NewsImpact {
  const { omega, alpha, gamma, beta } = parameters;
  const last = volatility[volatility.length - 1] ** 2;
  const rest = [...alpha.slice(1), ...beta].reduce((sum, weight) => sum + weight, 0);
  const losses = gamma[0] ?? 0;
  const reach = REACH * Math.sqrt(Math.max(last, unconditionalVariance ?? 0));
  const shocks = context.column(POINTS);
  for (let i = 0; i < POINTS; i++) shocks[i] = reach * ((2 * i) / (POINTS - 1) - 1);
  const curve = (variance: number) => {
    const column = context.column(POINTS);
    for (let i = 0; i < POINTS; i++) column[i] = omega + rest * variance + (alpha[0] + (shocks[i] < 0 ? losses : 0)) * shocks[i] ** 2;
    return column;
  };
  return {
    shocks,
    atLongRun: unconditionalVariance === null ? null : curve(unconditionalVariance),
    atLast: curve(last),
    longRun: unconditionalVariance,
    last,
  };
}
