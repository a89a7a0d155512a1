/**
 * The block of memory the GJR kernels work on. Its first part is the block of the GARCH kernels (`garch-state.ts`), whose densities and
 * sums are used as they are; MU is 0 there, since the mean is taken out beforehand.
 *
 * Model (Glosten, Jagannathan and Runkle 1993): r[t] = c + sum phi[k] r[t-k] + e[t], e[t] = sqrt(h[t]) z[t],
 * h[t] = omega + sum alpha[i] e[t-i]^2 + gamma e[t-1]^2 1[e[t-1] < 0] + sum beta[j] h[t-j].
 * Before the sample every e^2 and h is the pre-sample variance, and e^2 1[e < 0] half of it. gamma = 0 is GARCH, and omega at its smallest
 * with alpha = 1 - beta is EWMA. Everything is in the units of the standardized series.
 *
 * Slots are f64; `workers/volatility/likelihoods/gjr-likelihood.ts` mirrors the ones the driver writes and reads.
 */
import { densityConstant, densityConstantByNu, densityPrepare, GED } from "../../lib/density";
import * as S from "./garch-state";
import { garchFinishForward, garchPrepare, get, set } from "./garch-state";

const MAX_MEAN_LAGS: usize = 5;
// Parameters and settings behind those of the GARCH block.
/**
 * c, then phi 1..5.
 * @of gjrForward
 */
export const MEAN: usize = 160;
export const GAMMA: usize = 166;
/** AR lags of the mean. */
export const MEAN_LAGS: usize = 167;
/** Derivatives of the pre-sample variance with respect to c and phi 1..5. */
export const PRESAMPLE_SLOPES: usize = 168;
// Results: gradient with respect to c, phi 1..5, and gamma; the others are in the GARCH block.
export const MEAN_GRADIENT: usize = 174;
export const GAMMA_GRADIENT: usize = 180;
/** Constants of the GED (`lib/density.ts`). */
export const GED_BLOCK: usize = 182;
/** Sums over the observations of the terms subtracted from ln f, and of their derivatives by nu. */
export const GED_SUMS: usize = 206;
// Carried by the passes (pairs of lanes): inputs, first and second sums of the look-ahead, and sums by parameter.
export const CARRY: usize = 208;
export const ADJOINT_CARRY: usize = 212;
export const OMEGA_SUM: usize = 216;
export const GAMMA_SUM: usize = 218;
export const ALPHA_SUMS: usize = 220;
export const BETA_SUMS: usize = 230;
export const MEAN_SUMS: usize = 240;
const SUMS_END: usize = 252;
const STATE_SLOTS: i32 = 252;

const LN2: f64 = 0.693147180559945309417;

/** Number of f64 in the state block of the GJR kernels. */
export function gjrStateSize(): i32 {
  return STATE_SLOTS;
}

/**
 * Checks the parameters and clears the sums: call once before the chunks of a pass.
 * @param state `gjrStateSize` values with parameters and settings filled in
 * @returns 0, or 1 when the parameters define no likelihood (as for `garchPrepare`; alpha1 + gamma < 0; GED with nu <= 1; not finite)
 */
export function gjrPrepare(state: usize): i32 {
  let total = get(state, GAMMA);
  for (let i: usize = 0; i <= MAX_MEAN_LAGS; i++) total += get(state, MEAN + i);
  // The two weights of a shock are sums of other parameters: at a bound, rounding may take them below 0.
  if (!isFinite(total) || get(state, S.ALPHA) + get(state, GAMMA) < -1e-12) return 1;
  if (garchPrepare(state) != 0) return 1;
  if (get(state, S.DENSITY) == <f64>GED && densityPrepare(state + (GED_BLOCK << 3), GED, get(state, S.NU), 0.0) != 0) return 1;
  memory.fill(state + (GED_SUMS << 3), 0, (SUMS_END - GED_SUMS) << 3);
  return 0;
}

/** Log-likelihood and the derivative with respect to nu of a GED. */
function finishGed(state: usize): void {
  const n = get(state, S.COUNT);
  const block = state + (GED_BLOCK << 3);
  const logH = Math.log(get(state, S.PRODUCT_H)) + <f64>load<i64>(state + (S.EXPONENT_H << 3)) * LN2;
  set(state, S.LOG_LIKELIHOOD, n * (densityConstant(block) - Math.log(get(state, S.SCALE))) - 0.5 * logH - get(state, GED_SUMS));
  set(state, S.GRADIENT + S.NU, n * densityConstantByNu(block) + get(state, GED_SUMS + 1));
  set(state, S.GRADIENT + S.LAMBDA, 0.0);
}

/**
 * Ends a forward pass: LOG_LIKELIHOOD (in the units of the series as given), NEXT_VARIANCE, and the gradient of nu and lambda.
 * @returns 0, or 2 when the likelihood is not a finite number
 */
export function gjrFinish(state: usize): i32 {
  let code: i32 = 0;
  if (get(state, S.DENSITY) == <f64>GED) finishGed(state);
  else code = garchFinishForward(state);
  let next = get(state, S.OMEGA) + get(state, GAMMA) * get(state, CARRY);
  for (let i: usize = 0; i < <usize>S.MAX_LAGS; i++) {
    next += get(state, S.ALPHA + i) * get(state, S.LAG_E2 + i) + get(state, S.BETA + i) * get(state, S.LAG_H + i);
  }
  set(state, S.NEXT_VARIANCE, next);
  return code != 0 || !isFinite(next) || !isFinite(get(state, S.LOG_LIKELIHOOD)) ? 2 : 0;
}
