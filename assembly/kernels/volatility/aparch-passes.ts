/** The pass over the sample of an APARCH fit. See `aparch-state.ts` for the model. */
import { AparchPassBlock } from "../../build/layouts/volatility";
import { densityAt, densityByLambda, densityByNu, densityFactor, densityRest, densitySlope, LARGE_PRODUCT } from "../../lib/density";
import {
  alphaAt,
  betaAt,
  BLOCK,
  COUNT,
  deltaAt,
  DENSITY,
  EARLY,
  get,
  LEVEL_LAGS,
  LOG_PRODUCT,
  MEAN_LAGS,
  NEXT,
  omegaAt,
  PRODUCT,
  set,
  SHOCK_LAGS,
  sideAt,
  SUM_LAMBDA,
  SUM_LOG,
  SUM_NU,
  SUM_REST,
  THETA,
  OVERFLOWED,
} from "./aparch-state";

/** Beyond this a variance leaves the range of a double. */
const MAX_LOG: f64 = 600.0;

/** S[t] from the columns before it. */
@inline
function levelAt(state: usize, shocks: usize, powers: usize, levels: usize, t: i32): f64 {
  const early = get(state, EARLY);
  const alpha = alphaAt(state), beta = betaAt(state);
  let value = get(state, omegaAt(state));
  for (let i = 1; i <= <i32>get(state, SHOCK_LAGS); i++) {
    const at = <usize>(t - i) << 3;
    const power = t >= i ? load<f64>(sideAt(state, i, load<f64>(shocks + at) < 0.0)) * load<f64>(powers + at) : early;
    value += get(state, alpha + <usize>i - 1) * power;
  }
  for (let j = 1; j <= <i32>get(state, LEVEL_LAGS); j++) {
    value += get(state, beta + <usize>j - 1) * (t >= j ? load<f64>(levels + (<usize>(t - j) << 3)) : early);
  }
  return value;
}

/**
 * Log-likelihood of an APARCH(p, q) over [from, to), chunks in ascending order; `aparchFinish` ends the pass.
 * @term APARCH
 * @formula sigma[t]^delta = omega + sum alpha[i] (|e[t-i]| - gamma[i] e[t-i])^delta + sum beta[j] sigma[t-j]^delta
 * @source Ding, Granger and Engle 1993; conventions of Python arch 8.0.0
 * @tolerance log-likelihood of arch at its own parameters within 1e-8; a GARCH with delta = 2 and gamma = 0 within 1e-8
 * @param pass `AparchPassBlock`, declared in assembly/layouts/volatility.mjs; all columns but y are written
 */
export function aparchForward(pass: usize, from: i32, to: i32): void {
  const given = changetype<AparchPassBlock>(pass);
  const state = given.state;
  const y = given.y;
  const shocks = given.shocks;
  const sizes = given.sizes;
  const powers = given.powers;
  const levels = given.levels;
  const inverse = given.inverse;
  const slopes = given.slopes;
  if (get(state, OVERFLOWED) != 0.0) return;
  const block = state + (BLOCK << 3);
  const density = <i32>get(state, DENSITY);
  const meanLags = <usize>get(state, MEAN_LAGS);
  const delta = get(state, deltaAt(state));
  const perPower = 2.0 / delta;
  let sumLog = get(state, SUM_LOG), sumRest = get(state, SUM_REST), byNu = get(state, SUM_NU), byLambda = get(state, SUM_LAMBDA);
  let product = get(state, PRODUCT), logProduct = get(state, LOG_PRODUCT);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const level = levelAt(state, shocks, powers, levels, t);
    const logVariance = perPower * Math.log(level);
    // A level below 0 has no logarithm.
    if (!(abs(logVariance) < MAX_LOG)) {
      set(state, OVERFLOWED, 1.0);
      return;
    }
    let shock = load<f64>(y + at) - get(state, THETA);
    for (let i: usize = 1; i <= meanLags; i++) shock -= get(state, THETA + i) * load<f64>(y + at - (i << 3));
    const root = Math.exp(-0.5 * logVariance);
    densityAt(block, density, shock * root);
    const size = abs(shock);
    const logSize = size > 0.0 ? Math.log(size) : 0.0;
    store<f64>(shocks + at, shock);
    store<f64>(sizes + at, logSize);
    store<f64>(powers + at, size > 0.0 ? Math.exp(delta * logSize) : 0.0);
    store<f64>(levels + at, level);
    store<f64>(inverse + at, root);
    store<f64>(slopes + at, densitySlope(block));
    sumLog += logVariance;
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
  if (to == <i32>get(state, COUNT)) set(state, NEXT, perPower * Math.log(levelAt(state, shocks, powers, levels, to)));
}
