import { cholesky, solveWithCholesky } from "./linear-algebra";

/** Ordinary least squares from cross products: small matrices only, the loops over samples are the kernels'. */
interface Regression {
  coefficients: number[];
  /** Coefficient divided by its standard error. */
  t: number[];
  /** Centered R squared: the first regressor is the constant. */
  rSquared: number;
  n: number;
}

/** Smallest share of a regressor's variation that must be independent of the others. */
const COLLINEAR = 1e-12;

/**
 * Regresses the last variable on the others.
 * @param cross row-major width x width cross products, upper triangle filled; variable 0 is the constant 1
 * @returns null when the regressors are collinear
 */
export function regress(cross: Float64Array, width: number): Regression | null {
  const k = width - 1;
  const at = (i: number, j: number) => cross[Math.min(i, j) * width + Math.max(i, j)];
  const n = at(0, 0);
  const scale = Array.from({ length: k }, (_, i) => Math.sqrt(at(i, i)));
  if (scale.some((size) => !(size > 0))) return null;
  // Regressors scaled to length 1, so that their units do not affect the conditioning.
  const gram = Float64Array.from({ length: k * k }, (_, place) => {
    const [i, j] = [Math.floor(place / k), place % k];
    return at(i, j) / (scale[i] * scale[j]);
  });
  const factor = cholesky(gram, k, COLLINEAR);
  if (!factor) return null;
  const solve = (right: number[]) => Array.from(solveWithCholesky(factor, right));
  const scaled = solve(scale.map((size, i) => at(i, k) / size));
  const explained = scaled.reduce((sum, b, i) => sum + (b * at(i, k)) / scale[i], 0);
  const residual = Math.max(at(k, k) - explained, 0);
  const total = at(k, k) - at(0, k) ** 2 / n;
  const noise = residual / (n - k);
  const t = scaled.map((b, i) => b / Math.sqrt(noise * solve(scale.map((_, j) => (i === j ? 1 : 0)))[i]));
  return { coefficients: scaled.map((b, i) => b / scale[i]), t, rSquared: total > 0 ? 1 - residual / total : 0, n };
}
