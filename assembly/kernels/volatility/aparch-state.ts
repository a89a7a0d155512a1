/**
 * The block of memory the APARCH kernels work on: settings and parameters in, results out, and the sums carried from one chunk to the next.
 *
 * Model (Ding, Granger and Engle 1993): r[t] = mu + sum ar[i] r[t-i] + e[t], e[t] = sigma[t] z[t], S[t] = sigma[t]^delta = omega + sum
 * alpha[i] (|e[t-i]| - gamma[i] e[t-i])^delta + sum beta[j] S[t-j]. Before the sample every S, and every power of a shock, is the
 * pre-sample variance to the power delta / 2, as in Python arch. Everything is in the units of the standardized series (mean 0, variance
 * 1).
 *
 * The parameters are stored without gaps: mu, ar 1.., omega, alpha 1..q, gamma 1..q, beta 1..p, delta, nu, lambda.
 *
 * Slots are f64; `workers/volatility/likelihoods/aparch-likelihood.ts` mirrors the ones the driver writes and reads.
 */
import { DENSITY_SLOTS, densityPrepare, densityTotal } from "../../lib/density";
import { get, set } from "../../lib/slots";

export { get, set } from "../../lib/slots";

export const MAX_LAGS: i32 = 5;

// Settings.
/**
 * AR lags of the mean; lags of shocks (q) and of S (p).
 * @of aparchForward
 */
export const MEAN_LAGS: usize = 0;
export const SHOCK_LAGS: usize = 1;
export const LEVEL_LAGS: usize = 2;
export const DENSITY: usize = 3;
export const COUNT: usize = 4;
/** Divisor of the series (its standard deviation). */
export const SCALE: usize = 5;
/** Pre-sample variance, and its derivatives with respect to mu and ar 1..5. */
export const PRESAMPLE: usize = 6;
export const PRESAMPLE_SLOPES: usize = 7;
// Results: the log-likelihood, ln h[n], and its gradient by nu and lambda, which does not pass through the variances.
export const LOG_LIKELIHOOD: usize = 13;
export const NEXT: usize = 14;
export const BY_NU: usize = 15;
export const BY_LAMBDA: usize = 16;
/** Parameters. */
export const THETA: usize = 17;
// Carried by the forward pass: sums of ln h, of the rests, by nu and by lambda; product of factors, and the logarithm taken so far; error
// flag.
export const SUM_LOG: usize = 42;
export const SUM_REST: usize = 43;
export const SUM_NU: usize = 44;
export const SUM_LAMBDA: usize = 45;
export const PRODUCT: usize = 46;
export const LOG_PRODUCT: usize = 47;
export const OVERFLOWED: usize = 48;
/** Pre-sample S. */
export const EARLY: usize = 49;
/** For each lag, for a gain and for a loss: (1 -+ gamma)^delta, its derivative by gamma, and ln(1 -+ gamma). */
export const SIDES: usize = 50;
/** Constants of the density. */
export const BLOCK: usize = 80;
export const STATE_SLOTS: i32 = 80 + DENSITY_SLOTS;

// Slots of the parameters, by the numbers of lags.
@inline
export function omegaAt(state: usize): usize {
  return THETA + <usize>get(state, MEAN_LAGS) + 1;
}

@inline
export function alphaAt(state: usize): usize {
  return omegaAt(state) + 1;
}

@inline
export function gammaAt(state: usize): usize {
  return alphaAt(state) + <usize>get(state, SHOCK_LAGS);
}

@inline
export function betaAt(state: usize): usize {
  return gammaAt(state) + <usize>get(state, SHOCK_LAGS);
}

@inline
export function deltaAt(state: usize): usize {
  return betaAt(state) + <usize>get(state, LEVEL_LAGS);
}

/** Address of the three values of a lag and a side. */
@inline
export function sideAt(state: usize, lag: usize, isLoss: bool): usize {
  return state + ((SIDES + 6 * (lag - 1) + (isLoss ? 3 : 0)) << 3);
}

function prepareSide(at: usize, weight: f64, sign: f64, delta: f64): void {
  const size = abs(weight);
  const log = size > 0.0 ? Math.log(size) : 0.0;
  const power = size > 0.0 ? Math.exp(delta * log) : 0.0;
  store<f64>(at, power);
  store<f64>(at, size > 0.0 ? (sign * delta * power) / weight : 0.0, 8);
  store<f64>(at, log, 16);
}

/**
 * Checks the parameters and clears the sums: call once before the chunks of a pass.
 * @param state block of `aparchStateSize` values with parameters and settings filled in
 * @returns 0, or 1 when the parameters define no likelihood (not finite, delta <= 0, or a shape outside the density's range)
 */
export function aparchPrepare(state: usize): i32 {
  const last = deltaAt(state);
  const delta = get(state, last);
  let total: f64 = 0.0;
  for (let slot = THETA; slot <= last; slot++) total += get(state, slot);
  if (!isFinite(total) || !(delta > 0.0) || !(get(state, PRESAMPLE) > 0.0)) return 1;
  const gamma = gammaAt(state);
  for (let lag: usize = 1; lag <= <usize>get(state, SHOCK_LAGS); lag++) {
    const tilt = get(state, gamma + lag - 1);
    prepareSide(sideAt(state, lag, false), 1.0 - tilt, -1.0, delta);
    prepareSide(sideAt(state, lag, true), 1.0 + tilt, 1.0, delta);
  }
  for (let slot = SUM_LOG; slot <= OVERFLOWED; slot++) set(state, slot, 0.0);
  set(state, PRODUCT, 1.0);
  set(state, EARLY, Math.exp(0.5 * delta * Math.log(get(state, PRESAMPLE))));
  return densityPrepare(state + (BLOCK << 3), <i32>get(state, DENSITY), get(state, last + 1), get(state, last + 2));
}

/** Number of values the state holds. */
export function aparchStateSize(): i32 {
  return STATE_SLOTS;
}

/**
 * Ends a forward pass: LOG_LIKELIHOOD in the units of the series as given, and the gradient of nu and lambda.
 * @returns 0, or 2 when the likelihood is not a finite number
 */
export function aparchFinish(state: usize): i32 {
  const byShape = state + (BY_NU << 3);
  const value = densityTotal(state + (BLOCK << 3), state + (SUM_LOG << 3), get(state, COUNT), get(state, SCALE), byShape);
  set(state, LOG_LIKELIHOOD, value);
  return get(state, OVERFLOWED) == 0.0 && isFinite(value) && isFinite(get(state, NEXT)) ? 0 : 2;
}
