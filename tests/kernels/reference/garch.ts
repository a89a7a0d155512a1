/** Plain TypeScript twin of the GARCH log-likelihood, with one logarithm per observation; also the slow baseline of the benchmark. */
interface TwinParameters {
  mu: number;
  omega: number;
  alpha: number[];
  beta: number[];
  preSample: number;
}

/** Conditional variances h[0..n], the last one being the forecast. */
export function variances(y: ArrayLike<number>, { mu, omega, alpha, beta, preSample }: TwinParameters): number[] {
  const h: number[] = [];
  for (let t = 0; t <= y.length; t++) {
    let next = omega;
    alpha.forEach((weight, i) => {
      next += weight * (t - 1 - i < 0 ? preSample : (y[t - 1 - i] - mu) ** 2);
    });
    beta.forEach((weight, j) => {
      next += weight * (t - 1 - j < 0 ? preSample : h[t - 1 - j]);
    });
    h.push(next);
  }
  return h;
}

/** Sum of the log-densities of z = (y - mu) / sqrt(h), less half the logarithms of h. */
export function logLikelihood(y: ArrayLike<number>, parameters: TwinParameters, logDensity: (z: number) => number): number {
  const h = variances(y, parameters);
  let total = 0;
  for (let t = 0; t < y.length; t++) total += logDensity((y[t] - parameters.mu) / Math.sqrt(h[t])) - 0.5 * Math.log(h[t]);
  return total;
}
