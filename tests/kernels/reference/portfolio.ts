import { cholesky, solveWithCholesky } from "../../../workers/numerics/linear-algebra";

/** Sums of products of all pairs of columns, row-major. */
export function plainProducts(columns: number[][]): number[] {
  return columns.flatMap((a) => columns.map((b) => a.reduce((sum, value, t) => sum + value * b[t], 0)));
}

/** Sums computed by `shrinkageSums`, pair by pair, for centered columns and weights p and r. */
export function plainShrinkageSums(columns: number[][], p: number[], r: number[]): number[] {
  const [n, rows] = [columns.length, columns[0].length];
  const market = Array.from({ length: rows }, (_, t) => columns.reduce((sum, column) => sum + column[t], 0) / n);
  const out = new Array<number>(7).fill(0);
  for (let t = 0; t < rows; t++) {
    for (let i = 0; i < n; i++) {
      const x = columns[i][t];
      out[1] += x ** 4;
      out[5] += market[t] * r[i] * x ** 3;
      out[6] += (market[t] * r[i] * x) ** 2;
      for (let j = 0; j < n; j++) {
        const y = columns[j][t];
        out[0] += x * x * y * y;
        out[2] += p[i] * x ** 3 * r[j] * y;
        out[3] += x * x * r[j] * y * market[t];
        out[4] += r[i] * x * r[j] * y * market[t] ** 2;
      }
    }
  }
  return out;
}

/** Long-only minimum variance over all subsets of assets: the best whose unconstrained optimum is positive. */
export function plainMinimumVariance(covariance: Float64Array, n: number): number[] {
  let best = { weights: new Array<number>(n).fill(0), variance: Number.POSITIVE_INFINITY };
  for (let held = 1; held < 1 << n; held++) {
    const assets = Array.from({ length: n }, (_, i) => i).filter((i) => held & (1 << i));
    const part = Float64Array.from(assets.flatMap((i) => assets.map((j) => covariance[i * n + j])));
    const factor = cholesky(part, assets.length);
    if (!factor) continue;
    const x = solveWithCholesky(factor, new Float64Array(assets.length).fill(1));
    const total = x.reduce((sum, value) => sum + value, 0);
    if (x.every((value) => value >= 0) && 1 / total < best.variance) {
      const weights = new Array<number>(n).fill(0);
      for (const [k, i] of assets.entries()) weights[i] = x[k] / total;
      best = { weights, variance: 1 / total };
    }
  }
  return best.weights;
}

/** Value at risk and expected shortfall of losses: the mean of the worst (1 - confidence) n, the last of them fractional. */
export function plainShortfall(losses: number[], confidence: number): { level: number; shortfall: number } {
  const sorted = losses.toSorted((a, b) => b - a);
  const mass = (1 - confidence) * losses.length;
  const whole = Math.floor(mass + 1e-9);
  const level = sorted[Math.min(whole, sorted.length - 1)];
  return { level, shortfall: (sorted.slice(0, whole).reduce((sum, loss) => sum + loss, 0) + (mass - whole) * level) / mass };
}
