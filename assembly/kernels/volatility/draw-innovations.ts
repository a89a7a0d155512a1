import { GED, NORMAL, STUDENT } from "../../lib/density";
import { gedLogScale, nextGed } from "../../lib/distributions-ged";
import { skewedTScale, skewedTShift } from "../../lib/distributions-skewed-t";
import { nextNormal, nextSkewedT, nextUniform, nextUnitStudent } from "../../lib/rng";

/**
 * Draws `count` values from a density of mean 0 and variance 1. Successive calls on one stream continue it, so chunks do not change the numbers.
 * @of simulatePaths
 * @param state stream set by rngSeed
 * @param distribution 0 normal, 1 Student's t, 2 Hansen's skewed t, 3 generalized error distribution
 * @param nu degrees of freedom above 2, or the exponent of the GED; unused for normal
 * @param lambda asymmetry in (-1, 1); used for skewed t only
 */
export function drawInnovations(state: usize, out: usize, count: i32, distribution: i32, nu: f64, lambda: f64): void {
  const end = out + (<usize>count << 3);
  if (distribution == NORMAL) {
    for (let at = out; at < end; at += 8) store<f64>(at, nextNormal(state));
  } else if (distribution == STUDENT) {
    for (let at = out; at < end; at += 8) store<f64>(at, nextUnitStudent(state, nu));
  } else if (distribution == GED) {
    const scale = Math.exp(gedLogScale(nu));
    for (let at = out; at < end; at += 8) store<f64>(at, nextGed(state, nu, scale));
  } else {
    const shift = skewedTShift(nu, lambda);
    const scale = skewedTScale(nu, lambda);
    for (let at = out; at < end; at += 8) store<f64>(at, nextSkewedT(state, nu, lambda, shift, scale));
  }
}

/** Draws out[from..to) uniformly from [0, 1). */
export function drawUniforms(state: usize, out: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) store<f64>(out + (<usize>i << 3), nextUniform(state));
}
