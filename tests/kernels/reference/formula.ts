/** The latest `length` values at t; null if incomplete or with gaps. */
const windowAt = (values: Float64Array, t: number, length: number): number[] | null => {
  if (t < length - 1) return null;
  const window = [...values.subarray(t - length + 1, t + 1)];
  return window.some(Number.isNaN) ? null : window;
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const covariance = (x: readonly number[], y: readonly number[]) =>
  x.reduce((sum, value, i) => sum + (value - mean(x)) * (y[i] - mean(y)), 0) / (x.length - 1);
const percentile = (values: readonly number[], of: number) =>
  (values.filter((value) => value < of).length + (values.filter((value) => value === of).length + 1) / 2) / values.length;

export const plainWindows: Record<string, (window: readonly number[]) => number> = {
  ts_min: (window) => Math.min(...window),
  ts_max: (window) => Math.max(...window),
  ts_mean: mean,
  ts_sum: (window) => window.reduce((sum, value) => sum + value, 0),
  ts_stddev: (window) => Math.sqrt(covariance(window, window)),
  ts_argmax: (window) => window.indexOf(Math.max(...window)) + 1,
  ts_argmin: (window) => window.indexOf(Math.min(...window)) + 1,
  ts_rank: (window) => percentile(window, window[window.length - 1]),
  decay_linear: (window) => window.reduce((sum, value, k) => sum + (k + 1) * value, 0) / ((window.length * (window.length + 1)) / 2),
};

export const plainPairs: Record<string, (x: readonly number[], y: readonly number[]) => number> = {
  covariance,
  correlation: (x, y) => covariance(x, y) / Math.sqrt(covariance(x, x) * covariance(y, y)),
};

export const plainRoll = (values: Float64Array, length: number, of: (window: readonly number[]) => number): Float64Array =>
  values.map((_, t) => {
    const window = windowAt(values, t, length);
    return window ? of(window) : Number.NaN;
  });

export const plainRollPair = (
  x: Float64Array,
  y: Float64Array,
  length: number,
  of: (x: readonly number[], y: readonly number[]) => number,
): Float64Array =>
  x.map((_, t) => {
    const [left, right] = [windowAt(x, t, length), windowAt(y, t, length)];
    return left && right ? of(left, right) : Number.NaN;
  });

/** Percentile of each value among the known ones of the last `length` steps. */
export const plainRankSoFar = (values: Float64Array, length: number, least: number): Float64Array =>
  values.map((value, t) => {
    const known = [...values.subarray(Math.max(0, t - length + 1), t + 1)].filter((one) => !Number.isNaN(one));
    return Number.isNaN(value) || known.length < least ? Number.NaN : percentile(known, value);
  });

/** Percentile of each asset within a step. */
export const plainRankAcross = (row: readonly number[]): number[] => {
  const known = row.filter((value) => !Number.isNaN(value));
  return row.map((value) => (Number.isNaN(value) ? Number.NaN : percentile(known, value)));
};
