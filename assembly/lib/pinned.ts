/**
 * Vectors of one value for loops. Engines move what a loop needs but does not change into the loop, divisions included, and make constants
 * again in every round; what was loaded from memory they keep.
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
