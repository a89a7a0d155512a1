/** Plain TypeScript twin of the GJR log-likelihood with an autoregressive mean, one logarithm per observation. */
interface TwinGjr {
  mu: number;
  ar: number[];
  omega: number;
  alpha: number[];
  gamma: number;
  beta: number[];
}

/**
 * Shocks and variances of y[ar.length..]; the last variance is the forecast. `before` is the pre-sample variance, by default the mean
 * squared shock.
 */
export function recursion(y: ArrayLike<number>, { mu, ar, omega, alpha, gamma, beta }: TwinGjr, before: number | null) {
  const shocks = Array.from({ length: y.length - ar.length }, (_, t) =>
    ar.reduce((rest, weight, i) => rest - weight * y[t + ar.length - 1 - i], y[t + ar.length] - mu),
  );
  const start = before ?? shocks.reduce((sum, e) => sum + e * e, 0) / shocks.length;
  const h: number[] = [];
  for (let t = 0; t <= shocks.length; t++) {
    let next = omega + gamma * (t === 0 ? start / 2 : Math.min(shocks[t - 1], 0) ** 2);
    alpha.forEach((weight, i) => {
      next += weight * (t - 1 - i < 0 ? start : shocks[t - 1 - i] ** 2);
    });
    beta.forEach((weight, j) => {
      next += weight * (t - 1 - j < 0 ? start : h[t - 1 - j]);
    });
    h.push(next);
  }
  return { shocks, h };
}
