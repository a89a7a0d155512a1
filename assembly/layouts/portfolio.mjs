import { block, f64, i32, usize } from "./declare.mjs";

export const rebalance = block("Parameters of `rebalance`: prices, when and how far is traded, and where the results go.", {
  columns: usize("prices, `stride` values apart"),
  stride: i32("values from one column to the next"),
  n: i32("number of assets"),
  due: usize("1 where the calendar asks for a trade"),
  trigger: i32("0 calendar or threshold, 1 calendar, 2 threshold, 3 calendar where the threshold is passed"),
  threshold: f64("distance of a weight from its target beyond which is traded"),
  most: f64("largest turnover of one event"),
  rate: f64("costs and slippage per value traded"),
  entry: f64("costs of the purchase at row 0 per value traded"),
  state: usize("16 + 4 n values; before row 0: value = capital, target weights behind the header"),
  net: usize("value after every row"),
  gross: usize("the same without costs"),
  drift: usize("the first purchase left alone"),
  events: usize(
    "6 + n values each for the first `room` trades: row; 1 calendar, 2 threshold, 3 both; turnover traded; cost; largest distance; " +
      "share of the way; and the weights before",
  ),
  room: i32("number of events there is room for"),
});

export const columnTable = block("Columns of one length, one after the other.", {
  columns: usize("the first column"),
  stride: i32("values from one column to the next"),
  count: i32("number of columns"),
});

export const commonTimes = block("Parameters of `commonTimes`.", {
  a: usize("first column of dates, ascending"),
  b: usize("second column of dates, ascending"),
  lengthB: i32("dates of the second column"),
  state: usize("places reached: dates of the second column looked at, and common dates found; two i32, 0 before the first call"),
  out: usize("room for the shorter of the two; may be `a`"),
});

export const valuesAt = block("Parameters of `valuesAt`.", {
  times: usize("dates of the column, ascending"),
  values: usize("its values"),
  wanted: usize("dates to look up, ascending"),
  out: usize("value at each of them"),
});

export const lastKnown = block("Parameters of `lastKnown`.", {
  times: usize("moments of the column, ascending"),
  values: usize("its values"),
  length: i32("values of the column"),
  wanted: usize("moments to look up, ascending"),
  out: usize("value at each of them"),
});

export const growthOver = block("Parameters of `growthOver`.", {
  values: usize("column of values"),
  times: usize("ascending; 0 where there are none"),
  span: f64("milliseconds, or rows without times"),
  years: f64("years the growth is over"),
  state: usize("3 values, 0 before the first chunk: place the search goes on from, rows with a value, and of these those above 0"),
  out: usize("where the results go"),
});

export const eigenReduce = block("Parameters of `eigenReduce`.", {
  matrix: usize("row-major n x n, overwritten: row k keeps reflection k behind its diagonal"),
  n: i32("order of the matrix"),
  diagonal: usize("room for n values"),
  beside: usize("room for n values: the element right of each diagonal one"),
  work: usize("room for 2 n values; the first n (the reflections' factors) go on to `eigenVectors`"),
});
