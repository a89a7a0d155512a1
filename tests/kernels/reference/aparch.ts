/** Plain TypeScript twin of the APARCH log-likelihood. */
interface TwinAparch {
  mu: number;
  omega: number;
  alpha: number[];
  gamma: number[];
  beta: number[];
  delta: number;
}

/** Conditional variances h[0..n], the last one being the forecast. */
export function powerVariances(r: ArrayLike<number>, { mu, omega, alpha, gamma, beta, delta }: TwinAparch, preSample: number): number[] {
  const early = preSample ** (delta / 2);
  const levels: number[] = [];
  const sizeOf = (t: number, tilt: number) => (Math.abs(r[t] - mu) - tilt * (r[t] - mu)) ** delta;
  for (let t = 0; t <= r.length; t++) {
    let level = omega;
    alpha.forEach((weight, i) => {
      level += weight * (t > i ? sizeOf(t - 1 - i, gamma[i]) : early);
    });
    beta.forEach((weight, j) => {
      level += weight * (t > j ? levels[t - 1 - j] : early);
    });
    levels.push(level);
  }
  return levels.map((level) => level ** (2 / delta));
}

export function aparchLikelihood(r: ArrayLike<number>, model: TwinAparch, preSample: number, logDensity: (z: number) => number): number {
  const variances = powerVariances(r, model, preSample);
  let total = 0;
  for (let t = 0; t < r.length; t++) total += logDensity((r[t] - model.mu) / Math.sqrt(variances[t])) - 0.5 * Math.log(variances[t]);
  return total;
}
