/** Scores of an APARCH fit, observation by observation: their sum is the gradient, their outer products give robust standard errors. */
import { AparchPassBlock } from "../../build/layouts/volatility";
import { addCrossProducts, addRunningProducts } from "../../lib/cross-products";
import { densityAt, densityHalf, densityScores } from "../../lib/density";
import { addMeanSlopes } from "../../lib/mean-slopes";
import {
  alphaAt,
  betaAt,
  BLOCK,
  deltaAt,
  DENSITY,
  EARLY,
  gammaAt,
  get,
  LEVEL_LAGS,
  MAX_LAGS,
  MEAN_LAGS,
  omegaAt,
  PRESAMPLE,
  PRESAMPLE_SLOPES,
  SHOCK_LAGS,
  sideAt,
  THETA,
} from "./aparch-state";

/** All parameters of the largest model: mu, 5 ar, omega, 5 alpha, 5 gamma, 5 beta, delta, nu, lambda. */
const MAX_WIDTH: i32 = 25;
const ROW_BYTES: usize = <usize>MAX_WIDTH << 3;
const ROWS: i32 = MAX_LAGS + 1;

@inline
function add(row: usize, index: usize, value: f64): void {
  const at = row + (index << 3);
  store<f64>(at, load<f64>(at) + value);
}

/** Derivatives of S[t] by every parameter up to delta, into row t mod 6 of `ring`, from the five rows before. */
function levelSlopes(state: usize, given: AparchPassBlock, t: i32, ring: usize): usize {
  const out = ring + <usize>(t % ROWS) * ROW_BYTES;
  const meanLags = <usize>get(state, MEAN_LAGS);
  const alpha = alphaAt(state) - THETA, gamma = gammaAt(state) - THETA, beta = betaAt(state) - THETA, last = deltaAt(state) - THETA;
  const delta = get(state, THETA + last), early = get(state, EARLY);
  memory.fill(out, 0, (last + 1) << 3);
  add(out, omegaAt(state) - THETA, 1.0);
  // Weight of the pre-sample S.
  let onEarly = 0.0;
  for (let j = 1; j <= <i32>get(state, LEVEL_LAGS); j++) {
    const place = beta + <usize>j - 1;
    const weight = get(state, THETA + place);
    if (t < j) {
      add(out, place, early);
      onEarly += weight;
      continue;
    }
    const past = ring + <usize>((t - j) % ROWS) * ROW_BYTES;
    for (let at: usize = 0; at <= last << 3; at += 8) store<f64>(out + at, load<f64>(out + at) + weight * load<f64>(past + at));
    add(out, place, load<f64>(given.levels + (<usize>(t - j) << 3)));
  }
  for (let i = 1; i <= <i32>get(state, SHOCK_LAGS); i++) {
    const place = alpha + <usize>i - 1;
    const weight = get(state, THETA + place);
    if (t < i) {
      add(out, place, early);
      onEarly += weight;
      continue;
    }
    const before = <usize>(t - i) << 3;
    const shock = load<f64>(given.shocks + before), power = load<f64>(given.powers + before);
    if (power == 0.0) continue;
    const side = sideAt(state, i, shock < 0.0);
    const term = load<f64>(side) * power;
    add(out, place, term);
    add(out, gamma + <usize>i - 1, weight * load<f64>(side, 8) * power);
    add(out, last, weight * term * (load<f64>(given.sizes + before) + load<f64>(side, 16)));
    addMeanSlopes(out, given.y + before, meanLags, (-weight * term * delta) / shock);
  }
  if (onEarly != 0.0) {
    const presample = get(state, PRESAMPLE);
    const byPresample = (0.5 * onEarly * delta * early) / presample;
    for (let i: usize = 0; i <= meanLags; i++) add(out, i, byPresample * get(state, PRESAMPLE_SLOPES + i));
    add(out, last, 0.5 * onEarly * early * Math.log(presample));
  }
  return out;
}

/**
 * Values `aparchScores` needs at `ring`.
 * @of aparchForward
 */
export function aparchRingSize(): i32 {
  return (ROWS + 1) * MAX_WIDTH;
}

/**
 * Adds the scores of [from, to), by mu, ar 1.. and so on to delta, nu and lambda. After a whole forward pass; chunks in ascending order.
 * @param pass the `AparchPassBlock` of the forward pass
 * @param ring `aparchRingSize` values, carried from chunk to chunk
 * @param matrix receives the outer products (upper triangle of a row-major square); 0 for none: the scores by nu and lambda are then 0
 * @param sums with a matrix running sums and their products, as `addRunningProducts` keeps them, or 0 for none; without one the plain sums
 */
export function aparchScores(pass: usize, from: i32, to: i32, ring: usize, matrix: usize, sums: usize): void {
  const given = changetype<AparchPassBlock>(pass);
  const state = given.state;
  const block = state + (BLOCK << 3);
  const density = <i32>get(state, DENSITY);
  const meanLags = <usize>get(state, MEAN_LAGS);
  const last = deltaAt(state) - THETA;
  const width = last + 3;
  const perPower = 2.0 / get(state, THETA + last);
  const row = ring + <usize>ROWS * ROW_BYTES;
  const half = densityHalf(block);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const slope = levelSlopes(state, given, t, ring);
    const root = load<f64>(given.inverse + at), level = load<f64>(given.levels + at), byZ = load<f64>(given.slopes + at);
    const z = load<f64>(given.shocks + at) * root;
    const byLog = -0.5 - 0.5 * z * byZ;
    const byLevel = (byLog * perPower) / level;
    for (let i: usize = 0; i <= last << 3; i += 8) store<f64>(row + i, byLevel * load<f64>(slope + i));
    add(row, last, byLog * perPower * Math.log(root));
    addMeanSlopes(row, given.y + at, meanLags, -root * byZ);
    store<f64>(row + ((last + 1) << 3), 0.0);
    store<f64>(row + ((last + 2) << 3), 0.0);
    if (matrix == 0) {
      for (let i: usize = 0; i < width; i++) add(sums, i, load<f64>(row + (i << 3)));
      continue;
    }
    densityAt(block, density, z);
    densityScores(block, half, row + ((last + 1) << 3));
    addCrossProducts(row, <i32>width, matrix);
    if (sums != 0) addRunningProducts(row, <i32>width, sums);
  }
}

/** Derivatives of ln h[n] by every parameter up to delta, into `out`; right after the last chunk of `aparchScores`. */
export function aparchNextSlopes(pass: usize, n: i32, ring: usize, logVariance: f64, out: usize): void {
  const given = changetype<AparchPassBlock>(pass);
  const state = given.state;
  const slope = levelSlopes(state, given, n, ring);
  const last = deltaAt(state) - THETA;
  const delta = get(state, THETA + last);
  const perLevel = (2.0 / delta) * Math.exp(-0.5 * delta * logVariance);
  for (let i: usize = 0; i <= last; i++) store<f64>(out + (i << 3), perLevel * load<f64>(slope + (i << 3)));
  add(out, last, -logVariance / delta);
}
