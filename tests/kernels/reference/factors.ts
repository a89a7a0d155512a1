/** Plain TypeScript twins of the factor kernels: written to be read, slow. */

/** (x - mean) / sd, or sd, of the known values among the last `window`. */
export function plainScore(x: ArrayLike<number>, window: number, least: number, score: boolean): number[] {
  return Array.from(x, (now, t) => {
    const known = Array.from(x)
      .slice(Math.max(0, t - window + 1), t + 1)
      .filter((value) => !Number.isNaN(value));
    if (known.length < least || known.length < 2 || Number.isNaN(now)) return Number.NaN;
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    const varies = known.some((value) => value !== known[0]);
    const sd = varies ? Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1)) : 0;
    if (!score) return sd;
    return varies ? (now - mean) / sd : Number.NaN;
  });
}

/** Twice the mid-rank minus n + 1. */
export const plainRanks = (x: ArrayLike<number>): number[] =>
  Array.from(x, (a) => Array.from(x).reduce((rank, b) => rank + Number(b < a) - Number(b > a), 0));

/** Spearman's correlation. */
export function plainSpearman(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [a, b] = [plainRanks(x), plainRanks(y)];
  const product = (p: number[], q: number[]) => p.reduce((sum, value, i) => sum + value * q[i], 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

/** Newey and West's t-statistic of a mean. */
export function plainNeweyWest(x: readonly number[], lags: number): number {
  const n = x.length;
  const mean = x.reduce((sum, value) => sum + value, 0) / n;
  const covariance = (k: number) => x.reduce((sum, value, t) => (t < k ? sum : sum + (value - mean) * (x[t - k] - mean)), 0) / n;
  let total = covariance(0);
  for (let k = 1; k <= lags; k++) total += 2 * (1 - k / (lags + 1)) * covariance(k);
  return mean / Math.sqrt(total / n);
}
