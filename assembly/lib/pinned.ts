/**
 * Splats a value for use in loops. Engines move loop-invariant computations, divisions included, into the loop and rematerialize constants
 * in every iteration; values loaded from memory stay in registers.
 */
const PLACE: usize = memory.data(16, 16);

@inline
export function pinned(value: f64): v128 {
  store<f64>(PLACE, value);
  return v128.load64_splat(PLACE);
}

@inline
export function pinnedBits(value: u64): v128 {
  store<u64>(PLACE, value);
  return v128.load64_splat(PLACE);
}

@inline
export function pinnedPair(first: f64, second: f64): v128 {
  store<f64>(PLACE, first);
  store<f64>(PLACE, second, 8);
  return v128.load(PLACE);
}
