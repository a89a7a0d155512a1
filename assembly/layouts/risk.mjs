import { block, f64, i32, usize } from "./declare.mjs";

export const blockMoments = block("Parameters of `blockMoments`.", {
  stream: usize("32 bytes set by rngSeed; successive calls continue it"),
  kind: i32("0 independent, 1 stationary, 2 circular"),
  blockLength: f64("(mean) length of a block, at least 1"),
  n: i32("number of values"),
  sums: usize("as `runningSums` left them, n + 1 values; squares likewise"),
  squares: usize("running sums of the squares"),
  most: i32("blocks drawn in this call"),
  state: usize("of a replicate that is not finished: values left to draw and its two sums; 3 values, 0 before the first call"),
  out: usize("where the results go"),
});

export const drawdownEpisodes = block("Parameters of `drawdownEpisodes`.", {
  drawdowns: usize("fractions, 0 at a high, as the kernel `drawdown` writes them"),
  n: i32("length of the whole column"),
  state: usize("4 values, 0 before the first chunk: 1 inside an episode, its depth, its peak, its trough"),
  table: usize("capacity x 4 values, 0 before the first chunk: depth, peak, trough, recovery; depth 0 marks an empty entry"),
  capacity: i32("episodes there is room for"),
});

export const resampleIndices = block("Parameters of `resampleIndices`.", {
  stream: usize("32 bytes set by rngSeed"),
  state: usize("2 x i32 carried from chunk to chunk: next index, values left of the block; both 0 before the first"),
  kind: i32("0 independent, 1 stationary, 2 circular"),
  blockLength: f64("(mean) length of a block, at least 1"),
  n: i32("size of the sample"),
  out: usize("u32 per position"),
});

export const rollingQuantile = block("Parameters of `rollingQuantile`.", {
  values: usize("column of values"),
  window: i32("values in the window"),
  p: f64("share of the values below"),
  sorted: usize("scratch, window + 1 values, kept from chunk to chunk"),
  out: usize("quantile known before each position"),
});

export const rollingPerformance = block("Parameters of `rollingPerformance`.", {
  returns: usize("simple returns, of which [from - window, to) are read, from row 1 on"),
  benchmark: usize("those of the benchmark, at the same rows"),
  window: i32("returns in the window, at least 2"),
  perYear: f64("returns per year"),
  riskFree: f64("yearly rate"),
  sharpe: usize("one value per row; alpha and beta likewise"),
  alpha: usize("per year"),
  beta: usize("slope on the benchmark"),
});

export const lossLimits = block("Parameters of `lossLimits`.", {
  moments: usize("the four columns of `rollingMoments`, `stride` apart"),
  stride: i32("values from one column to the next"),
  z: f64("normal quantile of the tail's share"),
  shaped: i32("1 adds the Cornish-Fisher terms of the window's skewness and kurtosis, 0 leaves the normal"),
  out: usize("limit for each position"),
});

export const studentSums = block("Parameters of `studentSums`.", {
  values: usize("finite values"),
  location: f64("location"),
  scale: f64("scale"),
  nu: f64("degrees of freedom"),
  sums: usize("7 values, 0 before the first chunk"),
});

export const wealthPaths = block("Parameters of `wealthPaths`.", {
  stream: usize("32 bytes set by this module's rngSeed; successive calls continue it"),
  steps: i32("steps of a path"),
  drift: f64("mean log return of a step"),
  deviation: f64("standard deviation of a step"),
  nu: f64("degrees of freedom above 2; 0 for normal steps"),
  noise: usize("scratch, 4 x steps values"),
  terminal: usize("one value per path; falls likewise. Both need room for paths rounded up to a multiple of 4"),
  falls: usize("deepest fall of each path"),
});

export const performance = block("Parameters of `performanceSums`.", {
  returns: usize("simple returns, each above -1"),
  indices: usize("u32 per position: where to look; 0 takes the sample as it is"),
  pivot: f64("near the mean, so that powers lose no digits"),
  target: f64("return per period below which a return is a shortfall"),
  sums: usize("13 values; before the first chunk 1 in slots 8, 9 and 11, 0 elsewhere"),
});
