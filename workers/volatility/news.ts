import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { KeptFit } from "./garch-model";
import { isLagModel, lagModelOf } from "./lag-weights";
import type { NewsImpact } from "./news-impact";

const POINTS: Count = 121;
/** How far the curve reaches, in standard deviations. */
const REACH = 4;
/** E |z| of the normal, by which an EGARCH's size term is centered. */
const MEAN_SIZE = Math.sqrt(2 / Math.PI);

/**
 * News impact curves of an EGARCH, FIGARCH or HAR: the next variance for each shock, everything earlier at variance v.
 * @formula EGARCH: ln h = omega + sum beta ln v + alpha (|z| - sqrt(2/pi)) + gamma z, z = e / sqrt(v); lag models: h = c + (sum lambda - lambda[1]) v + lambda[1] e^2
 * @source Engle and Ng 1993
 * @tolerance the recursion itself with a constant past within 1e-12
 */
export function volatilityNews(context: JobContext, kernels: KernelsOf<"volatility">, fit: KeptFit): NewsImpact {
  const { model, parameters, volatility, unconditionalVariance } = fit;
  const { omega, alpha, gamma, beta } = parameters;
  const last = volatility[volatility.length - 1] ** 2;
  const reach = REACH * Math.sqrt(Math.max(last, unconditionalVariance ?? 0));
  const shocks = context.column(POINTS);
  for (let i = 0; i < POINTS; i++) shocks[i] = reach * ((2 * i) / (POINTS - 1) - 1);
  const lagged = isLagModel(model) ? lagModelOf(model, parameters) : null;
  const total = lagged ? lagged.weights.reduce((sum, weight) => sum + weight, 0) : beta.reduce((sum, weight) => sum + weight, 0);
  const response = (shock: number, variance: number): number => {
    if (lagged) return lagged.constant + (total - lagged.weights[0]) * variance + lagged.weights[0] * shock ** 2;
    const z = shock / Math.sqrt(variance);
    const level = omega + total * context.kernels.naturalLog(variance) + alpha[0] * (Math.abs(z) - MEAN_SIZE) + gamma[0] * z;
    return kernels.exponential(level);
  };
  const curve = (variance: number) => {
    const column = context.column(POINTS);
    for (let i = 0; i < POINTS; i++) column[i] = response(shocks[i], variance);
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
