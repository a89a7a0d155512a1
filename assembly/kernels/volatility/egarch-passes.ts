/** The passes over the sample of an EGARCH fit: likelihood forwards, gradient backwards (adjoint). See `egarch-state.ts` for the model. */
import { EgarchPassBlock } from "../../build/layouts/volatility";
import { densityAt, densityByLambda, densityByNu, densityFactor, densityRest, densitySlope, LARGE_PRODUCT } from "../../lib/density";
import {
  ADJOINT,
  ALPHA,
  AR,
  BETA,
  BLOCK,
  COUNT,
  DENSITY,
  FROZEN,
  GAMMA,
  get,
  GRADIENT,
  LOG_LAGS,
  LOG_PRODUCT,
  MAX_LAGS,
  MEAN_LAGS,
  MEAN_SIZE,
  MU,
  NEXT,
  OMEGA,
  PRESAMPLE,
  PRESAMPLE_SLOPES,
  PRODUCT,
  set,
  shockAt,
  SIGN_LAGS,
  SIZE_LAGS,
  SUM_LAMBDA,
  SUM_LOG,
  SUM_NU,
  SUM_REST,
  OVERFLOWED,
} from "./egarch-state";

/** Beyond this a variance leaves the range of a double. */
const MAX_LOG: f64 = 600.0;

/** L[t] from the columns before it. */
@inline
function logVariance(state: usize, y: usize, logs: usize, inverse: usize, t: i32): f64 {
  const sizes = <i32>get(state, SIZE_LAGS), signs = <i32>get(state, SIGN_LAGS), lags = <i32>get(state, LOG_LAGS);
  let value = get(state, OMEGA);
  for (let i = 1; i <= min(t, max(sizes, signs)); i++) {
    const at = <usize>(t - i) << 3;
    const e = shockAt(state, y + at);
    const root = load<f64>(inverse + at);
    value += get(state, ALPHA + <usize>i - 1) * (e * root - MEAN_SIZE) + get(state, GAMMA + <usize>i - 1) * e * abs(root);
  }
  for (let j = 1; j <= lags; j++) {
    const before = t >= j ? load<f64>(logs + (<usize>(t - j) << 3)) : get(state, PRESAMPLE);
    value += get(state, BETA + <usize>j - 1) * before;
  }
  return value;
}

/**
 * Log-likelihood of an EGARCH(p, o, q) over [from, to), chunks in ascending order; `egarchFinish` ends the pass.
 * @term EGARCH
 * @formula ln h[t] = omega + sum alpha[i] (|z[t-i]| - sqrt(2/pi)) + sum gamma[i] z[t-i] + sum beta[j] ln h[t-j]
 * @source Nelson 1991; conventions of Python arch 8.0.0
 * @tolerance log-likelihood of arch on DEM/GBP and the S&P 500 within 1e-6; standard errors of 40-digit differences within 2e-8. Where the
 * maximum lies on a kink of |z| (mu equal to a return) they are those with the sides of 0 kept: differences across the kink, as arch takes
 * them, depend on their step
 * @param pass `EgarchPassBlock`, declared in assembly/layouts/volatility.mjs; logs, inverse and slopes are written
 */
export function egarchForward(pass: usize, from: i32, to: i32): void {
  const given = changetype<EgarchPassBlock>(pass);
  const state = given.state;
  const y = given.y;
  const logs = given.logs;
  const inverse = given.inverse;
  const slopes = given.slopes;
  if (get(state, OVERFLOWED) != 0.0) return;
  const block = state + (BLOCK << 3);
  const density = <i32>get(state, DENSITY);
  const frozen = get(state, FROZEN) != 0.0;
  let sumLog = get(state, SUM_LOG), sumRest = get(state, SUM_REST), byNu = get(state, SUM_NU), byLambda = get(state, SUM_LAMBDA);
  let product = get(state, PRODUCT), logProduct = get(state, LOG_PRODUCT);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const level = logVariance(state, y, logs, inverse, t);
    if (!(abs(level) < MAX_LOG)) {
      set(state, OVERFLOWED, 1.0);
      return;
    }
    const root = Math.exp(-0.5 * level);
    const z = shockAt(state, y + at) * root;
    densityAt(block, density, z);
    store<f64>(logs + at, level);
    store<f64>(inverse + at, copysign(root, frozen ? load<f64>(inverse + at) : z));
    store<f64>(slopes + at, densitySlope(block));
    sumLog += level;
    sumRest += densityRest(block);
    byNu += densityByNu(block);
    byLambda += densityByLambda(block);
    product *= densityFactor(block);
    if (product > LARGE_PRODUCT) {
      logProduct += Math.log(product);
      product = 1.0;
    }
  }
  set(state, SUM_LOG, sumLog);
  set(state, SUM_REST, sumRest);
  set(state, SUM_NU, byNu);
  set(state, SUM_LAMBDA, byLambda);
  set(state, PRODUCT, product);
  set(state, LOG_PRODUCT, logProduct);
  if (to == <i32>get(state, COUNT)) set(state, NEXT, logVariance(state, y, logs, inverse, to));
}

/**
 * Gradient of the log-likelihood: the recurrence of its derivatives with respect to L[t], from the end. Chunks in descending order, after
 * a whole forward pass; adds to GRADIENT, where `egarchFinish` has put the part of the shape.
 * @param pass the `EgarchPassBlock` of the forward pass
 */
export function egarchBackward(pass: usize, from: i32, to: i32): void {
  const given = changetype<EgarchPassBlock>(pass);
  const state = given.state;
  const y = given.y;
  const logs = given.logs;
  const inverse = given.inverse;
  const slopes = given.slopes;
  const sizes = <i32>get(state, SIZE_LAGS), signs = <i32>get(state, SIGN_LAGS), lags = <i32>get(state, LOG_LAGS);
  const shocks = max(sizes, signs);
  const meanLags = <usize>get(state, MEAN_LAGS);
  for (let t = to - 1; t >= from; t--) {
    const at = <usize>t << 3;
    const signed = load<f64>(inverse + at);
    const root = abs(signed);
    const z = shockAt(state, y + at) * root;
    const side = copysign(1.0, signed);
    // d log-likelihood / dz[t], through its density and through later variances.
    let byZ = load<f64>(slopes + at);
    for (let i: usize = 0; i < <usize>shocks; i++) byZ += (get(state, ALPHA + i) * side + get(state, GAMMA + i)) * get(state, ADJOINT + i);
    let adjoint = -0.5 - 0.5 * z * byZ;
    for (let j: usize = 0; j < <usize>lags; j++) adjoint += get(state, BETA + j) * get(state, ADJOINT + j);
    const byMean = -root * byZ;
    let byMu = byMean;
    let early = 0.0;
    set(state, GRADIENT + OMEGA, get(state, GRADIENT + OMEGA) + adjoint);
    for (let i = 1; i <= min(t, shocks); i++) {
      const before = <usize>(t - i) << 3;
      const e = shockAt(state, y + before);
      const past = load<f64>(inverse + before);
      const alpha = GRADIENT + ALPHA + <usize>i - 1, gamma = GRADIENT + GAMMA + <usize>i - 1;
      set(state, alpha, get(state, alpha) + adjoint * (e * past - MEAN_SIZE));
      set(state, gamma, get(state, gamma) + adjoint * e * abs(past));
    }
    for (let j = 1; j <= lags; j++) {
      const beta = GRADIENT + BETA + <usize>j - 1;
      const before = t >= j ? load<f64>(logs + (<usize>(t - j) << 3)) : get(state, PRESAMPLE);
      set(state, beta, get(state, beta) + adjoint * before);
      if (t >= j) continue;
      const weight = adjoint * get(state, BETA + <usize>j - 1);
      byMu += weight * get(state, PRESAMPLE_SLOPES);
      early += weight;
    }
    set(state, GRADIENT + MU, get(state, GRADIENT + MU) + byMu);
    for (let i: usize = 1; i <= meanLags; i++) {
      const slot = GRADIENT + AR + i - 1;
      set(state, slot, get(state, slot) + byMean * load<f64>(y + at - (i << 3)) + early * get(state, PRESAMPLE_SLOPES + i));
    }
    for (let i: usize = <usize>MAX_LAGS - 1; i > 0; i--) set(state, ADJOINT + i, get(state, ADJOINT + i - 1));
    set(state, ADJOINT, adjoint);
  }
}
