/** Plain TypeScript twins of the FIGARCH and HAR variances. */

/** Weights lambda[1..lags] of squared shocks of a FIGARCH(1, d, 1), from the two recursions as the paper states them. */
export function plainFigarchWeights(phi: number, d: number, beta: number, lags: number): number[] {
  const delta = [Number.NaN, d];
  const weights = [Number.NaN, phi - beta + d];
  for (let i = 2; i <= lags; i++) {
    delta[i] = ((i - 1 - d) / i) * delta[i - 1];
    weights[i] = beta * weights[i - 1] + delta[i] - phi * delta[i - 1];
  }
  return weights.slice(1);
}

/** h[0..n] of a HAR: averages of squared shocks over 1, 5 and 22 steps, with `before` for unknown values. */
export function plainHarVariances(shocks: ArrayLike<number>, omega: number, alpha: number[], before: number): number[] {
  const square = (t: number) => (t < 0 ? before : shocks[t] ** 2);
  return Array.from({ length: shocks.length + 1 }, (_, t) => {
    const average = (span: number) => Array.from({ length: span }, (_, j) => square(t - 1 - j)).reduce((sum, x) => sum + x, 0) / span;
    return omega + alpha[0] * average(1) + alpha[1] * average(5) + alpha[2] * average(22);
  });
}

/** h[0..n] from lag weights. */
export function plainLagVariances(shocks: ArrayLike<number>, constant: number, weights: number[], before: number): number[] {
  return Array.from({ length: shocks.length + 1 }, (_, t) =>
    weights.reduce((sum, weight, i) => sum + weight * (t - 1 - i < 0 ? before : shocks[t - 1 - i] ** 2), constant),
  );
}
