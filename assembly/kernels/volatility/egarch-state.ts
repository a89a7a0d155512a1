/**
 * The block of memory the EGARCH kernels work on: parameters and settings in, results out, and the state carried from one chunk to the
 * next.
 *
 * Model (Nelson 1991): r[t] = mu + sum ar[i] r[t-i] + e[t], e[t] = exp(L[t] / 2) z[t], L[t] = ln h[t] =
 * omega + sum alpha[i] (|z[t-i]| - sqrt(2 / pi)) + sum gamma[i] z[t-i] + sum beta[j] L[t-j].
 * The size term is centered by the normal's mean |z| whatever the density. Before the sample the terms in z are 0 and L is the logarithm
 * of the pre-sample variance. Everything is in the units of the standardized series (mean 0, variance 1).
 *
 * Slots are f64; `workers/volatility/egarch-likelihood.ts` mirrors the ones the driver writes and reads.
 */
import { densityPrepare, densityTotal } from "../../lib/density";
import { get, set } from "../../lib/slots";

export { get, set } from "../../lib/slots";

export const MAX_LAGS: i32 = 5;
export const MEAN_SIZE: f64 = 0.79788456080286535588;

// Parameters: mu, ar 1..5, omega, alpha 1..5, gamma 1..5, beta 1..5, nu, lambda. Unused lags are 0.
export const MU: usize = 0;
export const AR: usize = 1;
export const OMEGA: usize = 6;
export const ALPHA: usize = 7;
export const GAMMA: usize = 12;
export const BETA: usize = 17;
export const NU: usize = 22;
export const LAMBDA: usize = 23;
export const PARAMETERS: usize = 24;
// Settings.
/**
 * ln of the pre-sample variance, and its derivatives with respect to mu and ar 1..5.
 * @of egarchForward
 */
export const PRESAMPLE: usize = 25;
export const PRESAMPLE_SLOPES: usize = 26;
/** Lags of |z|, of z, and of L. */
export const SIZE_LAGS: usize = 32;
export const SIGN_LAGS: usize = 33;
export const LOG_LAGS: usize = 34;
export const DENSITY: usize = 35;
export const COUNT: usize = 36;
/** Divisor of the series (its standard deviation). */
export const SCALE: usize = 37;
/** 1 if the sides of 0 on which each z lies are those of the previous pass. */
export const FROZEN: usize = 40;
/** AR lags of the mean: as many values precede the first of the series. */
export const MEAN_LAGS: usize = 41;
// Results.
export const LOG_LIKELIHOOD: usize = 38;
/** L[n]. */
export const NEXT: usize = 39;
/** Gradient of the log-likelihood, in the order of the parameters. */
export const GRADIENT: usize = 44;
// Carried by the forward pass: sums of L, of the rests, by nu and by lambda; product of factors, and the logarithm taken so far; error
// flag.
export const SUM_LOG: usize = 68;
export const SUM_REST: usize = 69;
export const SUM_NU: usize = 70;
export const SUM_LAMBDA: usize = 71;
export const PRODUCT: usize = 72;
export const LOG_PRODUCT: usize = 73;
export const OVERFLOWED: usize = 74;
/** Constants of the density. */
export const BLOCK: usize = 76;
/** Adjoints of the next five steps, nearest first. */
export const ADJOINT: usize = 100;
export const STATE_SLOTS: i32 = 112;

/** e[t] of the value at `at`. */
@inline
export function shockAt(state: usize, at: usize): f64 {
  let shock = load<f64>(at) - get(state, MU);
  const lags = <usize>get(state, MEAN_LAGS);
  for (let i: usize = 1; i <= lags; i++) shock -= get(state, AR + i - 1) * load<f64>(at - (i << 3));
  return shock;
}

/** e[t] of [from, to). */
export function egarchShocks(state: usize, y: usize, out: usize, from: i32, to: i32): void {
  for (let t = from; t < to; t++) store<f64>(out + (<usize>t << 3), shockAt(state, y + (<usize>t << 3)));
}

/**
 * Checks the parameters and clears the sums: call once before the chunks of a pass.
 * @param state block of STATE_SLOTS values with parameters and settings filled in
 * @returns 0, or 1 if the parameters define no likelihood (not finite, or a shape outside the density's range)
 */
export function egarchPrepare(state: usize): i32 {
  let total = get(state, PRESAMPLE);
  for (let i: usize = 0; i < NU; i++) total += get(state, i);
  if (!isFinite(total)) return 1;
  memory.fill(state + (GRADIENT << 3), 0, <usize>(STATE_SLOTS << 3) - (GRADIENT << 3));
  set(state, PRODUCT, 1.0);
  return densityPrepare(state + (BLOCK << 3), <i32>get(state, DENSITY), get(state, NU), get(state, LAMBDA));
}

/** Number of values the state holds. */
export function egarchStateSize(): i32 {
  return STATE_SLOTS;
}

/**
 * Ends a forward pass: LOG_LIKELIHOOD in the units of the series as given, and the gradient of nu and lambda, which does not pass through
 * the variances.
 * @returns 0, or 2 when the likelihood is not a finite number
 */
export function egarchFinish(state: usize): i32 {
  const byShape = state + ((GRADIENT + NU) << 3);
  const value = densityTotal(state + (BLOCK << 3), state + (SUM_LOG << 3), get(state, COUNT), get(state, SCALE), byShape);
  set(state, LOG_LIKELIHOOD, value);
  return get(state, OVERFLOWED) == 0.0 && isFinite(value) && isFinite(get(state, NEXT)) ? 0 : 2;
}
