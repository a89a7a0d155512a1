import { block, f64, i32, usize } from "./declare.mjs";

export const backtest = block("Parameters of `backtestRun` and `backtestEnd`: one instrument, its settings, and where the results go.", {
  columns: usize("addresses of the instrument's columns, as `kernels/backtest/layout.ts` orders them"),
  settings: usize("18 values"),
  state: usize("62 values, set by `backtestStart`; where orders are to be listed, the last two are set then: the list, 3 values per order, and its room"),
  first: i32("row of the capital, whose close is the first to decide"),
  equity: usize("cash and position at each close"),
  weight: usize("share of the equity in the instrument at each close, signed; 0 leaves it out"),
  records: usize(
    "12 values per closed trade: row of entry and exit, side, largest quantity, mean prices paid and got, profit at reference prices, fees, " +
      "slippage, amount put in, reason, orders",
  ),
  room: i32("closed trades there is room for"),
});

export const sharedBacktest = block("Parameters of `sharedStart`, `sharedRun` and `sharedEnd`: several instruments that share their cash.", {
  tables: usize("7 addresses per instrument, as for one; closes NaN where it is not traded"),
  settings: usize("18 values"),
  count: i32("number of instruments"),
  states: usize("62 values per instrument"),
  account: usize("3 values, what is shared"),
  book: usize("3 values per instrument"),
  rejected: usize("room for 64 rows of canceled orders per instrument, or 0"),
  equity: usize("cash and positions at each row"),
  weight: usize("sum of the positions over the equity; 0 leaves it out"),
  records: usize("closed trades, as for one instrument: `room` of them per instrument"),
  room: i32("closed trades there is room for, per instrument"),
});

export const sweep = block("Parameters of `backtestSweep`.", {
  columns: usize("addresses of the instrument's columns"),
  table: usize("18 settings per run"),
  first: i32("row of the capital, whose close is the first to decide"),
  n: i32("rows of the columns, at most 65,536"),
  target: f64("riskless return per period"),
  state: usize("room for a state"),
  equity: usize("room for a column"),
  returns: usize("room for a column; the second equity of a pair goes here"),
  out: usize("76 values per run: 13 sums of performance, their pivot, 62 of the engine's state"),
});

export const bars = block("Parameters of `mendBars`.", {
  opens: usize("opens, NaN where missing"),
  highs: usize("highs, or 0 where there are none"),
  lows: usize("lows, or 0 where there are none"),
  closes: usize("closes"),
  counts: usize("added to: bars with a missing value, bars whose high or low did not hold open and close"),
});

export const weightedScore = block("Parameters of `weightedScore`: three columns, 0 for one that is left out, and their weights.", {
  first: usize("first column"),
  firstWeight: f64("its weight"),
  second: usize("second column"),
  secondWeight: f64("its weight"),
  third: usize("third column"),
  thirdWeight: f64("its weight"),
  out: usize("weighted sum"),
});

export const pressure = block("Parameters of `pressureWeights`.", {
  closes: usize("closes"),
  window: i32("bars among which the best close is looked for"),
  lossAversion: f64("weight of a loss"),
  strength: f64("how much of the position full pressure takes away"),
  side: f64("1 or -1"),
  base: usize("weights it multiplies, or 0; may be `out`"),
  out: usize("weight kept on each row"),
});

export const tradedValues = block("Parameters of `unpackTraded`.", {
  values: usize("values of the traded rows"),
  rows: usize("those rows"),
  count: i32("how many there are"),
  n: i32("rows in all"),
  carry: i32("rows for which a value stays known where the next one is missing"),
  out: usize("value on each row"),
});

export const volatilityShares = block("Parameters of `volatilityShares`.", {
  deviations: usize("addresses of the instruments' columns; NaN where one is not to be had"),
  factors: usize("addresses of columns the weights are multiplied with, 0 for none"),
  outs: usize("addresses of the weights"),
  count: i32("number of instruments"),
  target: f64("deviation per step"),
});
