/** Steps of risk, portfolio, chaos, regime and backtest methods, written as their definitions. */
import { distributionTwin, normalDensity } from "./densities";

type Values = Float64Array;
const indices = (n: number) => Array.from({ length: n }, (_, t) => t);
const total = (x: Iterable<number>) => [...x].reduce((sum, value) => sum + value, 0);
const mean = (x: Values) => total(x) / x.length;

export const addWeightedTwin = (x: Values, weight: number, before: Values) => before.map((value, t) => value + weight * x[t]);
export const scaleTwin = (x: Values, factor: number) => x.map((value) => value * factor);
export const crossSumTwin = (x: Values, y: Values, meanX: number, meanY: number) =>
  total(x.map((value, t) => (value - meanX) * (y[t] - meanY)));
export const sumWhereLowTwin = (x: Values, y: Values, limit: number) => total(x.filter((_, t) => y[t] <= limit));
export const tailSumTwin = (x: Values, limit: number) => [x.filter((value) => value <= limit).length, sumWhereLowTwin(x, x, limit)];
export const markedTwin = (x: Values, marks: Values) => x.map((value, t) => (marks[t] === 1 ? value : Number.NaN));

/** Sums of ln(1 + q / nu), z / D, q / D, 1 / D, z / D^2, q / D^2, 1 / D^2. */
export const studentSumsTwin = (x: Values, location: number, scale: number, nu: number) => {
  const z = x.map((value) => (value - location) / scale);
  const of = (f: (z: number, q: number, d: number) => number) => total(z.map((one) => f(one, one * one, nu + one * one)));
  return [
    of((_, q) => Math.log(1 + q / nu)),
    ...[1, 2].flatMap((p) => [of((one, _, d) => one / d ** p), of((_, q, d) => q / d ** p), of((_, __, d) => d ** -p)]),
  ];
};

const before = (x: Values, t: number, window: number) => x.slice(t - window, t);
export const rollingQuantileTwin = (x: Values, window: number, quantile: (window: Values) => number) =>
  x.map((_, t) => (t < window ? Number.NaN : quantile(before(x, t, window))));
/** Mean, standard deviation (n - 1), skewness and excess kurtosis of the window before each value. */
export const rollingMomentsTwin = (x: Values, window: number): Values[] => {
  const power = (t: number, p: number) => mean(before(x, t, window).map((value) => (value - mean(before(x, t, window))) ** p));
  const of = (f: (t: number) => number) => x.map((_, t) => (t < window ? Number.NaN : f(t)));
  return [
    of((t) => mean(before(x, t, window))),
    of((t) => Math.sqrt((power(t, 2) * window) / (window - 1))),
    of((t) => power(t, 3) / power(t, 2) ** 1.5),
    of((t) => power(t, 4) / power(t, 2) ** 2 - 3),
  ];
};
/** Mean plus standard deviation times the normal quantile, with the Cornish-Fisher expansion on request. */
export const limitsTwin = ([m, sd, s, k]: Values[], z: number, shaped: boolean) =>
  m.map((middle, t) => {
    const terms = ((z ** 2 - 1) * s[t]) / 6 + ((z ** 3 - 3 * z) * k[t]) / 24 - ((2 * z ** 3 - 5 * z) * s[t] ** 2) / 36;
    return middle + sd[t] * (shaped ? z + terms : z);
  });
/** Days tested, exceptions, the four kinds of transitions, and the last day; then a mark per day. */
export function exceptionsTwin(r: Values, limits: Values): [state: number[], marks: Values] {
  const marks = r.map((value, t) => (Number.isNaN(limits[t]) ? Number.NaN : Number(value < limits[t])));
  const known = marks.filter((mark) => !Number.isNaN(mark));
  const pairs = (from: number, to: number) => indices(r.length - 1).filter((t) => marks[t] === from && marks[t + 1] === to).length;
  const last = marks[r.length - 1];
  return [
    [known.length, total(known), pairs(0, 0), pairs(0, 1), pairs(1, 0), pairs(1, 1), Number(!Number.isNaN(last)), known[known.length - 1]],
    marks,
  ];
}
/** Final log wealth of a path and its maximum drawdown, from its shocks. */
export function wealthTwin(shocks: readonly number[], drift: number, deviation: number): [end: number, fall: number] {
  const path = [0];
  for (const z of shocks) path.push(path[path.length - 1] + drift + deviation * z);
  return [path[path.length - 1], Math.max(...path.map((value, t) => Math.max(...path.slice(0, t + 1)) - value))];
}

export const dropIncompleteTwin = (columns: Values[]) =>
  indices(columns[0].length).filter((t) => columns.every((column) => Number.isFinite(column[t])));
export const lastKnownTwin = (times: Values, values: Values, wanted: Values) =>
  wanted.map((moment) => values[Math.max(0, times.filter((time) => time <= moment).length - 1)]);
export const adjustTwin = (prices: Values, adjusted: Values, closes: Values) => prices.map((price, t) => price * (adjusted[t] / closes[t]));
export const decayTwin = (rows: number, decay: number) => {
  const weights = indices(rows).map((t) => decay ** (rows - 1 - t));
  return weights.map((weight) => weight / total(weights));
};
export const weighTwin = (x: Values, weights: readonly number[]) => x.map((value, t) => value * Math.sqrt(weights[t]));
export const dotTwin = (x: ArrayLike<number>, y: ArrayLike<number>) => total(Array.from(x, (value, i) => value * y[i]));
/** Growth per year in percent from the value last known `span` earlier. */
export const growthTwin = (x: Values, times: Values, span: number, years: number) =>
  x.map((value, t) => {
    const past = times.filter((time) => time <= times[t] - span).length - 1;
    return past < 0 ? Number.NaN : 100 * ((value / x[past]) ** (1 / years) - 1);
  });
/** First rows of new days, weeks (from Monday), months and quarters in UTC. */
export const periodTwin = (times: Values, frequency: number) => {
  const date = (t: number) => new Date(times[t]);
  const month = (t: number) => 12 * date(t).getUTCFullYear() + date(t).getUTCMonth();
  const day = (t: number) => Math.floor(times[t] / 86_400_000);
  // Day 0 was a Thursday.
  const of = [day, (t: number) => Math.floor((day(t) + 3) / 7), month, (t: number) => Math.floor(month(t) / 3)][frequency];
  return times.map((_, t) => Number(t > 0 && of(t) !== of(t - 1)));
};
/** Solves A x = b by Gauss-Jordan elimination with partial pivoting. */
export function solveTwin(matrix: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < rows.length; k++) {
    const pivot = indices(rows.length)
      .slice(k)
      .reduce((best, i) => (Math.abs(rows[i][k]) > Math.abs(rows[best][k]) ? i : best));
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    rows[k] = rows[k].map((value) => value / rows[k][k]);
    for (const [i, row] of rows.entries()) if (i !== k) rows[i] = row.map((value, j) => value - row[k] * rows[k][j]);
  }
  return rows.map((row) => row[row.length - 1]);
}

/** Cholesky factor by its formula, element by element. */
export function choleskyTwin(matrix: readonly (readonly number[])[]): number[][] {
  const factor = matrix.map((row) => row.map(() => 0));
  for (const [i, row] of matrix.entries())
    for (let j = 0; j <= i; j++) {
      const rest = row[j] - total(indices(j).map((m) => factor[i][m] * factor[j][m]));
      factor[i][j] = i === j ? Math.sqrt(rest) : rest / factor[j][j];
    }
  return factor;
}

/** The JavaScript engine's own functions. */
export const exponentialTwin = (x: number) => Math.exp(x);
export const exponentialLess1Twin = (x: number) => Math.expm1(x);
export const naturalLogTwin = (x: number) => Math.log(x);
export const cubeRootTwin = (x: number) => Math.cbrt(x);

export function logisticTwin(r: number, start: number, n: number): number[] {
  const x = [start];
  for (let t = 0; t < n; t++) x.push(r * x[t] * (1 - x[t]));
  return x.slice(1);
}
/** First coordinates of the Lorenz flow from (1, 1, 1), by fourth-order Runge-Kutta. */
export function lorenzTwin(sigma: number, rho: number, beta: number, h: number, n: number): number[] {
  const slope = ([x, y, z]: number[]) => [sigma * (y - x), x * (rho - z) - y, x * y - beta * z];
  const moved = (p: number[], by: number, along: number[]) => p.map((value, i) => value + by * along[i]);
  let p = [1, 1, 1];
  return indices(n).map(() => {
    const a = slope(p);
    const b = slope(moved(p, h / 2, a));
    const c = slope(moved(p, h / 2, b));
    const d = slope(moved(p, h, c));
    p = p.map((value, i) => value + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
    return p[0];
  });
}
/** Count, sum and sum of squares of the size of the step after a loss, then after a gain; with highs and lows, the size is their range. */
export function asymmetryTwin(r: Values, highs: Values | null, lows: Values | null): number[] {
  const size = (t: number) => (highs && lows ? Math.log(highs[t + 2] / lows[t + 2]) : Math.abs(r[t + 1]));
  const usable = (t: number) => !highs || !lows || (lows[t + 2] > 0 && highs[t + 2] >= lows[t + 2] && Number.isFinite(highs[t + 2]));
  return [-1, 1].flatMap((side) => {
    const sizes = indices(r.length - 1)
      .filter((t) => Math.sign(r[t]) === side && usable(t))
      .map(size);
    return [sizes.length, total(sizes), total(sizes.map((one) => one * one))];
  });
}
/** Amplitudes of interleaved complex numbers. */
export const amplitudeTwin = (z: Values) => indices(z.length / 2).map((k) => Math.hypot(z[2 * k], z[2 * k + 1]));
/** The same phases with other amplitudes; an undefined phase counts as 0. */
export const matchTwin = (z: Values, wanted: Values) =>
  amplitudeTwin(z).flatMap((size, k) => {
    const angle = size > 0 ? Math.atan2(z[2 * k + 1], z[2 * k]) : 0;
    return [wanted[k] * Math.cos(angle), wanted[k] * Math.sin(angle)];
  });
export const orderTwin = (x: Values) => indices(x.length).sort((i, j) => x[i] - x[j]);

export const rulerTwin = (path: Values, lag: number) =>
  total(
    indices(Math.ceil(path.length / lag))
      .slice(1)
      .map((i) => Math.abs(path[i * lag] - path[(i - 1) * lag])),
  );
export const rankTwin = (x: Values, value: number) => [
  x.filter((one) => one < value).length + x.filter((one) => one === value).length / 2,
  x.filter((one) => !Number.isNaN(one)).length,
];
export const binsTwin = (x: Values, edges: readonly number[]) =>
  indices(edges.length + 1).map(
    (i) =>
      x.filter((value) => value >= (edges[i - 1] ?? Number.NEGATIVE_INFINITY) && value < (edges[i] ?? Number.POSITIVE_INFINITY)).length,
  );
/** Log growth of v[t] = sum of weights[i] z[t - 1 - i]^2 v[t - 1 - i], with pre-sample z^2 v of 1. */
export function lagGrowthTwin(weights: readonly number[], z: Values): number {
  const v: number[] = [];
  for (let t = 0; t < z.length; t++)
    v.push(total(weights.map((weight, i) => weight * (t - 1 - i < 0 ? 1 : z[t - 1 - i] ** 2 * v[t - 1 - i]))));
  return Math.log(v[z.length - 1]);
}
/** The most probable regime at each step, and which of two given ones it is. */
export const leaderTwin = (probabilities: Values[]) =>
  indices(probabilities[0].length).map((t) =>
    indices(probabilities.length).reduce((best, k) => (probabilities[k][t] > probabilities[best][t] ? k : best)),
  );
export const sidesTwin = (leader: readonly number[], regime: number) =>
  leader.map((one) => (one === regime ? 1 : one === regime + 1 ? -1 : 0));
/** Distribution function of a mixture of normals. */
export const mixtureTwin = (shares: readonly number[], means: readonly number[], deviations: readonly number[], x: number) =>
  total(shares.map((share, i) => share * distributionTwin(normalDensity(), (x - means[i]) / deviations[i])));

/** Values of selected rows spread over all rows, each carried forward for `carry` rows. */
export const unpackTwin = (values: Values, rows: readonly number[], n: number, carry: number) =>
  Float64Array.from({ length: n }, (_, t) => {
    const k = rows.filter((row) => row <= t).length - 1;
    return k >= 0 && t - rows[k] <= carry ? values[k] : Number.NaN;
  });

/** Each row divided by the sum of its absolute values. */
export const scaleAcrossTwin = (row: readonly number[]) => {
  const size = total(row.map((value) => Math.abs(value) || 0));
  return row.map((value) => (size > 0 ? value / size : Number.NaN));
};
/** A cross-sectional factor on one date, given the ranks of a list: correlation, return by ranks, and its order on the previous date. */
interface CrossTwin {
  ranks: (x: readonly number[]) => number[];
  spearman: (x: readonly number[], y: readonly number[]) => number;
}
export function crossSectionTwin(
  factor: Values[],
  forward: Values[],
  t: number,
  least: number,
  top: number,
  { ranks, spearman }: CrossTwin,
) {
  const assets = indices(factor.length);
  const held = assets.filter((i) => !Number.isNaN(factor[i][t]) && !Number.isNaN(forward[i][t]));
  const own = ranks(held.map((i) => factor[i][t]));
  const enough = held.length >= least;
  const size = total(own.map(Math.abs));
  const places = assets.map((i) => (enough && held.includes(i) ? (own[held.indexOf(i)] + held.length) / (2 * held.length) : Number.NaN));
  const ic = enough
    ? spearman(
        held.map((i) => factor[i][t]),
        held.map((i) => forward[i][t]),
      )
    : Number.NaN;
  const spread = enough ? total(own.map((rank, k) => (rank / size) * forward[held[k]][t])) : Number.NaN;
  const both = assets.filter((i) => t > 0 && !Number.isNaN(factor[i][t]) && !Number.isNaN(factor[i][t - 1]));
  if (both.length < least) return { places, ic, spread, renewal: Number.NaN, steadiness: Number.NaN };
  const [now, past] = [t, t - 1].map((at) => both.map((i) => factor[i][at]));
  const group = Math.max(1, Math.round(top * both.length));
  const inTop = (x: number[]) => ranks(x).map((rank) => rank > both.length - 1 - 2 * group);
  const items = inTop(now)
    .map((is, k) => (is ? k : -1))
    .filter((k) => k >= 0);
  const renewal = items.filter((k) => !inTop(past)[k]).length / items.length;
  return { places, ic, spread, renewal, steadiness: spearman(now, past) };
}

/** One simulated path of a volatility model from its shocks, in the kernels' three model families. */
export interface PathModel {
  family: number;
  mu: number;
  omega: number;
  ar: number[];
  alpha: number[];
  gamma: number[];
  beta: number[];
  weights: number[];
  delta?: number;
}
/** Pre-sample levels, shocks and returns, newest first; EGARCH shocks are standardized. */
export function pathTwin(
  model: PathModel,
  past: { level: number[]; shock: number[]; value: number[] },
  noise: readonly number[],
  known: number,
) {
  const [level, shock, value] = [[...past.level], [...past.shock], [...past.value]];
  return noise.map((z, step) => {
    const { family, mu, omega, ar, alpha, gamma, beta, weights, delta = 2 } = model;
    const arch = alpha.map((weight, i) =>
      family === 1
        ? weight * (Math.abs(shock[i]) - Math.sqrt(2 / Math.PI)) + gamma[i] * shock[i]
        : family === 3
          ? weight * (Math.abs(shock[i]) - gamma[i] * shock[i]) ** delta
          : (weight + (shock[i] < 0 ? gamma[i] : 0)) * shock[i] ** 2,
    );
    const since = weights.slice(0, step).map((weight, i) => weight * shock[i] ** 2);
    const past = level.map((one) => (family === 3 ? Math.exp((delta / 2) * one) : one));
    const sum = family === 2 ? known + total(since) : omega + total(arch) + total(beta.map((weight, j) => weight * past[j]));
    const next = family === 3 ? (2 / delta) * Math.log(sum) : sum;
    const sigma = family === 1 || family === 3 ? Math.exp(next / 2) : Math.sqrt(next);
    const expected = mu + total(ar.map((weight, i) => weight * value[i]));
    level.unshift(next);
    shock.unshift(family === 1 ? z : sigma * z);
    value.unshift(expected + sigma * z);
    return { sigma, expected, value: value[0] };
  });
}
