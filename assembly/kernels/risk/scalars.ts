/**
 * exp(value) - 1, the same bits in every engine.
 * @of blockLengths
 */
export function exponentialLess1(value: f64): f64 {
  return Math.expm1(value);
}

/** Cube root, the same bits in every engine. */
export function cubeRoot(value: f64): f64 {
  return Math.cbrt(value);
}

/** exp(value), the same bits in every engine. */
export function exponential(value: f64): f64 {
  return Math.exp(value);
}
