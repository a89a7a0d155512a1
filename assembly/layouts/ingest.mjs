import { block, f64, i32, usize } from "./declare.mjs";

export const orderScatter = block("Parameters of `orderScatter`.", {
  times: usize("sort keys"),
  order: usize("u32 row numbers"),
  target: usize("u32 row numbers after this pass"),
  digit: i32("digit of the radix sort"),
  counts: usize("first free place for each value of the digit"),
});

export const orderUnique = block("Parameters of `orderUnique`.", {
  times: usize("times by row number"),
  order: usize("u32[n] in order of time; rewritten in place"),
  n: i32("number of rows"),
  rows: usize("u32[most]: the first row numbers left out; `from - kept` were left out before"),
  most: i32("row numbers there is room for"),
});

export const countJumps = block("Parameters of `countJumps`.", {
  values: usize("column of values"),
  share: f64("share of the value before beyond which a step is a jump"),
  rows: usize("u32: the first row numbers found"),
  most: i32("row numbers there is room for"),
});

export const parseList = block("Parameters of `parseList`.", {
  text: usize("address of the bytes; text[to - 1] is a separator, and zeros follow"),
  separators: usize("u8[256]: 1 for bytes that separate"),
  point: i32("byte of the decimal sign"),
  values: usize("f64[mostRows]"),
  mostRows: i32("values there is room for"),
  odds: usize("u32[3 · mostOdd]: place in `values`, first byte, byte behind the last"),
  mostOdd: i32("odd entries there is room for"),
  state: usize("u32[3]: not used; then out: odd values, and the place in the text where the reading stopped"),
});

export const rankTimes = block("Parameters of `rankTimes`.", {
  times: usize("times by row number"),
  order: usize("u32 row numbers in order of time"),
  dates: usize("f64: the distinct times, ascending"),
  ranks: usize("u32 by row number: which of them is the row's"),
});

export const placeValues = block("Parameters of `placeValues`.", {
  values: usize("a value per row"),
  ranks: usize("u32: date of each row"),
  codes: usize("f64: symbol of each row; 0 where all are of `code`"),
  code: i32("symbol of all rows"),
  stride: i32("dates of the table"),
  table: usize("f64, `stride` cells per symbol; NaN where nothing was put yet"),
  seen: usize("u32 per cell, zero at first: repetitions met; for rule 2 alone"),
  rule: i32("of several values for a cell: 0 the first, 1 the last, 2 their mean"),
  counts: usize("u32 per symbol, zero at first: repetitions"),
  rows: usize("u32[most]: the first rows that repeat a date"),
  most: i32("row numbers there is room for"),
});

export const carryForward = block("Parameters of `carryForward`.", {
  column: usize("values; NaN is blank"),
  limit: f64("blanks filled in a row"),
  state: usize("2 values: the last value met, NaN before the first chunk, and blanks since, 0 before it"),
});
