import type { Count } from "../contract";

/** A straight line through part of a divergence curve. */
export interface FittedSlope {
  /** First and last step of the fit. */
  from: Count;
  to: Count;
  /** Per step. */
  slope: number;
  intercept: number;
  /** Standard error of the slope, as if the residuals were independent; null for two points. */
  error: number | null;
  /** Null if the curve does not vary. */
  rSquared: number | null;
}

export interface FitRegion {
  from: Count;
  to: Count;
  /** "stable": the longest run of stable local slopes; "default": there is none, so the first steps are used; "given": set by the user. */
  origin: "stable" | "default" | "given";
}

/** Maximum relative deviation of the local slopes in a run from their mean; the second value applies if the first finds no run. */
const SPREADS = [0.1, 0.25];
/** A run must rise by this fraction of the whole curve's rise: the plateau at the end does not count. */
const MIN_RISE = 0.25;
const MIN_SLOPES = 3;

/** Least squares through curve[from..to], skipping NaN; null with fewer than two points. */
export function fitSlope(curve: ArrayLike<number>, from: Count, to: Count): FittedSlope | null {
  let [n, sumK, sumS] = [0, 0, 0];
  for (let k = from; k <= to; k++) {
    if (!Number.isFinite(curve[k])) continue;
    n++;
    sumK += k;
    sumS += curve[k];
  }
  if (n < 2) return null;
  const [meanK, meanS] = [sumK / n, sumS / n];
  let [kk, ks, ss] = [0, 0, 0];
  for (let k = from; k <= to; k++) {
    if (!Number.isFinite(curve[k])) continue;
    kk += (k - meanK) ** 2;
    ks += (k - meanK) * (curve[k] - meanS);
    ss += (curve[k] - meanS) ** 2;
  }
  const slope = ks / kk;
  const rest = Math.max(ss - slope * ks, 0);
  return {
    from,
    to,
    slope,
    intercept: meanS - slope * meanK,
    error: n > 2 ? Math.sqrt(rest / (n - 2) / kk) : null,
    rSquared: ss > 0 ? 1 - rest / ss : null,
  };
}

/** Slopes over every region of `span` steps, the first one at step 0. */
export function localSlopes(curve: Float64Array, span: Count): Float64Array {
  const slopes = new Float64Array(Math.max(curve.length - span, 0));
  for (let k = 0; k < slopes.length; k++) slopes[k] = fitSlope(curve, k, k + span)?.slope ?? Number.NaN;
  return slopes;
}

/** The longest run of local slopes within `spread` of their mean that rises by at least `rise`; null if there is none. */
function longestRun(curve: Float64Array, slopes: Float64Array, span: Count, spread: number, rise: number): FitRegion | null {
  let best: FitRegion | null = null;
  let longest = MIN_SLOPES - 1;
  for (let from = 0; from < slopes.length; from++) {
    let [sum, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let to = from; to < slopes.length && slopes[to] > 0; to++) {
      sum += slopes[to];
      least = Math.min(least, slopes[to]);
      most = Math.max(most, slopes[to]);
      const steps = to - from + 1;
      const mean = sum / steps;
      const stable = least >= (1 - spread) * mean && most <= (1 + spread) * mean;
      if (stable && steps > longest && curve[to + span] - curve[from] >= rise) {
        longest = steps;
        best = { from, to: to + span, origin: "stable" };
      }
    }
  }
  return best;
}

/**
 * The linear part of a divergence curve: the longest run of local slopes that stay within 10% of their mean (25% if there is none), among
 * runs that make up at least a quarter of the whole rise: the plateau is no region. Without such a run, the first steps.
 * @param span steps of a local slope: a mean period if the series oscillates
 * @param otherwise last step of the default region
 */
export function chooseRegion(curve: Float64Array, span: Count, otherwise: Count): FitRegion {
  const slopes = localSlopes(curve, span);
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const s of curve) {
    if (!Number.isFinite(s)) continue;
    lowest = Math.min(lowest, s);
    highest = Math.max(highest, s);
  }
  for (const spread of SPREADS) {
    const found = longestRun(curve, slopes, span, spread, MIN_RISE * (highest - lowest));
    if (found) return found;
  }
  return { from: 0, to: Math.min(otherwise, curve.length - 1), origin: "default" };
}
