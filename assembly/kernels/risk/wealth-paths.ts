import { WealthPathsBlock } from "../../build/layouts/risk";
import { fillNormals, nextUnitStudent } from "../../lib/rng";

/** Paths computed side by side: two vectors of two lanes. */
const LANES: i32 = 4;

/**
 * Monte-Carlo paths of log wealth: for paths [from, to) the sum of `steps` independent log returns, and the maximum drawdown of log wealth
 * from its running maximum (0 at the start). exp of the first is terminal wealth; exp of minus the second, minus 1, is the drawdown.
 *
 * Draws are made four paths at once, so `from` must be a multiple of 4; chunks of a multiple of 4 paths give the same bits.
 * @term Monte Carlo simulation of wealth
 * @formula x[t] = x[t-1] + drift + deviation z[t]; fall = max over t of (max(0, x[0..t]) - x[t])
 * @source geometric Brownian motion; with nu, steps of Student's t scaled to variance 1
 * @tolerance sum of the same draws, 1e-13
 * @param block `WealthPathsBlock`, declared in assembly/layouts/risk.mjs
 */
export function wealthPaths(block: usize, from: i32, to: i32): void {
  const given = changetype<WealthPathsBlock>(block);
  const stream = given.stream;
  const steps = given.steps;
  const drift = given.drift;
  const deviation = given.deviation;
  const nu = given.nu;
  const noise = given.noise;
  const terminal = given.terminal;
  const falls = given.falls;
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
