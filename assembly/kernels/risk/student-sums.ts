import { StudentSumsBlock } from "../../build/layouts/risk";

/** Factors multiplied before one logarithm is taken. */
const BLOCK: i32 = 8;

/**
 * Adds, over positions [from, to), the sums behind the likelihood of a location-scale Student's t and its first two derivatives. With z =
 * (x - location) / scale, q = z^2 and D = nu + q: sums of ln(1 + q / nu), z / D, q / D, 1 / D, z / D^2, q / D^2, 1 / D^2.
 *
 * Chunks of a multiple of 8 values give the same figures to rounding. Values must be finite.
 * @of fitStudent
 * @param block `StudentSumsBlock`, declared in assembly/layouts/risk.mjs
 */
export function studentSums(block: usize, from: i32, to: i32): void {
  const given = changetype<StudentSumsBlock>(block);
  const values = given.values;
  const location = given.location;
  const scale = given.scale;
  const nu = given.nu;
  const sums = given.sums;
  const share = 1.0 / scale;
  const inverse = 1.0 / nu;
  let logs = 0.0;
  let zd = 0.0;
  let qd = 0.0;
  let d1 = 0.0;
  let zdd = 0.0;
  let qdd = 0.0;
  let d2 = 0.0;
  for (let t = from; t < to; ) {
    let product = 1.0;
    for (const end = min(to, t + BLOCK); t < end; t++) {
      const z = (load<f64>(values + (<usize>t << 3)) - location) * share;
      const q = z * z;
      const d = 1.0 / (nu + q);
      const dd = d * d;
      // A single extreme value must not take the product out of range: its logarithm is taken separately.
      const factor = 1.0 + q * inverse;
      if (factor > 1e30) logs += Math.log(factor);
      else product *= factor;
      zd += z * d;
      qd += q * d;
      d1 += d;
      zdd += z * dd;
      qdd += q * dd;
      d2 += dd;
    }
    logs += Math.log(product);
  }
  store<f64>(sums, load<f64>(sums) + logs);
  store<f64>(sums, load<f64>(sums, 8) + zd, 8);
  store<f64>(sums, load<f64>(sums, 16) + qd, 16);
  store<f64>(sums, load<f64>(sums, 24) + d1, 24);
  store<f64>(sums, load<f64>(sums, 32) + zdd, 32);
  store<f64>(sums, load<f64>(sums, 40) + qdd, 40);
  store<f64>(sums, load<f64>(sums, 48) + d2, 48);
}
