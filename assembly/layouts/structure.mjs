import { block, f64, i32, usize } from "./declare.mjs";

export const profileDiagonals = block("Parameters of `profileDiagonals`.", {
  values: usize("column of values"),
  statistics: usize("what `profileWindows` wrote"),
  restarts: usize("what `profileRestarts` wrote"),
  width: i32("values per window"),
  windows: i32("number of windows"),
  state: usize("8 covariances, contents undefined"),
  best: usize("correlations, -2 before the first call"),
  partner: usize("32-bit window numbers, -1 before the first call"),
});

export const profileCandidates = block("Parameters of `profileRecheck`.", {
  profile: usize("a block of `profileDiagonals`"),
  candidates: i32("windows told for each"),
  correlations: usize("32-bit correlations with them, largest first, -2 for none"),
  rows: usize("the windows they are with, 32-bit"),
  first: i32("windows nearer than this are no neighbors"),
  bound: f64("largest error of a correlation among them"),
  largest: usize("largest error found, a 64-bit value; 0 before the first call"),
  undecided: usize("32-bit flag per window: 1 where more windows than these may be the nearest"),
});

export const rollingOrdinalEntropy = block("Parameters of `rollingOrdinalEntropy`.", {
  codes: usize("16-bit codes of `ordinalCodes`"),
  order: i32("values per pattern"),
  window: i32("patterns looked at, 2 to 65,536"),
  scratch: usize("order! 32-bit counts, then window + 1 64-bit values; contents undefined"),
  out: usize("aligned with the codes; NaN while there are too few patterns"),
});

export const shuffledEntropies = block("Parameters of `shuffledEntropies`.", {
  values: usize("shuffled in place: a copy of the series before the first chunk"),
  n: i32("their number"),
  order: i32("values per pattern"),
  delay: i32("steps between the values of a pattern"),
  state: usize("32 bytes, seeded by `rngSeed` before the first chunk"),
  scratch: usize("n 16-bit codes up to a multiple of 8 bytes, then order! 32-bit counts"),
  out: usize("one value per shuffle"),
});
