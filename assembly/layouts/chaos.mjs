import { block, f64, i32, usize } from "./declare.mjs";

export const divergenceAdd = block("Parameters of `divergenceAdd`.", {
  values: usize("column of values"),
  nearest: usize("32-bit number of the nearest neighbor of each point, -1 for none"),
  dimension: i32("values per embedded vector"),
  lag: i32("steps between the values of a vector"),
  steps: i32("even; the values must reach to i + steps - 1 + (dimension - 1) lag"),
  scale: f64("one over the standard deviation of the values"),
  sums: usize("what is added to, for every step"),
});

export const kantzAdd = block("Parameters of `kantzAdd`.", {
  tree: usize("built over the search's points, which must leave steps - 1 values beyond them"),
  search: usize("what `searchStart` began"),
  every: i32("distance of the points that are looked at"),
  square: f64("squared radius"),
  most: i32("neighbors per point"),
  fewest: i32("neighbors a point must have"),
  steps: i32("steps of the curve"),
  list: usize("room for most entries of 16 bytes"),
  means: usize("room for `steps` values"),
  sums: usize("`steps` sums, then `steps` counts; added to"),
});

export const lorenzSystem = block("Lorenz's system and the step of its integration.", {
  sigma: f64("Prandtl number"),
  rho: f64("Rayleigh number"),
  beta: f64("shape of the cell"),
  step: f64("time per step"),
});

export const searchCopy = block("Parameters of `searchCopy`.", {
  values: usize("column of values"),
  n: i32("number of values"),
  mean: f64("mean of the values"),
  scale: f64("one over their deviation"),
  copy: usize("n + padding 32-bit values"),
  padding: i32("at least (dimension + 1) lag + 16"),
});

export const searchStart = block("Parameters of `searchStart`.", {
  values: usize("column of values"),
  copy: usize("what `searchCopy` filled"),
  scale: f64("one over the deviation of the values"),
  largest: f64("largest magnitude `searchCopy` found"),
  dimension: i32("values per embedded vector"),
  lag: i32("steps between the values of a vector"),
  points: i32("number of embedded points"),
  theiler: i32("neighbors are further away in time than this"),
  best: usize("room for `points` 64-bit values; receives squared distances"),
  nearest: usize("room for `points` 32-bit integers; receives indices, -1 where a point has no neighbor"),
  limits: usize("room for points + 16 32-bit values"),
});
