/**
 * Sums of products over the observations: of the scores (outer product of gradients), or of d h / d theta / h (expected information).
 * The derivatives of the variances follow dh[t] = x[t] + sum beta[j] dh[t-j] (forward mode), two parameters to a vector, block by block;
 * the products are then summed pair by pair.
 */
import { GarchProductsBlock } from "../../build/layouts/volatility";
import { addColumnProducts } from "./garch-column-products";
import { densityScoresOfRun } from "./garch-density";
import { addLevels, simpleColumns } from "./garch-simple-products";
import * as S from "./garch-state";
import { get } from "./garch-state";

const BLOCK: usize = 128;
const LAGS: usize = 5;
/** Row length of the matrix of sums: up to 12 mean and variance parameters, and two more columns. */
const ROW: usize = 16;
const PAIRS: usize = ROW / 2;

// Layout of the work area, in f64.
const SUMS_AT: usize = 0;
const CARRY_AT: usize = SUMS_AT + ROW * ROW;
const SHOCK_AT: usize = CARRY_AT + PAIRS * LAGS * 2;
const SQUARE_AT: usize = SHOCK_AT + LAGS + BLOCK + 3;
const MEAN_AT: usize = SQUARE_AT + LAGS + BLOCK + 3;
const ONES_AT: usize = MEAN_AT + BLOCK;
const ZEROS_AT: usize = ONES_AT + BLOCK;
const SCORES_AT: usize = ZEROS_AT + BLOCK;
const PAIRS_AT: usize = SCORES_AT + BLOCK * 4 + 2;
/** Size of the work area in f64. */
const WORK_LENGTH: i32 = <i32>(PAIRS_AT + PAIRS * BLOCK * 2);

/**
 * Number of f64 the work area of `garchProducts` needs; its first 16 x 16 values are the sums, row-major.
 * @of garchBackward
 */
export function garchProductsSize(): i32 {
  return WORK_LENGTH;
}

@inline
function at(work: usize, offset: usize): usize {
  return work + (offset << 3);
}

/** Shocks, their squares and the regressor of mu for one block, with five values of history before it. */
function regressors(state: usize, y: usize, work: usize, from: i32, length: usize): void {
  const mu = get(state, S.MU);
  const presample = get(state, S.PRESAMPLE);
  // -2 times this is the derivative of the pre-sample square with respect to mu.
  const early = -0.5 * get(state, S.PRESAMPLE_SLOPE);
  const shocks = at(work, SHOCK_AT), squares = at(work, SQUARE_AT), mean = at(work, MEAN_AT);
  for (let i: usize = 0; i < length + LAGS; i++) {
    const t = from - <i32>LAGS + <i32>i;
    const e = t < 0 ? early : load<f64>(y + (<usize>t << 3)) - mu;
    store<f64>(shocks + (i << 3), e);
    store<f64>(squares + (i << 3), t < 0 ? presample : e * e);
  }
  const q = <usize>get(state, S.SHOCK_LAGS);
  const newest = -2.0 * get(state, S.ALPHA);
  for (let i: usize = 0; i < length; i++) store<f64>(mean + (i << 3), newest * load<f64>(shocks + ((i + LAGS - 1) << 3)));
  if (q == 1) return;
  for (let i: usize = 0; i < length; i++) {
    let total: f64 = 0.0;
    for (let lag: usize = 1; lag <= q; lag++) total += get(state, S.ALPHA + lag - 1) * load<f64>(shocks + ((i + LAGS - lag) << 3));
    store<f64>(mean + (i << 3), -2.0 * total);
  }
}

/** Address of the regressor x of a parameter's variance derivative for the block that starts at `from`. */
function regressorOf(work: usize, h: usize, from: i32, column: usize, q: usize, p: usize): usize {
  if (column == 0) return at(work, MEAN_AT);
  if (column == 1) return at(work, ONES_AT);
  if (column < 2 + q) return at(work, SQUARE_AT + LAGS - (column - 1));
  if (column < 2 + q + p) return h + (<usize>from << 3) - ((column - 1 - q) << 3);
  return at(work, ZEROS_AT);
}

/** Derivatives of the variances with respect to two parameters over one block, carrying the last five. */
function derivatives(state: usize, left: usize, right: usize, carry: usize, out: usize, length: usize): void {
  const b1 = f64x2.splat(get(state, S.BETA)), b2 = f64x2.splat(get(state, S.BETA + 1)), b3 = f64x2.splat(get(state, S.BETA + 2));
  const b4 = f64x2.splat(get(state, S.BETA + 3)), b5 = f64x2.splat(get(state, S.BETA + 4));
  let d1 = v128.load(carry), d2 = v128.load(carry, 16), d3 = v128.load(carry, 32), d4 = v128.load(carry, 48), d5 = v128.load(carry, 64);
  for (let i: usize = 0; i < length; i++) {
    let older = v128.load64_lane(right + (i << 3), v128.load64_zero(left + (i << 3)), 1);
    older = f64x2.add(older, f64x2.add(f64x2.mul(b2, d2), f64x2.mul(b3, d3)));
    older = f64x2.add(older, f64x2.add(f64x2.mul(b4, d4), f64x2.mul(b5, d5)));
    d5 = d4;
    d4 = d3;
    d3 = d2;
    d2 = d1;
    d1 = f64x2.add(older, f64x2.mul(b1, d1));
    v128.store(out + (i << 4), d1);
  }
  v128.store(carry, d1);
  v128.store(carry, d2, 16);
  v128.store(carry, d3, 32);
  v128.store(carry, d4, 48);
  v128.store(carry, d5, 64);
}

/** Adds the products of two pairs of columns, summed over a block, to the matrix of sums. */
function addProducts(sums: usize, i: usize, j: usize, a: usize, b: usize, length: usize): void {
  let straight = f64x2.splat(0.0), crossed = f64x2.splat(0.0), straightOdd = f64x2.splat(0.0), crossedOdd = f64x2.splat(0.0);
  const end = a + (length << 4);
  const shift = b - a;
  let at = a;
  // Two observations per iteration: four sums in flight.
  for (; at + 16 < end; at += 32) {
    const u = v128.load(at);
    const v = v128.load(at + shift);
    const uOdd = v128.load(at, 16);
    const vOdd = v128.load(at + shift, 16);
    straight = f64x2.add(straight, f64x2.mul(u, v));
    crossed = f64x2.add(crossed, f64x2.mul(u, v128.shuffle<u64>(v, v, 1, 0)));
    straightOdd = f64x2.add(straightOdd, f64x2.mul(uOdd, vOdd));
    crossedOdd = f64x2.add(crossedOdd, f64x2.mul(uOdd, v128.shuffle<u64>(vOdd, vOdd, 1, 0)));
  }
  if (at < end) {
    const u = v128.load(at);
    const v = v128.load(at + shift);
    straight = f64x2.add(straight, f64x2.mul(u, v));
    crossed = f64x2.add(crossed, f64x2.mul(u, v128.shuffle<u64>(v, v, 1, 0)));
  }
  straight = f64x2.add(straight, straightOdd);
  crossed = f64x2.add(crossed, crossedOdd);
  const upper = sums + ((2 * i * ROW + 2 * j) << 3);
  const lower = upper + (ROW << 3);
  store<f64>(upper, load<f64>(upper) + f64x2.extract_lane(straight, 0));
  store<f64>(upper, load<f64>(upper, 8) + f64x2.extract_lane(crossed, 0), 8);
  store<f64>(lower, load<f64>(lower) + f64x2.extract_lane(crossed, 1));
  store<f64>(lower, load<f64>(lower, 8) + f64x2.extract_lane(straight, 1), 8);
}

/** Multiplies every column of a block by 1 / h and appends the columns 1 / sqrt(h) and 1. */
function scaleForInformation(h: usize, work: usize, core: usize, length: usize): void {
  const base = at(work, PAIRS_AT);
  for (let t: usize = 0; t < length; t++) {
    const inverse = 1.0 / load<f64>(h + (t << 3));
    const factor = f64x2.splat(inverse);
    for (let pair: usize = 0; pair < core; pair++) {
      const place = base + ((pair * BLOCK + t) << 4);
      v128.store(place, f64x2.mul(v128.load(place), factor));
    }
    const place = base + ((core * BLOCK + t) << 4);
    store<f64>(place, Math.sqrt(inverse));
    store<f64>(place, 1.0, 8);
  }
}

/** Turns the derivatives of the variances into scores and appends those of nu and lambda. */
function scaleForScores(state: usize, y: usize, h: usize, work: usize, core: usize, length: usize): void {
  const base = at(work, PAIRS_AT);
  const scores = at(work, SCORES_AT);
  const stride = BLOCK << 3;
  densityScoresOfRun(state, <i32>get(state, S.DENSITY), y, h, scores, stride, length);
  for (let pair: usize = 0; pair < core; pair++) {
    const column = base + ((pair * BLOCK) << 4);
    for (let t: usize = 0; t < length; t++) {
      const place = column + (t << 4);
      v128.store(place, f64x2.mul(v128.load(place), v128.load64_splat(scores + stride + (t << 3))));
    }
  }
  const shapes = base + ((core * BLOCK) << 4);
  for (let t: usize = 0; t < length; t++) {
    const first = base + (t << 4);
    const score = scores + (t << 3);
    // The sign is negative for the mean: e = r - mu.
    v128.store(first, f64x2.sub(v128.load(first), v128.load64_zero(score)));
    v128.store(shapes + (t << 4), v128.load64_lane(score + 3 * stride, v128.load64_zero(score + 2 * stride), 1));
  }
}

/** A block of a GARCH(1,1): separate columns instead of pairs. The carried derivatives are stored where `garchNextSlopes` reads them. */
function simpleBlock(state: usize, y: usize, h: usize, g: usize, work: usize, first: bool, length: usize): void {
  const columns = at(work, PAIRS_AT), carry = at(work, CARRY_AT + 2 * LAGS * 2);
  const stride = BLOCK << 3;
  const count = simpleColumns(state, y, h, g, carry, first, columns, stride, length);
  addColumnProducts(at(work, SUMS_AT), columns, stride, count, length, g == 0 ? 1.0 : 0.25);
  if (g == 0 && count == 4) addLevels(at(work, SUMS_AT), ROW << 3, h, columns, stride, length);
  const newest = (length & 1) == 0 ? carry + 8 : carry;
  const mean = at(work, CARRY_AT), shock = at(work, CARRY_AT + LAGS * 2);
  store<f64>(mean, load<f64>(newest));
  store<f64>(mean, load<f64>(newest, 16), 8);
  store<f64>(shock, load<f64>(newest, 32));
  store<f64>(shock, load<f64>(newest, 48), 8);
}

/**
 * Sums of products over observations [from, to); after a complete `garchForward` at the same parameters. Columns: mu, omega, alpha1..q,
 * beta1..p, one column of zeros if that is an odd number, and two more, as the block's mode says.
 * @param products `GarchProductsBlock`, declared in assembly/layouts/volatility.mjs
 * @param from a multiple of 128 for the same bits with any chunking, otherwise of 2
 */
export function garchProducts(products: usize, from: i32, to: i32): void {
  const given = changetype<GarchProductsBlock>(products);
  const state = given.state;
  const y = given.y;
  const h = given.h;
  const g = given.g;
  const work = given.work;
  const mode = given.mode;
  const q = <usize>get(state, S.SHOCK_LAGS), p = <usize>get(state, S.VARIANCE_LAGS);
  const core: usize = (q + p + 3) >> 1;
  // The normal density has no shape to score.
  const pairs = mode == 1 && get(state, S.DENSITY) == <f64>S.NORMAL ? core : core + 1;
  if (from == 0) {
    memory.fill(work, 0, <usize>WORK_LENGTH << 3);
    for (let i: usize = 0; i < BLOCK; i++) store<f64>(at(work, ONES_AT + i), 1.0);
    // Before the sample the variance only depends on mu.
    for (let lag: usize = 0; lag < LAGS; lag++) store<f64>(at(work, CARRY_AT + 2 * lag), get(state, S.PRESAMPLE_SLOPE));
  }
  for (let start = from; start < to; start += <i32>BLOCK) {
    const length = <usize>min(<i32>BLOCK, to - start);
    const offset = <usize>start << 3;
    if (q == 1 && p == 1) {
      simpleBlock(state, y + offset, h + offset, mode == 0 ? 0 : g + offset, work, start == 0, length);
      continue;
    }
    regressors(state, y, work, start, length);
    for (let pair: usize = 0; pair < core; pair++) {
      const left = regressorOf(work, h, start, 2 * pair, q, p);
      const right = regressorOf(work, h, start, 2 * pair + 1, q, p);
      derivatives(state, left, right, at(work, CARRY_AT + pair * LAGS * 2), at(work, PAIRS_AT + pair * BLOCK * 2), length);
    }
    if (mode == 0) scaleForInformation(h + offset, work, core, length);
    else scaleForScores(state, y + offset, h + offset, work, core, length);
    for (let i: usize = 0; i < pairs; i++) {
      for (let j = i; j < pairs; j++) {
        addProducts(at(work, SUMS_AT), i, j, at(work, PAIRS_AT + i * BLOCK * 2), at(work, PAIRS_AT + j * BLOCK * 2), length);
      }
    }
  }
}

/**
 * Derivatives of h[n], the variance after the last observation, with respect to mu, omega, alpha and beta (2 + q + p values at `out`). Call
 * after `garchProducts` has processed the whole series.
 */
export function garchNextSlopes(state: usize, y: usize, h: usize, work: usize, out: usize): void {
  const q = <usize>get(state, S.SHOCK_LAGS), p = <usize>get(state, S.VARIANCE_LAGS);
  const n = <i32>get(state, S.COUNT);
  regressors(state, y, work, n, 1);
  for (let column: usize = 0; column < 2 + q + p; column++) {
    const carry = at(work, CARRY_AT + (column >> 1) * LAGS * 2 + (column & 1));
    let value = load<f64>(regressorOf(work, h, n, column, q, p));
    for (let lag: usize = 0; lag < p; lag++) value += get(state, S.BETA + lag) * load<f64>(carry + (lag << 4));
    store<f64>(out + (column << 3), value);
  }
}
