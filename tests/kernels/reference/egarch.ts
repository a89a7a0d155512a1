/** Plain TypeScript twin of the EGARCH log-likelihood. */
interface TwinEgarch {
  mu: number;
  omega: number;
  alpha: number[];
  gamma: number[];
  beta: number[];
}

/** Logarithms of the conditional variances L[0..n], the last one being the forecast. */
export function logVariances(r: ArrayLike<number>, { mu, omega, alpha, gamma, beta }: TwinEgarch, preSample: number): number[] {
  const logs: number[] = [];
  const z: number[] = [];
  for (let t = 0; t <= r.length; t++) {
    let next = omega;
    for (let i = 1; i <= Math.min(t, alpha.length); i++) {
      next += alpha[i - 1] * (Math.abs(z[t - i]) - Math.sqrt(2 / Math.PI)) + gamma[i - 1] * z[t - i];
    }
    for (let j = 1; j <= beta.length; j++) next += beta[j - 1] * (t >= j ? logs[t - j] : Math.log(preSample));
    logs.push(next);
    if (t < r.length) z.push((r[t] - mu) * Math.exp(-next / 2));
  }
  return logs;
}

export function egarchLikelihood(r: ArrayLike<number>, model: TwinEgarch, preSample: number, logDensity: (z: number) => number): number {
  const logs = logVariances(r, model, preSample);
  let total = 0;
  for (let t = 0; t < r.length; t++) total += logDensity((r[t] - model.mu) * Math.exp(-logs[t] / 2)) - logs[t] / 2;
  return total;
}
