import { ColumnTableBlock } from "../../build/layouts/portfolio";

/** Columns of returns are stored consecutively, `stride` values apart, each `rows` long. */

@inline
function columnAt(columns: usize, stride: i32, index: i32): usize {
  return columns + ((<usize>index * <usize>stride) << 3);
}

/**
 * Sum of values[0..rows) less `shift`, in four partial sums over blocks of 1024, so that rounding errors grow with the number of blocks
 * only.
 */
function sumLess(values: usize, rows: i32, shift: f64): f64 {
  const shifts = f64x2.splat(shift);
  let total = 0.0;
  for (let start = 0; start < rows; start += 1024) {
    const end = min(start + 1024, rows);
    let s0 = f64x2.splat(0);
    let s1 = s0;
    let t = start;
    for (; t + 3 < end; t += 4) {
      const at = values + (<usize>t << 3);
      s0 = f64x2.add(s0, f64x2.sub(v128.load(at), shifts));
      s1 = f64x2.add(s1, f64x2.sub(v128.load(at, 16), shifts));
    }
    s0 = f64x2.add(s0, s1);
    let sum = f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1);
    for (; t < end; t++) sum += load<f64>(values + (<usize>t << 3)) - shift;
    total += sum;
  }
  return total;
}

/**
 * Subtracts its mean from each of the columns [from, to), in place.
 * @param means receives the means of all columns; a second pass corrects the rounding error of the first
 */
export function centerColumns(columns: usize, stride: i32, rows: i32, from: i32, to: i32, means: usize): void {
  for (let j = from; j < to; j++) {
    const column = columnAt(columns, stride, j);
    const rough = sumLess(column, rows, 0) / <f64>rows;
    const mean = rough + sumLess(column, rows, rough) / <f64>rows;
    store<f64>(means + (<usize>j << 3), mean);
    for (let t = 0; t < rows; t++) {
      const at = column + (<usize>t << 3);
      store<f64>(at, load<f64>(at) - mean);
    }
  }
}

/**
 * Exponentially decaying weights that sum to 1: out[t] ~ decay^(rows - 1 - t).
 * @formula w_t = decay^(T-1-t) (1 - decay) / (1 - decay^T)
 * @source J.P. Morgan RiskMetrics 1996; pandas ewm(adjust=True) has the same weights
 * @tolerance PyPortfolioOpt 1.5.6 exp_cov within 1e-10
 * @param decay above 0 and below 1
 */
export function decayWeights(out: usize, rows: i32, decay: f64, from: i32, to: i32): void {
  const whole = (1.0 - decay) / (1.0 - Math.pow(decay, rows));
  for (let t = from; t < to; t++) store<f64>(out + (<usize>t << 3), whole * Math.pow(decay, rows - 1 - t));
}

/** Sum of products of weights and values of a column. */
export function weightedSum(values: usize, weights: usize, rows: i32): f64 {
  let sum = 0.0;
  for (let at: usize = 0, end = <usize>rows << 3; at < end; at += 8) sum += load<f64>(values + at) * load<f64>(weights + at);
  return sum;
}

/** Multiplies each of the columns [from, to) by the square roots of the weights, row by row, in place. */
export function weighColumns(columns: usize, stride: i32, rows: i32, weights: usize, from: i32, to: i32): void {
  for (let j = from; j < to; j++) {
    const column = columnAt(columns, stride, j);
    for (let at: usize = 0, end = <usize>rows << 3; at < end; at += 8) {
      store<f64>(column + at, load<f64>(column + at) * Math.sqrt(load<f64>(weights + at)));
    }
  }
}

/**
 * Adds the products of the columns over the rows [from, to) to the lower triangle of a matrix, for its rows [first, last): in blocks of two
 * by two columns, so that four products share four loads: out_ij += sum_t x_ti x_tj, j <= i. Blocks of 512 rows stay in the cache.
 * @param table `ColumnTableBlock`, declared in assembly/layouts/portfolio.mjs
 * @param out row-major count x count
 */
export function crossProducts(table: usize, from: i32, to: i32, first: i32, last: i32, out: usize): void {
  const given = changetype<ColumnTableBlock>(table);
  const columns = given.columns;
  const stride = given.stride;
  const count = given.count;
  const start = <usize>from << 3;
  const pairs = <usize>(from + ((to - from) & ~1)) << 3;
  const odd = pairs < <usize>to << 3;
  for (let i = first; i < last; i += 2) {
    const paired = i + 1 < last;
    const a = columnAt(columns, stride, i);
    const b = columnAt(columns, stride, paired ? i + 1 : i);
    for (let j = 0; j <= i + 1; j += 2) {
      const c = columnAt(columns, stride, min(j, count - 1));
      const e = columnAt(columns, stride, min(j + 1, count - 1));
      let ac = f64x2.splat(0);
      let ae = ac, bc = ac, be = ac;
      for (let at = start; at < pairs; at += 16) {
        const x = v128.load(a + at);
        const y = v128.load(b + at);
        const u = v128.load(c + at);
        const v = v128.load(e + at);
        ac = f64x2.add(ac, f64x2.mul(x, u));
        ae = f64x2.add(ae, f64x2.mul(x, v));
        bc = f64x2.add(bc, f64x2.mul(y, u));
        be = f64x2.add(be, f64x2.mul(y, v));
      }
      addTo(out, count, i, j, ac, odd ? load<f64>(a + pairs) * load<f64>(c + pairs) : 0.0);
      addTo(out, count, i, j + 1, ae, odd ? load<f64>(a + pairs) * load<f64>(e + pairs) : 0.0);
      if (!paired) continue;
      addTo(out, count, i + 1, j, bc, odd ? load<f64>(b + pairs) * load<f64>(c + pairs) : 0.0);
      addTo(out, count, i + 1, j + 1, be, odd ? load<f64>(b + pairs) * load<f64>(e + pairs) : 0.0);
    }
  }
}

@inline
function addTo(out: usize, count: i32, i: i32, j: i32, sums: v128, rest: f64): void {
  if (j > i) return;
  const at = out + (<usize>(i * count + j) << 3);
  store<f64>(at, load<f64>(at) + (f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1) + rest));
}
