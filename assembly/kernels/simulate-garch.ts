/**
 * Simulates many futures of a GARCH(p, q) side by side, one step of all paths at a time. What a path remembers stands in two rings
 * of `slots` = max(p, q) rows of `paths` values: squared shocks, then variances; row t mod slots is step t.
 */

/** Sets both rings to the known past, newest value first in `squares` and `variances` (each `slots` long). */
export function simulateStart(rings: usize, paths: i32, slots: i32, squares: usize, variances: usize): void {
  const half = (<usize>slots * <usize>paths) << 3;
  for (let lag = 1; lag <= slots; lag++) {
    const row = rings + ((<usize>(slots - lag) * <usize>paths) << 3);
    const square = load<f64>(squares + (<usize>(lag - 1) << 3));
    const variance = load<f64>(variances + (<usize>(lag - 1) << 3));
    for (let path = 0; path < paths; path++) {
      store<f64>(row + (<usize>path << 3), square);
      store<f64>(row + half + (<usize>path << 3), variance);
    }
  }
}

/**
 * Moves paths [from, to) on to step `step` (0 is the first after the sample):
 * h = omega + sum of alpha[i] e^2[-i] + sum of beta[j] h[-j], return = mu + sqrt(h) z.
 * @formula h = omega + sum alpha e^2 + sum beta h, return = mu + sqrt(h) z with z drawn from the fitted density
 * @source seeded xoshiro256** (Blackman and Vigna), ziggurat (Doornik 2005)
 * @tolerance mean variance within 4.5 Monte-Carlo errors of the exact recursion
 * @param model mu, omega, alpha 1..q, beta 1..p
 * @param noise z of each path for this step
 * @param sigmas sqrt(h) of each path, out
 * @param returns return of each path, out
 * @param totals sum of the returns of each path so far, in and out
 * @param sums sum of h and sum of h^2 over the paths, added to in path order
 */
export function simulateStep(
  rings: usize,
  paths: i32,
  slots: i32,
  step: i32,
  from: i32,
  to: i32,
  model: usize,
  p: i32,
  q: i32,
  noise: usize,
  sigmas: usize,
  returns: usize,
  totals: usize,
  sums: usize,
): void {
  const half = (<usize>slots * <usize>paths) << 3;
  const mu = load<f64>(model);
  const omega = load<f64>(model, 8);
  const alpha = model + 16;
  const beta = alpha + (<usize>q << 3);
  const current = rings + ((<usize>(step % slots) * <usize>paths) << 3);
  let sum = load<f64>(sums);
  let sumSquared = load<f64>(sums, 8);
  for (let path = from; path < to; path++) {
    const column = <usize>path << 3;
    let h = omega;
    for (let i = 1; i <= q; i++) {
      const row = (step + slots - i) % slots;
      h += load<f64>(alpha + (<usize>(i - 1) << 3)) * load<f64>(rings + ((<usize>row * <usize>paths) << 3) + column);
    }
    for (let j = 1; j <= p; j++) {
      const row = (step + slots - j) % slots;
      h += load<f64>(beta + (<usize>(j - 1) << 3)) * load<f64>(rings + half + ((<usize>row * <usize>paths) << 3) + column);
    }
    const sigma = Math.sqrt(h);
    const shock = sigma * load<f64>(noise + column);
    store<f64>(current + column, shock * shock);
    store<f64>(current + half + column, h);
    store<f64>(sigmas + column, sigma);
    store<f64>(returns + column, mu + shock);
    store<f64>(totals + column, load<f64>(totals + column) + mu + shock);
    sum += h;
    sumSquared += h * h;
  }
  store<f64>(sums, sum);
  store<f64>(sums, sumSquared, 8);
}
