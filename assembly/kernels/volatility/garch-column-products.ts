/** Sums of products of four to six columns, held in locals during a run of observations, two at a time. */

/** Bytes of a row of the matrix of sums. */
const ROW: usize = 16 << 3;

/** Adds both lanes of a sum, times `factor`, to the matrix. */
@inline
function add(sums: usize, row: usize, column: usize, sum: v128, factor: f64): void {
  const at = sums + row * ROW + (column << 3);
  store<f64>(at, load<f64>(at) + factor * (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)));
}

/** Products among the first four columns. */
function productsOfFour(sums: usize, columns: usize, stride: usize, end: usize, factor: f64): void {
  const zero = f64x2.splat(0.0);
  let s00 = zero, s01 = zero, s02 = zero, s03 = zero, s11 = zero, s12 = zero;
  let s13 = zero, s22 = zero, s23 = zero, s33 = zero;
  const column1 = columns + stride;
  const column2 = columns + 2 * stride;
  const column3 = columns + 3 * stride;
  for (let at: usize = 0; at < end; at += 16) {
    const u0 = v128.load(columns + at);
    s00 = f64x2.add(s00, f64x2.mul(u0, u0));
    const u1 = v128.load(column1 + at);
    s01 = f64x2.add(s01, f64x2.mul(u0, u1));
    const u2 = v128.load(column2 + at);
    s02 = f64x2.add(s02, f64x2.mul(u0, u2));
    const u3 = v128.load(column3 + at);
    s03 = f64x2.add(s03, f64x2.mul(u0, u3));
    s11 = f64x2.add(s11, f64x2.mul(u1, u1));
    s12 = f64x2.add(s12, f64x2.mul(u1, u2));
    s13 = f64x2.add(s13, f64x2.mul(u1, u3));
    s22 = f64x2.add(s22, f64x2.mul(u2, u2));
    s23 = f64x2.add(s23, f64x2.mul(u2, u3));
    s33 = f64x2.add(s33, f64x2.mul(u3, u3));
  }
  add(sums, 0, 0, s00, factor);
  add(sums, 0, 1, s01, factor);
  add(sums, 0, 2, s02, factor);
  add(sums, 0, 3, s03, factor);
  add(sums, 1, 1, s11, factor);
  add(sums, 1, 2, s12, factor);
  add(sums, 1, 3, s13, factor);
  add(sums, 2, 2, s22, factor);
  add(sums, 2, 3, s23, factor);
  add(sums, 3, 3, s33, factor);
}

/** Products of the fifth column with itself and those before it. */
function productsWithFifth(sums: usize, columns: usize, stride: usize, end: usize, factor: f64): void {
  const zero = f64x2.splat(0.0);
  let s44 = zero, s04 = zero, s14 = zero, s24 = zero, s34 = zero;
  const column1 = columns + stride;
  const column2 = columns + 2 * stride;
  const column3 = columns + 3 * stride;
  const column4 = columns + 4 * stride;
  for (let at: usize = 0; at < end; at += 16) {
    const u4 = v128.load(column4 + at);
    s44 = f64x2.add(s44, f64x2.mul(u4, u4));
    const u0 = v128.load(columns + at);
    s04 = f64x2.add(s04, f64x2.mul(u0, u4));
    const u1 = v128.load(column1 + at);
    s14 = f64x2.add(s14, f64x2.mul(u1, u4));
    const u2 = v128.load(column2 + at);
    s24 = f64x2.add(s24, f64x2.mul(u2, u4));
    const u3 = v128.load(column3 + at);
    s34 = f64x2.add(s34, f64x2.mul(u3, u4));
  }
  add(sums, 4, 4, s44, factor);
  add(sums, 0, 4, s04, factor);
  add(sums, 1, 4, s14, factor);
  add(sums, 2, 4, s24, factor);
  add(sums, 3, 4, s34, factor);
}

/** Products of the fifth and sixth column with each other, themselves and those before them. */
function productsWithLastTwo(sums: usize, columns: usize, stride: usize, end: usize, factor: f64): void {
  const zero = f64x2.splat(0.0);
  let s44 = zero, s45 = zero, s55 = zero, s04 = zero, s05 = zero, s14 = zero;
  let s15 = zero, s24 = zero, s25 = zero, s34 = zero, s35 = zero;
  const column1 = columns + stride;
  const column2 = columns + 2 * stride;
  const column3 = columns + 3 * stride;
  const column4 = columns + 4 * stride;
  const column5 = columns + 5 * stride;
  for (let at: usize = 0; at < end; at += 16) {
    const u4 = v128.load(column4 + at);
    s44 = f64x2.add(s44, f64x2.mul(u4, u4));
    const u5 = v128.load(column5 + at);
    s45 = f64x2.add(s45, f64x2.mul(u4, u5));
    s55 = f64x2.add(s55, f64x2.mul(u5, u5));
    const u0 = v128.load(columns + at);
    s04 = f64x2.add(s04, f64x2.mul(u0, u4));
    s05 = f64x2.add(s05, f64x2.mul(u0, u5));
    const u1 = v128.load(column1 + at);
    s14 = f64x2.add(s14, f64x2.mul(u1, u4));
    s15 = f64x2.add(s15, f64x2.mul(u1, u5));
    const u2 = v128.load(column2 + at);
    s24 = f64x2.add(s24, f64x2.mul(u2, u4));
    s25 = f64x2.add(s25, f64x2.mul(u2, u5));
    const u3 = v128.load(column3 + at);
    s34 = f64x2.add(s34, f64x2.mul(u3, u4));
    s35 = f64x2.add(s35, f64x2.mul(u3, u5));
  }
  add(sums, 4, 4, s44, factor);
  add(sums, 4, 5, s45, factor);
  add(sums, 5, 5, s55, factor);
  add(sums, 0, 4, s04, factor);
  add(sums, 0, 5, s05, factor);
  add(sums, 1, 4, s14, factor);
  add(sums, 1, 5, s15, factor);
  add(sums, 2, 4, s24, factor);
  add(sums, 2, 5, s25, factor);
  add(sums, 3, 4, s34, factor);
  add(sums, 3, 5, s35, factor);
}

/**
 * Adds factor times the sums of products of the columns to the matrix at `sums` (rows of 16), on and above its diagonal.
 * @param columns four to six columns `stride` bytes apart, 0 after the last value if the length is odd
 * @param count number of columns
 */
export function addColumnProducts(sums: usize, columns: usize, stride: usize, count: usize, length: usize, factor: f64): void {
  const end = length << 3;
  productsOfFour(sums, columns, stride, end, factor);
  if (count == 5) productsWithFifth(sums, columns, stride, end, factor);
  else if (count == 6) productsWithLastTwo(sums, columns, stride, end, factor);
}
