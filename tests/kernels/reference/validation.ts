import { combinations } from "../../../workers/validation/splits";

const mean = (x: ArrayLike<number>) => Array.from(x).reduce((sum, value) => sum + value, 0) / x.length;

/** Sharpe ratio of a period; 0 for constant values. */
export function sharpeTwin(x: ArrayLike<number>, target = 0): number {
  const center = mean(x);
  const variance = Array.from(x).reduce((sum, value) => sum + (value - center) ** 2, 0) / (x.length - 1);
  return variance > 0 ? (center - target) / Math.sqrt(variance) : 0;
}

/** Logits of combinatorially symmetric cross-validation, from the actual rows of each half. */
export function cscvTwin(columns: Float64Array[], blocks: number, target: number) {
  const length = Math.floor(columns[0].length / blocks);
  const first = columns[0].length - blocks * length;
  const rows = (x: Float64Array, chosen: number[]) => chosen.flatMap((b) => [...x.subarray(first + b * length, first + (b + 1) * length)]);
  return combinations(blocks, blocks / 2).map((chosen) => {
    const rest = Array.from({ length: blocks }, (_, b) => b).filter((b) => !chosen.includes(b));
    const inside = columns.map((x) => sharpeTwin(rows(x, chosen), target));
    const outside = columns.map((x) => sharpeTwin(rows(x, rest), target));
    const best = inside.indexOf(Math.max(...inside));
    const rank = outside.reduce((sum, other) => sum + (other < outside[best] ? 1 : other === outside[best] ? 0.5 : 0), 0.5);
    const share = rank / (columns.length + 1);
    return { logit: Math.log(share / (1 - share)), inside: inside[best], outside: outside[best], best };
  });
}

/** n times the variance of a mean under the stationary bootstrap, lag by lag. */
export function stationaryVarianceTwin(x: ArrayLike<number>, block: number): number {
  const n = x.length;
  const center = mean(x);
  const c = Array.from(x, (value) => value - center);
  const covariance = (k: number) => c.slice(k).reduce((sum, value, t) => sum + value * c[t], 0) / n;
  const q = 1 - 1 / block;
  let total = covariance(0);
  for (let k = 1; k < n; k++) total += 2 * ((1 - k / n) * q ** k + (k / n) * q ** (n - k)) * covariance(k);
  return total;
}

/** Hansen's statistic and p-values from given resamples of the rows. */
export function superiorTwin(columns: Float64Array[], block: number, resamples: number[][]) {
  const n = columns[0].length;
  const means = columns.map(mean);
  const scales = columns.map((x) => Math.sqrt(n / stationaryVarianceTwin(x, block)));
  const far = Math.sqrt(2 * Math.log(Math.log(n)));
  const statistic = Math.max(0, ...means.map((m, k) => m * scales[k]));
  const reality = Math.max(...means) * Math.sqrt(n);
  const centers = [means.map((m) => Math.max(m, 0)), means.map((m, k) => (m * scales[k] >= -far ? m : 0)), means];
  const counts = [1, 1, 1, 1];
  for (const indices of resamples) {
    const drawn = columns.map((x) => mean(indices.map((i) => x[i])));
    for (const [v, center] of centers.entries()) {
      if (Math.max(0, ...drawn.map((d, k) => (d - center[k]) * scales[k])) >= statistic) counts[v]++;
    }
    if (Math.max(...drawn.map((d, k) => d - means[k])) * Math.sqrt(n) >= reality) counts[3]++;
  }
  return { statistic, p: counts.map((count) => count / (resamples.length + 1)) };
}
