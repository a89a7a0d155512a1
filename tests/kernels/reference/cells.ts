/** Kernels that pass over a column once, written as their definition for one value or row. */
const indices = (n: number) => Array.from({ length: n }, (_, t) => t);
type Values = Float64Array;

export const squareTwin = (x: Values) => x.map((value) => value * value);
export const centerTwin = (x: Values, mean: number) => x.map((value) => value - mean);
export const laggedProductsTwin = (x: Values, lags: number) =>
  indices(lags + 1).map((k) => x.subarray(k).reduce((sum, value, t) => sum + value * x[t], 0));
export const magnitudeTwin = (x: Values) => x.map(Math.abs);
export const logAbsoluteTwin = (x: Values, floor: number) => x.map((value) => Math.log(Math.max(Math.abs(value), floor)));
export const momentumTwin = (x: Values, period: number) => x.map((value, t) => (t < period ? Number.NaN : value - x[t - period]));
export const simpleReturnsTwin = (x: Values) => x.map((value, t) => (t > 0 && x[t - 1] > 0 ? (value - x[t - 1]) / x[t - 1] : Number.NaN));
export const firstTwin = (x: Values, is: (value: number) => boolean) => x.findIndex(is);
export const countTwin = (x: Values, is: (value: number) => boolean) => x.filter(is).length;
export const everyNthTwin = (x: Values, stride: number, count: number) => indices(count).map((i) => x[i * stride]);

/** Sums of pairwise products of the variables, upper triangle of a matrix. */
export function crossProductsTwin(rows: readonly (readonly number[])[]): number[] {
  const width = rows[0].length;
  return indices(width * width).map((cell) => {
    const [i, j] = [Math.floor(cell / width), cell % width];
    return j < i ? 0 : rows.reduce((sum, row) => sum + row[i] * row[j], 0);
  });
}
export const archRows = (c: Values, lags: number) =>
  indices(c.length)
    .slice(lags)
    .map((t) => [1, ...indices(lags).map((k) => c[t - 1 - k]), c[t]]);
export const signBiasRows = (z: Values, sigma: Values) =>
  indices(z.length)
    .slice(1)
    .map((t) => {
      const e = z[t - 1] * sigma[t - 1];
      return [1, e < 0 ? 1 : 0, Math.min(e, 0), Math.max(e, 0), z[t] ** 2];
    });

export const standardizeTwin = (r: Values, sigma: Values, mean: number) => r.map((value, t) => (value - mean) / sigma[t]);
/** Sums of x - pivot, of its square and of squared steps, and the minimum. */
export const sumsTwin = (x: Values, pivot: number) => [
  x.reduce((sum, value) => sum + value - pivot, 0),
  x.reduce((sum, value) => sum + (value - pivot) ** 2, 0),
  x.reduce((sum, value, t) => sum + (t > 0 ? (value - x[t - 1]) ** 2 : 0), 0),
  Math.min(0, ...x),
];
/** Square roots times a scale, and y - mu divided by the square roots. */
export const columnsTwin = (y: Values, h: Values, mu: number, scale: number) => [
  h.map((value) => Math.sqrt(value) * scale),
  y.map((value, t) => (value - mu) / Math.sqrt(h[t])),
];
/** Sums of ln(beta + weight z^2) and of its square. */
export function nelsonSumTwin(z: Values, alpha: number, gamma: number, beta: number): number[] {
  const growth = z.map((value) => Math.log(beta + (value < 0 ? alpha + gamma : alpha) * value * value));
  return [growth.reduce((sum, value) => sum + value, 0), growth.reduce((sum, value) => sum + value * value, 0)];
}
/** Log growth of a perturbation d of the variance: d[t + 1] = sum of (alpha[i] + gamma [z < 0]) z^2 d + sum of beta[j] d. */
export const nelsonPowersTwin = (z: Values, delta: number): Float64Array =>
  Float64Array.from(z, (value) => Math.sign(value) * Math.abs(value) ** (delta / 2));
export function nelsonProductTwin(z: Values, alpha: number[], beta: number[], gamma: number[]): number {
  const d = [1];
  for (let t = 0; t < z.length; t++) {
    const arch = alpha.map((weight, i) => {
      const past = t - i;
      if (past < 0) return weight;
      return (weight + (z[past] < 0 ? gamma[i] : 0)) * z[past] ** 2 * d[past];
    });
    d.push([...arch, ...beta.map((weight, j) => weight * (d[t - j] ?? 1))].reduce((sum, part) => sum + part, 0));
  }
  return Math.log(d[z.length]);
}
/** Local Whittle estimate: minimizer of the objective on a fine grid. */
export function localWhittleTwin(periodogram: number[]): number {
  const m = periodogram.length;
  const meanLog = periodogram.reduce((sum, _, j) => sum + Math.log(j + 1), 0) / m;
  const objective = (d: number) =>
    Math.log(periodogram.reduce((sum, power, j) => sum + (j + 1) ** (2 * d) * power, 0) / m) - 2 * d * meanLog;
  return indices(30_001)
    .map((i) => -0.5 + i / 20_000)
    .reduce((best, d) => (objective(d) < objective(best) ? d : best));
}
/** Murmur's mixing step with 64-bit constants, on two words. */
export function mixTwin(words: BigUint64Array, state: [bigint, bigint]): [bigint, bigint] {
  const cut = (x: bigint) => BigInt.asUintN(64, x);
  const rotated = (x: bigint, by: bigint) => cut((x << by) | (x >> (64n - by)));
  let [a, b] = state;
  for (const word of words) {
    a = rotated(cut((a ^ word) * 0xff51afd7ed558ccdn), 31n);
    b = rotated(cut((b + word) * 0xc4ceb9fe1a85ec53n), 29n) ^ a;
  }
  return [a ^ (a >> 33n), b ^ (b >> 33n)];
}

export const logarithmTwin = (x: Values) =>
  x.map((value) => (value > 0 && value < Number.POSITIVE_INFINITY ? Math.log(value) : Number.NaN));
export const quotientTwin = (a: Values, b: Values, scale: number) => a.map((value, t) => (b[t] > 0 ? (scale * value) / b[t] : Number.NaN));
export const signedTwin = (x: Values, signs: Values, scale: number) => x.map((value, t) => Math.sign(signs[t]) * scale * value);
export const leadTwin = (x: Values, horizon: number) => x.map((value, t) => (t + horizon < x.length ? x[t + horizon] - value : Number.NaN));
export function fadeTwin(x: Values, keep: number): Values {
  let sum = Number.NaN;
  return x.map((impulse) => {
    sum = Number.isNaN(sum) ? impulse || Number.NaN : keep * sum + impulse;
    return sum;
  });
}
export const bothKnown = (x: Values, y: Values) => indices(x.length).filter((t) => !Number.isNaN(x[t]) && !Number.isNaN(y[t]));
export const compoundTwin = (r: Values, scale: number) =>
  indices(r.length + 1).map((t) => r.subarray(0, t).reduce((v, x) => v * (1 + scale * x), 1));

/** Returns of a position with the factor's sign, their excess over the market, and counts of steps held, right, changed and rising. */
export function positionTwin(factor: Values, r: Values) {
  const side = (t: number) => (factor[t] > 0 ? 1 : factor[t] < 0 ? -1 : 0);
  const gain = r.map((value, t) => (t > 0 ? side(t - 1) * value : 0));
  const held = indices(r.length).filter((t) => t > 0 && side(t - 1) !== 0);
  const changed = indices(r.length).filter((t) => t > 1 && side(t - 1) !== side(t - 2));
  const counts = [held.length, held.filter((t) => gain[t] > 0).length, changed.length, held.filter((t) => r[t] > 0).length];
  return [gain, gain.map((value, t) => (t > 0 ? value - r[t] : 0)), counts];
}
/** Count, sum and sum of squares of y by bucket of x. */
export const bucketTwin = (x: Values, y: Values, edges: number[]) =>
  indices(edges.length + 1).flatMap((k) => {
    const inside = y.filter((_, t) => x[t] > (edges[k - 1] ?? Number.NEGATIVE_INFINITY) && x[t] <= (edges[k] ?? Number.POSITIVE_INFINITY));
    return [inside.length, inside.reduce((sum, value) => sum + value, 0), inside.reduce((sum, value) => sum + value * value, 0)];
  });
/** Slope of the least-squares line over a window, as covariance over variance. */
export const slopeTwin = (x: Values, window: number) =>
  x.map((_, t) => {
    if (t + 1 < window) return Number.NaN;
    const y = x.subarray(t + 1 - window, t + 1);
    const mean = y.reduce((sum, value) => sum + value, 0) / window;
    const k = indices(window).map((i) => i - (window - 1) / 2);
    return k.reduce((sum, i, at) => sum + i * (y[at] - mean), 0) / k.reduce((sum, i) => sum + i * i, 0);
  });
export const chooseTwin = (condition: Values, yes: Values, no: Values) =>
  condition.map((is, t) => (Number.isNaN(is) ? Number.NaN : is !== 0 ? yes[t] : no[t]));
const known = (value: number) => (Number.isFinite(value) ? value : Number.NaN);
/** Unary functions by their code. */
export const unaryTwins: ((x: number) => number)[] = [(x) => -x, (x) => known(Math.log(x)), Math.abs, Math.sign];
export const unaryTwin = (x: Values, operator: number) => x.map((value) => known(unaryTwins[operator](value)));
/** Binary operators by their code. */
const binaryTwins: ((a: number, b: number) => number)[] = [
  (a, b) => a + b,
  (a, b) => a - b,
  (a, b) => a * b,
  (a, b) => a / b,
  (a, b) => a ** b,
  Math.min,
  Math.max,
  (a, b) => Number(a < b),
  (a, b) => Number(a <= b),
  (a, b) => Number(a > b),
  (a, b) => Number(a >= b),
  (a, b) => Number(a === b),
  (a, b) => Number(a !== b),
  (a, b) => Math.sign(a) * Math.abs(a) ** b,
];
export const binaryTwin = (a: Values, b: Values, operator: number) =>
  a.map((value, t) => (Number.isNaN(value) || Number.isNaN(b[t]) ? Number.NaN : known(binaryTwins[operator](value, b[t]))));
export const shiftTwin = (x: Values, lag: number) => x.map((_, t) => x[t - lag] ?? Number.NaN);
