import { ProfileDiagonalsBlock } from "../../build/layouts/structure";
import { LIST } from "./profile-windows";

const LANES: i32 = 8;

/**
 * Keeps the better of a window's best correlation and a new one, ties going to the lower window: a strict order, so the result does not
 * depend on which worker computes which diagonals, or when. NaN is never kept.
 */
@inline
export function keep(best: usize, partner: usize, window: i32, other: i32, correlation: f64): void {
  const at = best + (<usize>window << 3);
  const known = load<f64>(at);
  if (!(correlation >= known)) return;
  const whom = partner + (<usize>window << 2);
  if (correlation == known && other >= load<i32>(whom)) return;
  store<f64>(at, correlation);
  store<i32>(whom, other);
}

/**
 * A tile of eight diagonals of the matrix of all windows against all windows: rows `first` to `last` of the diagonals from `diagonal` on.
 * Raises best[i] to the highest correlation of window i with a window `diagonal`..`diagonal`+7 steps away, and records its index. A tile
 * starts from full covariances of its first windows and updates them along its rows, restarting at the windows found by `profileRestarts`.
 * Tiles are therefore independent and can be computed in any order, on any worker.
 * @formula cov[i,j] = cov[i-1,j-1] + df[i] dg[j] + df[j] dg[i]; correlation = cov / (norm[i] norm[j]); distance = sqrt(2 m (1 -
 * correlation))
 * @source matrix profile: Yeh and others (2016); MPX diagonals: Zhu and others (2018)
 * @tolerance 1e-11 in the correlation against all pairs in exact arithmetic, including low volatility after high, and prices that hardly
 * move
 * @param block `ProfileDiagonalsBlock`, declared in assembly/layouts/structure.mjs
 * @param first smallest window number along the diagonals in this tile
 * @param last window number to stop before; diagonals end by themselves
 */
export function profileDiagonals(block: usize, diagonal: i32, first: i32, last: i32): void {
  const given = changetype<ProfileDiagonalsBlock>(block);
  const end = min(last, given.windows - diagonal);
  // All eight lanes are inside while i + diagonal + 7 < windows.
  const whole = min(last, given.windows - diagonal - LANES + 1);
  let rows = restartAfter(given, first);
  let columns = restartAfter(given, first + diagonal);
  startDiagonals(given, diagonal, first);
  for (let i = first; i < end; ) {
    compareRow(given, diagonal, i++);
    // The next restart of a lane: at a row, or where the farthest lane reaches a column.
    const stop = min(end, min(load<i32>(rows), max(i, load<i32>(columns) - diagonal - LANES + 1)));
    if (i < min(stop, whole)) {
      wholeRows(given, diagonal, i, min(stop, whole));
      i = min(stop, whole);
    }
    for (; i < stop; i++) {
      endingRow(given, diagonal, i);
      compareRow(given, diagonal, i);
    }
    if (i >= end) break;
    if (load<i32>(rows) == i) startDiagonals(given, diagonal, i);
    else {
      endingRow(given, diagonal, i);
      startColumns(given, diagonal, i, columns);
    }
    while (load<i32>(rows) <= i) rows += 4;
    while (load<i32>(columns) <= i + diagonal) columns += 4;
  }
}

/** Carries the covariances of eight diagonals, initially of the preceding row, along the rows [from, to), and compares their windows. */
function wholeRows(given: ProfileDiagonalsBlock, diagonal: i32, from: i32, to: i32): void {
  const state = given.state;
  const best = given.best;
  const partner = given.partner;
  const column = <usize>given.windows << 3;
  const inverse = given.statistics + column;
  const df = inverse + column;
  const dg = df + column;
  const shift = <usize>diagonal << 3;
  let a = v128.load(state);
  let b = v128.load(state, 16);
  let c = v128.load(state, 32);
  let d = v128.load(state, 48);
  for (let i = from; i < to; i++) {
    const row = <usize>i << 3;
    const here = row + shift;
    const rowDf = v128.load64_splat(df + row);
    const rowDg = v128.load64_splat(dg + row);
    const rowInverse = v128.load64_splat(inverse + row);
    const rowBest = v128.load64_splat(best + row);
    a = moved(a, rowDf, rowDg, v128.load(df + here), v128.load(dg + here));
    const ra = f64x2.mul(f64x2.mul(a, rowInverse), v128.load(inverse + here));
    const ha = f64x2.ge(ra, f64x2.pmin(rowBest, v128.load(best + here)));
    b = moved(b, rowDf, rowDg, v128.load(df + here, 16), v128.load(dg + here, 16));
    const rb = f64x2.mul(f64x2.mul(b, rowInverse), v128.load(inverse + here, 16));
    const hb = f64x2.ge(rb, f64x2.pmin(rowBest, v128.load(best + here, 16)));
    c = moved(c, rowDf, rowDg, v128.load(df + here, 32), v128.load(dg + here, 32));
    const rc = f64x2.mul(f64x2.mul(c, rowInverse), v128.load(inverse + here, 32));
    const hc = f64x2.ge(rc, f64x2.pmin(rowBest, v128.load(best + here, 32)));
    d = moved(d, rowDf, rowDg, v128.load(df + here, 48), v128.load(dg + here, 48));
    const rd = f64x2.mul(f64x2.mul(d, rowInverse), v128.load(inverse + here, 48));
    const hd = f64x2.ge(rd, f64x2.pmin(rowBest, v128.load(best + here, 48)));
    // One test for the sixteen comparisons: improvements are rare.
    if (v128.any_true(v128.or(v128.or(ha, hb), v128.or(hc, hd)))) keepAll(best, partner, i, i + diagonal, ra, rb, rc, rd);
  }
  v128.store(state, a);
  v128.store(state, b, 16);
  v128.store(state, c, 32);
  v128.store(state, d, 48);
}

/** Carries the covariances to a row, from the one before, for the diagonals that extend to it. */
function endingRow(given: ProfileDiagonalsBlock, diagonal: i32, i: i32): void {
  const df = given.statistics + (<usize>given.windows << 4);
  const dg = df + (<usize>given.windows << 3);
  const row = <usize>i << 3;
  for (let lane = 0; lane < LANES && i + diagonal + lane < given.windows; lane++) {
    const here = <usize>(i + diagonal + lane) << 3;
    const at = given.state + (<usize>lane << 3);
    store<f64>(at, load<f64>(at) + (load<f64>(df + row) * load<f64>(dg + here) + load<f64>(dg + row) * load<f64>(df + here)));
  }
}

/** Compares the windows of a row, for the diagonals that extend to it. */
function compareRow(given: ProfileDiagonalsBlock, diagonal: i32, i: i32): void {
  const inverse = given.statistics + (<usize>given.windows << 3);
  for (let lane = 0; lane < LANES && i + diagonal + lane < given.windows; lane++) {
    const j = i + diagonal + lane;
    const covariance = load<f64>(given.state + (<usize>lane << 3));
    const correlation = covariance * load<f64>(inverse + (<usize>i << 3)) * load<f64>(inverse + (<usize>j << 3));
    keepBoth(given.best, given.partner, i, j, correlation);
  }
}

/** Updates the covariances to the next windows along their diagonals. */
@inline
function moved(covariances: v128, rowDf: v128, rowDg: v128, otherDf: v128, otherDg: v128): v128 {
  return f64x2.add(covariances, f64x2.add(f64x2.mul(rowDf, otherDg), f64x2.mul(rowDg, otherDf)));
}

export function keepBoth(best: usize, partner: usize, i: i32, j: i32, correlation: f64): void {
  keep(best, partner, i, j, correlation);
  keep(best, partner, j, i, correlation);
}

function keepAll(best: usize, partner: usize, i: i32, j: i32, a: v128, b: v128, c: v128, d: v128): void {
  keepBoth(best, partner, i, j, f64x2.extract_lane(a, 0));
  keepBoth(best, partner, i, j + 1, f64x2.extract_lane(a, 1));
  keepBoth(best, partner, i, j + 2, f64x2.extract_lane(b, 0));
  keepBoth(best, partner, i, j + 3, f64x2.extract_lane(b, 1));
  keepBoth(best, partner, i, j + 4, f64x2.extract_lane(c, 0));
  keepBoth(best, partner, i, j + 5, f64x2.extract_lane(c, 1));
  keepBoth(best, partner, i, j + 6, f64x2.extract_lane(d, 0));
  keepBoth(best, partner, i, j + 7, f64x2.extract_lane(d, 1));
}

/** Position of the first restart after a window in the list of restarts. */
function restartAfter(given: ProfileDiagonalsBlock, window: i32): usize {
  const list = given.restarts + LIST;
  let low = 0;
  let high = load<i32>(given.restarts, 8);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<i32>(list + (<usize>middle << 2)) > window) high = middle;
    else low = middle + 1;
  }
  return list + (<usize>low << 2);
}

/** Full covariances of a row, all at once if all eight diagonals extend to it: the same bits as `covarianceOf`. */
function startDiagonals(given: ProfileDiagonalsBlock, diagonal: i32, row: i32): void {
  const j = row + diagonal;
  if (j + LANES > given.windows) {
    for (let lane = 0; j + lane < given.windows; lane++) store<f64>(given.state + (<usize>lane << 3), covarianceOf(given, row, j + lane));
    return;
  }
  const one = given.values + (<usize>row << 3);
  const other = given.values + (<usize>j << 3);
  const means = given.statistics + (<usize>j << 3);
  const own = load<f64>(one);
  const mean = load<f64>(given.statistics + (<usize>row << 3));
  for (let lane: usize = 0; lane < <usize>LANES << 3; lane += 32) {
    const otherOwn = v128.load(other + lane);
    const otherMean = v128.load(means + lane);
    const nextOwn = v128.load(other + lane, 16);
    const nextMean = v128.load(means + lane, 16);
    let a = f64x2.splat(0);
    let b = a;
    for (let k: usize = 0, end = <usize>given.width << 3; k < end; k += 8) {
      const d = f64x2.splat(load<f64>(one + k) - own - mean);
      a = f64x2.add(a, f64x2.mul(d, f64x2.sub(f64x2.sub(v128.load(other + lane + k), otherOwn), otherMean)));
      b = f64x2.add(b, f64x2.mul(d, f64x2.sub(f64x2.sub(v128.load(other + lane + k, 16), nextOwn), nextMean)));
    }
    v128.store(given.state + lane, a);
    v128.store(given.state + lane, b, 16);
  }
}

/** Full covariances for the diagonals of a row that reach a restart column; `columns` are the next restarts. */
function startColumns(given: ProfileDiagonalsBlock, diagonal: i32, row: i32, columns: usize): void {
  for (let at = columns; load<i32>(at) < row + diagonal + LANES; at += 4) {
    const j = load<i32>(at);
    if (j >= row + diagonal) store<f64>(given.state + (<usize>(j - row - diagonal) << 3), covarianceOf(given, row, j));
  }
}

/** The full covariance of two windows: the sum over their values. */
export function covarianceOf(given: ProfileDiagonalsBlock, i: i32, j: i32): f64 {
  const one = given.values + (<usize>i << 3);
  const other = given.values + (<usize>j << 3);
  const own = load<f64>(one);
  const otherOwn = load<f64>(other);
  const mean = load<f64>(given.statistics + (<usize>i << 3));
  const otherMean = load<f64>(given.statistics + (<usize>j << 3));
  let sum: f64 = 0;
  for (let k: usize = 0, end = <usize>given.width << 3; k < end; k += 8)
    sum += (load<f64>(one + k) - own - mean) * (load<f64>(other + k) - otherOwn - otherMean);
  return sum;
}

/**
 * Distances of the windows [from, to) to their nearest neighbors: sqrt(2 m (1 - correlation)), 0 for the same shape, 2 sqrt(m) for the
 * opposite; NaN for a constant window and if there is no neighbor.
 * @param inverse inverse norms, the second column of `profileWindows`
 */
export function profileDistances(best: usize, inverse: usize, from: i32, to: i32, width: i32, out: usize): void {
  for (let i = from; i < to; i++) {
    const at = <usize>i << 3;
    const correlation = load<f64>(best + at);
    const known = correlation >= -1.5 && load<f64>(inverse + at) > 0;
    store<f64>(out + at, known ? Math.sqrt(2.0 * <f64>width * max<f64>(0, 1.0 - correlation)) : NaN);
  }
}

/** Index in [from, to) of the largest of sign * values[i]; the first of equal ones; -1 if all are NaN. */
export function largestIndex(values: usize, from: i32, to: i32, sign: f64): i32 {
  let found = -1;
  let most: f64 = -Infinity;
  for (let i = from; i < to; i++) {
    const value = sign * load<f64>(values + (<usize>i << 3));
    if (value > most) {
      most = value;
      found = i;
    }
  }
  return found;
}

/** Raises the best correlations of the windows [from, to) to those found by another set of tiles, with their partners. */
export function profileMerge(best: usize, partner: usize, otherBest: usize, otherPartner: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) keep(best, partner, i, load<i32>(otherPartner + (<usize>i << 2)), load<f64>(otherBest + (<usize>i << 3)));
}
