import { fillNormals, nextUnitStudent } from "../../lib/rng";

/** Paths computed side by side: two vectors of two lanes. */
const LANES: i32 = 4;

/**
 * Monte-Carlo paths of log wealth: for paths [from, to) the sum of `steps` independent log returns, and the deepest fall of log wealth
 * below its highest value so far (0 at the start). exp of the first is the terminal wealth, exp of minus the second less 1 the drawdown.
 *
 * Draws are made four paths at once, so `from` must be a multiple of 4; chunks of a multiple of 4 paths give the same bits.
 * @formula x[t] = x[t-1] + drift + deviation z[t]; fall = max over t of (max(0, x[0..t]) - x[t])
 * @source geometric Brownian motion; with nu, steps of Student's t scaled to variance 1
 * @tolerance 1e-13 against a sum of the same draws
 * @param stream 32 bytes set by this module's rngSeed; successive calls continue it
 * @param nu degrees of freedom above 2; 0 for normal steps
 * @param noise scratch, 4 x steps values
 * @param terminal one value per path; falls likewise. Both need room for paths rounded up to a multiple of 4
 */
export function wealthPaths(stream: usize, from: i32, to: i32, steps: i32, drift: f64, deviation: f64, nu: f64, noise: usize, terminal: usize, falls: usize): void {
  const drifts = f64x2.splat(drift);
  const deviations = f64x2.splat(deviation);
  const end = noise + (<usize>(steps * LANES) << 3);
  for (let path = from; path < to; path += LANES) {
    if (nu > 0.0) for (let at = noise; at < end; at += 8) store<f64>(at, nextUnitStudent(stream, nu));
    else fillNormals(stream, noise, steps * LANES);
    let a = f64x2.splat(0);
    let b = a;
    let peakA = a;
    let peakB = a;
    let fallA = a;
    let fallB = a;
    for (let at = noise; at < end; at += 32) {
      a = f64x2.add(a, f64x2.add(drifts, f64x2.mul(deviations, v128.load(at))));
      b = f64x2.add(b, f64x2.add(drifts, f64x2.mul(deviations, v128.load(at, 16))));
      peakA = f64x2.pmax(peakA, a);
      peakB = f64x2.pmax(peakB, b);
      fallA = f64x2.pmax(fallA, f64x2.sub(peakA, a));
      fallB = f64x2.pmax(fallB, f64x2.sub(peakB, b));
    }
    const place = <usize>path << 3;
    v128.store(terminal + place, a);
    v128.store(terminal + place, b, 16);
    v128.store(falls + place, fallA);
    v128.store(falls + place, fallB, 16);
  }
}
