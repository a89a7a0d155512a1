import { block, f64, i32, usize } from "./declare.mjs";

export const permutedProducts = block("Parameters of `permutedProducts`.", {
  x: usize("column that stays"),
  y: usize("column whose blocks are shuffled"),
  n: i32("length of the columns"),
  blockLength: i32("steps per block"),
  stream: usize("32 bytes of random state"),
  order: usize("room for a block number (4 bytes) per block"),
  out: usize("`rounds` sums"),
});

export const pairUp = block("Parameters of `pairUp`.", {
  x: usize("first column"),
  y: usize("second column"),
  outX: usize("kept values of the first column"),
  outY: usize("kept values of the second column"),
  places: usize("step of each pair"),
});

export const crossSection = block("Parameters of `crossSection`.", {
  factor: usize("`assets` columns of n values, one behind the other; NaN where missing"),
  forward: usize("the same shape: log returns over the horizon from t on"),
  n: i32("dates"),
  assets: i32("number of assets"),
  least: i32("assets a date must have; NaN below"),
  top: f64("share of the assets in the top group, above 0 and at most 0.5"),
  scratch: usize("7 * assets values"),
  percent: usize("same shape as factor, out: place of each asset in its date's order, from 0 to 1, NaN where left out"),
  ic: usize("correlation per date, n values, out; so are the three below"),
  spread: usize("return of the long-short portfolio"),
  renewal: usize("share of the top group that was not in it on the date before"),
  steadiness: usize("Spearman's correlation with the date before"),
});

export const rollPair = block("Parameters of `rollPair`.", {
  x: usize("first column"),
  y: usize("second column"),
  window: i32("values in the window"),
  operator: i32("number of the formula language: covariance or correlation"),
  out: usize("where the results go"),
});

export const mergePass = block("Parameters of `mergePass`.", {
  values: usize("what the places are sorted by"),
  order: usize("u32 places in sorted runs"),
  n: i32("number of places"),
  width: i32("length of a sorted run"),
  out: usize("u32 places in runs of twice the length"),
});

export const positionReturns = block("Parameters of `positionReturns`.", {
  factor: usize("its sign is the position"),
  returns: usize("simple returns, r[t] from t - 1 to t"),
  out: usize("strategy returns"),
  active: usize("out less r: the return over buying and holding"),
  counts: usize("added to: steps with a position, steps on which it was right, changes of position, rises among the steps with a position"),
});

export const bucketSums = block("Parameters of `bucketSums`.", {
  x: usize("decides the bucket"),
  y: usize("is summed"),
  edges: usize("buckets - 1 ascending values"),
  buckets: i32("number of buckets"),
  out: usize("3 values per bucket, added to"),
});

export const rollingScore = block("Parameters of `rollingScore`.", {
  values: usize("column of values"),
  window: i32("values in the window"),
  least: i32("known values a window must hold; NaN below, where the value itself is missing, or where a score's window is constant"),
  score: i32("1 for the score, 0 for the deviation"),
  out: usize("where the results go"),
});

export const rollingSpearman = block("Parameters of `rollingSpearman`.", {
  x: usize("first column, finite"),
  y: usize("second column, finite"),
  window: i32("values in the window"),
  out: usize("correlation of the pairs t - window + 1 .. t; NaN before, and where one side does not vary"),
  state: usize("4 * window values, carried from chunk to chunk"),
});
