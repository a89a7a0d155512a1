import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { KeptFit } from "./garch-model";
import { isLagModel, lagModelOf } from "./lag-weights";

/** Response of the next variance to a shock today (Engle and Ng 1993). */
export interface NewsImpact {
  /** Shocks in units of the returns. */
  shocks: Float64Array;
  /** h[T + 1] for each shock, with every earlier shock and variance at its long-run level; null if there is none. */
  atLongRun: Float64Array | null;
  /** The same from the last variance of the sample. */
  atLast: Float64Array;
  /** Variance at which each curve is taken. */
  longRun: number | null;
  last: number;
}

const POINTS: Count = 121;
/** Extent of the curve in standard deviations. */
const REACH = 4;
/** E |z| of the normal distribution, which centers an EGARCH's size term. */
const MEAN_SIZE = Math.sqrt(2 / Math.PI);

const sum = (weights: Iterable<number>): number => {
  let total = 0;
  for (const weight of weights) total += weight;
  return total;
};

/**
 * The next variance after a shock, with all earlier ones at a given variance. @param exponential as computed by the kernels; needed for
 * EGARCH and APARCH
 */
export function responseOf(
  { model, parameters }: Pick<KeptFit, "model" | "parameters">,
  naturalLog: (x: number) => number,
  exponential: (x: number) => number,
): (shock: number, variance: number) => number {
  const { omega, alpha, beta, gamma, delta = 2 } = parameters;
  if (isLagModel(model)) {
    const { constant, weights } = lagModelOf(model, parameters);
    const total = sum(weights);
    return (shock, variance) => constant + (total - weights[0]) * variance + weights[0] * shock ** 2;
  }
  if (model.variance === "egarch") {
    const total = sum(beta);
    return (shock, variance) => {
      const z = shock / Math.sqrt(variance);
      return exponential(omega + total * naturalLog(variance) + alpha[0] * (Math.abs(z) - MEAN_SIZE) + gamma[0] * z);
    };
  }
  if (model.variance === "aparch") {
    const total = sum([...alpha.slice(1), ...beta]);
    const power = (x: number, exponent: number) => (x > 0 ? exponential(exponent * naturalLog(x)) : 0);
    return (shock, variance) => {
      const level = omega + total * power(variance, delta / 2) + alpha[0] * power(Math.abs(shock) - gamma[0] * shock, delta);
      return power(level, 2 / delta);
    };
  }
  const rest = sum([...alpha.slice(1), ...beta]);
  const losses = gamma[0] ?? 0;
  return (shock, variance) => omega + rest * variance + (alpha[0] + (shock < 0 ? losses : 0)) * shock ** 2;
}

/**
 * News impact curves of a fit: the next variance as a function of the shock, with all earlier variances at v.
 * @term News impact curve
 * @formula (1,1): h = omega + beta v + alpha e^2, plus gamma e^2 for e < 0; EGARCH: ln h = omega + sum beta ln v + alpha (|z| - sqrt(2/pi))
 * + gamma z, z = e / sqrt(v); APARCH: h^(delta/2) = omega + beta v^(delta/2) + alpha (|e| - gamma e)^delta; lag models: h = c + (sum lambda
 * - lambda[1]) v + lambda[1] e^2
 * @source Engle and Ng 1993
 * @tolerance plain formula within 1e-10; recursion with a constant past within 1e-12
 * @param at shocks, if given; by default up to four standard deviations to either side
 */
export function newsImpact(context: JobContext, kernels: KernelsOf<"volatility">, fit: KeptFit, at?: Float64Array): NewsImpact {
  const { volatility, unconditionalVariance } = fit;
  const last = volatility[volatility.length - 1] ** 2;
  const reach = REACH * Math.sqrt(Math.max(last, unconditionalVariance ?? 0));
  const shocks = at ?? context.column(POINTS);
  if (!at) for (let i = 0; i < POINTS; i++) shocks[i] = reach * ((2 * i) / (POINTS - 1) - 1);
  const response = responseOf(fit, context.kernels.naturalLog, kernels.exponential);
  const curve = (variance: number) => {
    const column = context.column(shocks.length);
    for (let i = 0; i < shocks.length; i++) column[i] = response(shocks[i], variance);
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
