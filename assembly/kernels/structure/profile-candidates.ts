import { ProfileCandidatesBlock, ProfileDiagonalsBlock } from "../../build/layouts/structure";
import { covarianceOf, keepBoth } from "./matrix-profile";

/** Correlations closer to 1 than this are indistinguishable: the tolerance of the correlations of `profileDiagonals`. */
const CERTAIN: f64 = 1.0 - 1e-11;

/** Correlation of two windows from their full covariance, the same bits in either order; NaN if one is constant. */
function correlationOf(given: ProfileDiagonalsBlock, i: i32, j: i32): f64 {
  const inverse = given.statistics + (<usize>given.windows << 3);
  return covarianceOf(given, i, j) * (load<f64>(inverse + (<usize>i << 3)) * load<f64>(inverse + (<usize>j << 3)));
}

/**
 * Windows [from, to) minus their mean, over their norm, in 32 bits: the correlation of two is the sum of products of their values. Each is
 * padded with zeros to whole vectors of four, at least one zero; the last is 1 if the window varies, 0 if it is constant.
 * @formula (x[i+k] - mu[i]) / norm[i]
 * @source the normalization of the matrix profile: Yeh and others (2016), ICDM
 * @tolerance the 64-bit value rounded to 32 bits, or the neighboring 32-bit value
 * @param profile a block of `profileDiagonals`; best and partner are not read
 * @param out address of the first value of window `from`
 */
export function profileShapes(profile: usize, from: i32, to: i32, out: usize): void {
  const given = changetype<ProfileDiagonalsBlock>(profile);
  const width = given.width;
  const padded = (width + 4) & ~3;
  for (let i = from; i < to; i++) {
    const at = <usize>i << 3;
    const own = load<f64>(given.values + at);
    const mean = load<f64>(given.statistics + at);
    const inverse = load<f64>(given.statistics + (<usize>given.windows << 3) + at);
    const varies = inverse > 0;
    for (let k = 0; k < padded; k++, out += 4) {
      const deviation = k < width && varies ? (load<f64>(given.values + at + (<usize>k << 3)) - own - mean) * inverse : 0;
      store<f32>(out, k == padded - 1 && varies ? 1 : <f32>deviation);
    }
  }
}

/**
 * Re-checks in 64 bits the candidates for the nearest windows of [from, to) found in 32 bits, and raises their best correlations. Those
 * within twice the error bound of the first are checked; if the last is among them, and the best is not a perfect match, there may be more,
 * and the window is left undecided. Elsewhere the nearest window is among the candidates. A candidate that is not a neighbor counts as an
 * unbounded error.
 * @of profileDiagonals
 * @param block `ProfileCandidatesBlock`, declared in assembly/layouts/structure.mjs
 * @returns candidates checked
 */
export function profileRecheck(block: usize, from: i32, to: i32): i32 {
  const asked = changetype<ProfileCandidatesBlock>(block);
  const given = changetype<ProfileDiagonalsBlock>(asked.profile);
  const bound = asked.bound;
  const candidates = asked.candidates;
  const bytes = <usize>candidates << 2;
  let largest = load<f64>(asked.largest);
  let looks = 0;
  for (let i = from; i < to; i++) {
    const correlations = asked.correlations + <usize>i * bytes;
    const rows = asked.rows + <usize>i * bytes;
    const known = given.best + (<usize>i << 3);
    const flag = asked.undecided + (<usize>i << 2);
    const nearest = <f64>load<f32>(correlations) - 2.0 * bound;
    store<i32>(flag, 0);
    // A constant window has no neighbor.
    if (!(load<f64>(given.statistics + (<usize>(given.windows + i) << 3)) > 0)) continue;
    for (let k = 0; k < candidates; k++) {
      const found = <f64>load<f32>(correlations + (<usize>k << 2));
      // Neither this candidate nor any that was not reported can be better than the best match so far.
      if (found < -1.5 || found < nearest || found + bound < load<f64>(known)) break;
      const j = load<i32>(rows + (<usize>k << 2));
      if (<u32>j >= <u32>given.windows || abs(i - j) < asked.first) {
        largest = Infinity;
        break;
      }
      const exact = correlationOf(given, i, j);
      largest = max(largest, abs(found - exact));
      keepBoth(given.best, given.partner, i, j, exact);
      looks++;
      if (k == candidates - 1 && load<f64>(known) < CERTAIN) store<i32>(flag, 1);
    }
  }
  store<f64>(asked.largest, largest);
  return looks;
}

/**
 * Compares one window with the windows [from, to) one by one, in 64 bits, and raises the best correlations of both.
 * @of profileDiagonals
 * @param profile a block of `profileDiagonals`
 * @param first minimum distance of neighboring windows
 */
export function profileScan(profile: usize, window: i32, first: i32, from: i32, to: i32): void {
  const given = changetype<ProfileDiagonalsBlock>(profile);
  for (let j = from; j < to; j++) {
    if (abs(j - window) >= first) keepBoth(given.best, given.partner, window, j, correlationOf(given, window, j));
  }
}
