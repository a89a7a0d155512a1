/** Scores of an EGARCH fit, observation by observation: for the scoring matrix and for robust standard errors. */
import { EgarchPassBlock } from "../../build/layouts/volatility";
import { addCrossProducts, addRunningProducts } from "../../lib/cross-products";
import { densityAt, densityHalf, densityScores } from "../../lib/density";
import { addMeanSlopes } from "../../lib/mean-slopes";
import {
  ALPHA,
  BETA,
  BLOCK,
  DENSITY,
  GAMMA,
  get,
  LOG_LAGS,
  MAX_LAGS,
  MEAN_LAGS,
  MEAN_SIZE,
  NU,
  OMEGA,
  PARAMETERS,
  PRESAMPLE,
  PRESAMPLE_SLOPES,
  shockAt,
  SIGN_LAGS,
  SIZE_LAGS,
} from "./egarch-state";

const WIDTH: usize = PARAMETERS;
const ROW_BYTES: usize = WIDTH << 3;

/** Derivatives of L[t] by every parameter, into row t mod 6 of `ring`, from the five rows before. */
function logSlopes(state: usize, y: usize, logs: usize, inverse: usize, t: i32, ring: usize): usize {
  const rows = MAX_LAGS + 1;
  const out = ring + <usize>(t % rows) * ROW_BYTES;
  memory.fill(out, 0, ROW_BYTES);
  const meanLags = <usize>get(state, MEAN_LAGS);
  const shocks = max(<i32>get(state, SIZE_LAGS), <i32>get(state, SIGN_LAGS)), lags = <i32>get(state, LOG_LAGS);
  store<f64>(out + (OMEGA << 3), 1.0);
  for (let j = 1; j <= lags; j++) {
    const weight = get(state, BETA + <usize>j - 1);
    const slot = out + ((BETA + <usize>j - 1) << 3);
    if (t < j) {
      store<f64>(slot, load<f64>(slot) + get(state, PRESAMPLE));
      for (let i: usize = 0; i <= meanLags; i++) {
        store<f64>(out + (i << 3), load<f64>(out + (i << 3)) + weight * get(state, PRESAMPLE_SLOPES + i));
      }
      continue;
    }
    const past = ring + <usize>((t - j) % rows) * ROW_BYTES;
    for (let at: usize = 0; at < NU << 3; at += 8) store<f64>(out + at, load<f64>(out + at) + weight * load<f64>(past + at));
    store<f64>(slot, load<f64>(slot) + load<f64>(logs + (<usize>(t - j) << 3)));
  }
  for (let i = 1; i <= min(t, shocks); i++) {
    const before = <usize>(t - i) << 3;
    const signed = load<f64>(inverse + before);
    const root = abs(signed);
    const z = shockAt(state, y + before) * root;
    const alpha = ALPHA + <usize>i - 1, gamma = GAMMA + <usize>i - 1;
    const weight = get(state, alpha) * copysign(1.0, signed) + get(state, gamma);
    const past = ring + <usize>((t - i) % rows) * ROW_BYTES;
    for (let at: usize = 0; at < NU << 3; at += 8) store<f64>(out + at, load<f64>(out + at) - 0.5 * weight * z * load<f64>(past + at));
    addMeanSlopes(out, y + before, meanLags, -weight * root);
    store<f64>(out + (alpha << 3), load<f64>(out + (alpha << 3)) + abs(z) - MEAN_SIZE);
    store<f64>(out + (gamma << 3), load<f64>(out + (gamma << 3)) + z);
  }
  return out;
}

/**
 * Values `egarchScores` needs at `ring`, and the width of its matrix.
 * @of egarchForward
 */
export function egarchRingSize(): i32 {
  return (MAX_LAGS + 2) * <i32>WIDTH;
}

/**
 * Adds the outer products of the scores of [from, to) to a 24 x 24 matrix (upper triangle) in the order of the state's parameters. After a
 * whole forward pass; chunks in ascending order.
 * @param pass the `EgarchPassBlock` of the forward pass
 * @param ring egarchRingSize values, carried from chunk to chunk
 * @param sums running sums and their products, as `addRunningProducts` keeps them; 0 for none
 */
export function egarchScores(pass: usize, from: i32, to: i32, ring: usize, matrix: usize, sums: usize): void {
  const given = changetype<EgarchPassBlock>(pass);
  const state = given.state;
  const y = given.y;
  const logs = given.logs;
  const inverse = given.inverse;
  const slopes = given.slopes;
  const block = state + (BLOCK << 3);
  const density = <i32>get(state, DENSITY);
  const meanLags = <usize>get(state, MEAN_LAGS);
  const row = ring + <usize>(MAX_LAGS + 1) * ROW_BYTES;
  const half = densityHalf(block);
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const slope = logSlopes(state, y, logs, inverse, t, ring);
    const root = abs(load<f64>(inverse + at));
    const z = shockAt(state, y + at) * root;
    const byZ = load<f64>(slopes + at);
    const byLog = -0.5 - 0.5 * z * byZ;
    for (let i: usize = 0; i < NU << 3; i += 8) store<f64>(row + i, byLog * load<f64>(slope + i));
    addMeanSlopes(row, y + at, meanLags, -root * byZ);
    densityAt(block, density, z);
    densityScores(block, half, row + (NU << 3));
    addCrossProducts(row, <i32>WIDTH, matrix);
    if (sums != 0) addRunningProducts(row, <i32>WIDTH, sums);
  }
}

/** Derivatives of L[n] by every parameter, 24 values into `out`; right after the last chunk of `egarchScores`. */
export function egarchNextSlopes(pass: usize, n: i32, ring: usize, out: usize): void {
  const given = changetype<EgarchPassBlock>(pass);
  memory.copy(out, logSlopes(given.state, given.y, given.logs, given.inverse, n, ring), ROW_BYTES);
}
