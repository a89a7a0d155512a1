import { block, f64, i32, usize } from "./declare.mjs";

export const blockStatistics = block("Parameters of `blockStatistics`.", {
  columns: usize("one column of returns per configuration, `stride` bytes apart"),
  stride: usize("bytes from one column to the next"),
  pivots: usize("number near the mean of each configuration"),
  first: i32("row the first block begins at"),
  length: i32("rows per block"),
  blocks: i32("number of blocks"),
  width: i32("configurations rounded up to an even number; the rest stays as the caller set it"),
  stats: usize("sums and sums of squares, `width` a row"),
});

export const cscvSplits = block("Parameters of `cscvSplits`.", {
  stats: usize("as `blockStatistics` left them"),
  pivots: usize("per configuration, less the target return; room for `width`"),
  length: i32("rows per block"),
  blocks: i32("number of blocks, even"),
  count: i32("number of configurations"),
  width: i32("columns rounded up to an even number"),
  mask: usize("u32 carried from chunk to chunk; (1 << blocks / 2) - 1 before the first"),
  scratch: usize("4 x width values"),
  out: usize("4 values per split: logit, best in-sample Sharpe ratio, the same configuration's out of sample, its index"),
});

export const rowSums = block("Parameters of `rowSums`.", {
  columns: usize("one column per strategy, `stride` bytes apart"),
  stride: usize("bytes from one column to the next"),
  means: usize("one per strategy"),
  count: i32("strategies, at most `width` (even); the rest of each row is 0"),
  width: i32("columns rounded up to an even number"),
  sums: usize("(n + 1) rows of `width` values"),
});

export const stationaryVariance = block("Parameters of `stationaryVariance`.", {
  values: usize("column of values"),
  mean: f64("their mean"),
  n: i32("number of values"),
  q: f64("1 - 1 / mean block length"),
  state: usize("3 values: the two recursions and n times n times the variance"),
});

export const superiorAbility = block("Parameters of `superiorAbility`.", {
  stream: usize("32 bytes set by this module's rngSeed"),
  kind: i32("0 independent, 1 stationary, 2 circular"),
  blockLength: f64("(mean) length of a block, at least 1"),
  n: i32("number of rows"),
  width: i32("strategies rounded up to an even number"),
  sums: usize("as `rowSums` left them, (n + 1) x width"),
  scales: usize("per strategy sqrt(n) / standard deviation, 0 leaves a strategy out; `width` values"),
  offsets: usize(
    "2 x width values: what the lower and the consistent version add to the mean (0 or the negative mean); the upper adds nothing",
  ),
  most: i32("blocks drawn in this call"),
  state: usize(
    "of a replicate that is not finished: rows left to draw (a whole number), then the sums of the `width` strategies from the " +
      "third value on; width + 2 values, the first 0 before the first call",
  ),
  out: usize("4 values per replicate: lower, consistent, upper, reality check (times sqrt(n))"),
});
