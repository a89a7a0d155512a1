import { block, f64, i32, usize } from "./declare.mjs";

export const backwardFour = block("Parameters of `backwardFour`.", {
  values: usize("column of values"),
  n: i32("number of values"),
  model: usize("see regimes/layout.ts"),
  transposed: usize("transition matrix by columns: probability from i to j at 4 j + i"),
  alpha: usize("weights of the filter, 4 values a step"),
  weights: usize("densities of the filter, 4 values a step"),
  shares: usize("P(regime at t | all values), 4 values a step, out; may be `alpha`; with `shareStride` 0 only the first stay"),
  shareStride: usize("32 or 0"),
  carry: usize("4 values: b at `to`, as the chunk after left it; anything for the last chunk"),
  moves: usize("4 x 4 sums of the moves between regimes"),
  sums: usize("32 values, see layout.ts, added to"),
});

export const backwardTwo = block("Parameters of `backwardTwo`.", {
  values: usize("column of values"),
  n: i32("number of values"),
  model: usize("see regimes/layout.ts"),
  alpha: usize("weights of the filter, 2 values a step"),
  weights: usize("densities of the filter, 2 values a step"),
  shares: usize("P(regime at t | all values), 2 values a step, out; may be `alpha`; with `shareStride` 0 only the first stay"),
  shareStride: usize("16 or 0"),
  carry: usize("4 values: b at `to`, as the chunk after left it; anything for the last chunk"),
  sums: usize("32 values, see layout.ts, added to"),
});

export const forwardFour = block("Parameters of `forwardFour`.", {
  values: usize("column of values"),
  states: i32("number of regimes"),
  model: usize("see regimes/layout.ts"),
  alpha: usize("weights a[t], 4 values a step; with `stride` 0 only the last stay"),
  weights: usize("w[t], 4 values a step; with `stride` 0 only the last stay"),
  stride: usize("32, or 0 where only the log-likelihood is wanted"),
  carry: usize("6 values: predicted weights (4; the start distribution at first), sum of the logarithms, sum of powers of two"),
});

export const forwardTwo = block("Parameters of `forwardTwo`.", {
  values: usize("finite"),
  model: usize("see layout.ts"),
  alpha: usize("weights a[t], 2 values a step; with `stride` 0 only the last stay"),
  weights: usize("w[t], 2 values a step; with `stride` 0 only the last stay"),
  stride: usize("16, or 0 where only the log-likelihood is wanted"),
  carry: usize("6 values: predicted weights (4; the start distribution at first), sum of the logarithms, sum of powers of two"),
});

export const timedReturns = block("Parameters of `timedReturns`.", {
  returns: usize("simple returns, as fractions; `out` may be the same memory"),
  positions: usize("share of the market held in each step"),
  cash: f64("return of cash per step"),
  cost: f64("cost of a change of position by 1"),
  out: usize("net returns"),
  state: usize("three values, 0 before the first chunk: the position before, changes, steps in the market"),
});

export const viterbiForward = block("Parameters of `viterbiForward`.", {
  values: usize("column of values"),
  states: i32("number of regimes"),
  model: usize("see regimes/layout.ts"),
  moves: usize("one byte a step: two bits for each regime, out"),
  carry: usize("4 scores, as the chunk before left them"),
  table: usize("scratch"),
});
