import { ProfileDiagonalsBlock } from "../../build/layouts/structure";
import { sumOf } from "../../lib/window";

/** Share of the level's square below which the spread of a window is rounding: it counts as constant. */
const ROUNDING: f64 = 1e-26;
const LANES: i32 = 8;

/**
 * What the diagonals of a matrix profile need of each window of `width` values, windows [from, to): its mean, 1 / norm of its distances from the
 * mean (NaN where it is constant, so that it is nobody's neighbor), and the two differences by which a covariance moves to the next window.
 * @formula df[i] = (x[i+m-1] - x[i-1]) / 2, dg[i] = (x[i+m-1] - mu[i]) + (x[i-1] - mu[i-1]); both 0 at i = 0
 * @source the MPX recurrence (Zhu, Yeh, Zimmerman, Kamgar and Keogh 2018)
 * @tolerance means and norms within 1e-13 of plain sums, through the distances of `profileDiagonals`
 * @param out four columns of `windows` values one after the other: mean, inverse norm, df, dg
 */
export function profileWindows(values: usize, from: i32, to: i32, width: i32, windows: i32, out: usize): void {
  const column = <usize>windows << 3;
  const m = <f64>width;
  let before: f64 = from > 0 ? sumOf(values + (<usize>(from - 1) << 3), width) / m : 0;
  for (let i = from; i < to; i++) {
    const start = values + (<usize>i << 3);
    const mean = sumOf(start, width) / m;
    let squares: f64 = 0;
    for (let j = 0; j < width; j++) {
      const d = load<f64>(start + (<usize>j << 3)) - mean;
      squares += d * d;
    }
    const at = out + (<usize>i << 3);
    store<f64>(at, mean);
    store<f64>(at + column, squares > ROUNDING * m * mean * mean ? 1.0 / Math.sqrt(squares) : NaN);
    const entering = load<f64>(start + (<usize>(width - 1) << 3));
    const leaving = i > 0 ? load<f64>(start - 8) : 0;
    store<f64>(at + 2 * column, i > 0 ? 0.5 * (entering - leaving) : 0);
    store<f64>(at + 3 * column, i > 0 ? entering - mean + (leaving - before) : 0);
    before = mean;
  }
}

/**
 * Keeps the better of a window's best correlation and a new one, of equal ones the one with the lower window: an order in which no two differ, so
 * that it makes no difference who computes which diagonals, and when. NaN is never kept.
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
 * A tile of eight diagonals of the matrix of all windows against all windows: rows `first` to `last` of the diagonals from `diagonal` on. Raises
 * best[i] to the highest correlation of window i with a window `diagonal`..`diagonal`+7 steps away, and notes which. A tile begins with whole
 * covariances, of the windows before its first, and carries them along its rows. So tiles stand alone: they may be computed in any order, anywhere.
 * @formula cov[i,j] = cov[i-1,j-1] + df[i] dg[j] + df[j] dg[i]; correlation = cov / (norm[i] norm[j]); distance = sqrt(2 m (1 - correlation))
 * @source matrix profile: Yeh and others (2016); MPX diagonals: Zhu and others (2018)
 * @tolerance 1e-7 in the distance, 1e-11 in the correlation, against all pairs computed one by one
 * @param block `ProfileDiagonalsBlock`, declared in assembly/layouts/structure.mjs
 * @param first smallest window number along the diagonals in this tile
 * @param last window number to stop before; diagonals end by themselves
 */
export function profileDiagonals(block: usize, diagonal: i32, first: i32, last: i32): void {
  const given = changetype<ProfileDiagonalsBlock>(block);
  const windows = given.windows;
  const state = given.state;
  const best = given.best;
  const partner = given.partner;
  const column = <usize>windows << 3;
  const inverse = given.statistics + column;
  const df = inverse + column;
  const dg = df + column;
  const shift = <usize>diagonal << 3;
  startDiagonals(given, diagonal, first);
  let a = v128.load(state);
  let b = v128.load(state, 16);
  let c = v128.load(state, 32);
  let d = v128.load(state, 48);
  let i = first;
  // All eight lanes lie inside while i + diagonal + 7 < windows.
  for (const whole = min(last, windows - diagonal - LANES + 1); i < whole; i++) {
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
  // The last steps, where the farther diagonals have ended.
  for (; i < min(last, windows - diagonal); i++) {
    const row = <usize>i << 3;
    for (let lane = 0; lane < LANES && i + diagonal + lane < windows; lane++) {
      const here = row + shift + (<usize>lane << 3);
      const at = state + (<usize>lane << 3);
      const covariance = load<f64>(at) + (load<f64>(df + row) * load<f64>(dg + here) + load<f64>(dg + row) * load<f64>(df + here));
      store<f64>(at, covariance);
      keepBoth(best, partner, i, i + diagonal + lane, covariance * load<f64>(inverse + row) * load<f64>(inverse + here));
    }
  }
}

/** Covariances of the next windows along their diagonals. */
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

/** The covariances a tile begins with. Window 0 has none before it: there its own are taken, to which its zero differences add nothing. */
function startDiagonals(given: ProfileDiagonalsBlock, diagonal: i32, first: i32): void {
  const row = max(0, first - 1);
  for (let lane = 0; lane < LANES; lane++) {
    const j = row + diagonal + lane;
    store<f64>(given.state + (<usize>lane << 3), j < given.windows ? covarianceOf(given, row, j) : 0);
  }
}

/** The whole covariance of two windows: the sum over their values. */
export function covarianceOf(given: ProfileDiagonalsBlock, i: i32, j: i32): f64 {
  const one = given.values + (<usize>i << 3);
  const other = given.values + (<usize>j << 3);
  const mean = load<f64>(given.statistics + (<usize>i << 3));
  const otherMean = load<f64>(given.statistics + (<usize>j << 3));
  let sum: f64 = 0;
  for (let k: usize = 0, end = <usize>given.width << 3; k < end; k += 8) sum += (load<f64>(one + k) - mean) * (load<f64>(other + k) - otherMean);
  return sum;
}

/**
 * Distances of the windows [from, to) to their nearest neighbors: sqrt(2 m (1 - correlation)), 0 for the same shape, 2 sqrt(m) for the opposite;
 * NaN for a constant window and where there is no neighbor.
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

/** Index in [from, to) of the largest of sign * values[i]; the first of equal ones; -1 where all are NaN. */
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

/** Raises the best correlations of the windows [from, to) to those another set of tiles found, with their partners. */
export function profileMerge(best: usize, partner: usize, otherBest: usize, otherPartner: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) keep(best, partner, i, load<i32>(otherPartner + (<usize>i << 2)), load<f64>(otherBest + (<usize>i << 3)));
}
