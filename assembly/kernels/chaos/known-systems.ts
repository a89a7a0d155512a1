import { LorenzSystemBlock } from "../../build/layouts/chaos";

/** Series with known exponents, for testing the estimator on the user's device. */

/**
 * The logistic map x -> r x (1 - x); the first value is the image of `start`.
 * @term Logistic map
 * @formula x[t + 1] = r x[t] (1 - x[t]); largest exponent ln 2 at r = 4
 * @source May (1976), Nature 261
 * @tolerance plain loop, exact
 */
export function logisticMap(r: f64, start: f64, n: i32, out: usize): void {
  let x = start;
  for (let t = 0; t < n; t++) {
    x = r * x * (1.0 - x);
    store<f64>(out + (<usize>t << 3), x);
  }
}

/**
 * First coordinate of the Lorenz system from (1, 1, 1), by fourth-order Runge–Kutta steps.
 * @term Lorenz system
 * @formula x' = sigma (y - x), y' = x (rho - z) - y, z' = x y - beta z; largest exponent 0.9056 at 10, 28, 8/3
 * @source Lorenz (1963), Journal of the Atmospheric Sciences 20; the exponent: Wolf et al. (1985), Physica D 16
 * @tolerance plain loop, 1e-9 over 100 steps
 * @param system `LorenzSystemBlock`, declared in assembly/layouts/chaos.mjs
 * @param skip steps taken before the first one kept
 */
export function lorenzFlow(system: usize, skip: i32, n: i32, out: usize): void {
  const given = changetype<LorenzSystemBlock>(system);
  const sigma = given.sigma;
  const rho = given.rho;
  const beta = given.beta;
  const step = given.step;
  let x: f64 = 1.0, y: f64 = 1.0, z: f64 = 1.0;
  const half = 0.5 * step;
  const sixth = step / 6.0;
  for (let t = -skip; t < n; t++) {
    const ax = sigma * (y - x), ay = x * (rho - z) - y, az = x * y - beta * z;
    let u = x + half * ax, v = y + half * ay, w = z + half * az;
    const bx = sigma * (v - u), by = u * (rho - w) - v, bz = u * v - beta * w;
    u = x + half * bx; v = y + half * by; w = z + half * bz;
    const cx = sigma * (v - u), cy = u * (rho - w) - v, cz = u * v - beta * w;
    u = x + step * cx; v = y + step * cy; w = z + step * cz;
    const dx = sigma * (v - u), dy = u * (rho - w) - v, dz = u * v - beta * w;
    x += sixth * (ax + 2.0 * bx + 2.0 * cx + dx);
    y += sixth * (ay + 2.0 * by + 2.0 * cy + dy);
    z += sixth * (az + 2.0 * bz + 2.0 * cz + dz);
    if (t >= 0) store<f64>(out + (<usize>t << 3), x);
  }
}
