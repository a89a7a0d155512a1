import { addScaled, dot } from "./vectors";

/** A pivot this small relative to its diagonal element is the rounding error of the subtraction. */
const MIN_PIVOT: f64 = 1e-14;

@inline
function row(matrix: usize, i: i32, n: i32): usize {
  return matrix + (<usize>(i * n) << 3);
}

/**
 * Cholesky factor L of a symmetric positive definite matrix, A = L L', row by row in blocks of four columns, so a row is read once for four
 * inner products. Same bits for any chunking of the rows, in ascending order; 200 x 200 takes well under a millisecond.
 * @formula A = L L', L_ij = (A_ij - sum_{m<j} L_im L_jm) / L_jj
 * @source Golub and Van Loan, Matrix Computations, section 4.2
 * @tolerance L L' = A within 1e-14 of the largest element, n to 200; the plain twin within 1e-12
 * @param matrix row-major n x n, lower triangle read
 * @param factor row-major n x n, zeros above the diagonal; may be `matrix`
 * @param from first row
 * @param to row to stop before
 * @returns -1, or the first row whose pivot is not above 1e-14 of its diagonal element (also NaN): not positive definite
 */
export function choleskyFactor(matrix: usize, n: i32, factor: usize, from: i32, to: i32): i32 {
  for (let i = from; i < to; i++) {
    const source = row(matrix, i, n);
    const own = row(factor, i, n);
    for (let j = 0; j <= i; j += 4) {
      const r0 = row(factor, j, n);
      const r1 = row(factor, min(j + 1, i), n);
      const r2 = row(factor, min(j + 2, i), n);
      const r3 = row(factor, min(j + 3, i), n);
      let s0 = f64x2.splat(0);
      let s1 = s0, s2 = s0, s3 = s0;
      for (let at: usize = 0, end = <usize>j << 3; at < end; at += 16) {
        const x = v128.load(own + at);
        s0 = f64x2.add(s0, f64x2.mul(x, v128.load(r0 + at)));
        s1 = f64x2.add(s1, f64x2.mul(x, v128.load(r1 + at)));
        s2 = f64x2.add(s2, f64x2.mul(x, v128.load(r2 + at)));
        s3 = f64x2.add(s3, f64x2.mul(x, v128.load(r3 + at)));
      }
      const here = own + (<usize>j << 3);
      const width = min(4, i - j + 1);
      for (let k = 0; k < width; k++) {
        const sums = k == 0 ? s0 : k == 1 ? s1 : k == 2 ? s2 : s3;
        const element = load<f64>(source + (<usize>(j + k) << 3));
        const other = row(factor, j + k, n) + (<usize>j << 3);
        let rest = element - (f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1));
        for (let m: usize = 0, end = <usize>k << 3; m < end; m += 8) rest -= load<f64>(here + m) * load<f64>(other + m);
        if (j + k == i) {
          if (!(rest > MIN_PIVOT * abs(element)) || rest == Infinity) return i;
          store<f64>(here + (<usize>k << 3), Math.sqrt(rest));
        } else store<f64>(here + (<usize>k << 3), rest / load<f64>(other + (<usize>k << 3)));
      }
    }
    memory.fill(own + (<usize>(i + 1) << 3), 0, <usize>(n - i - 1) << 3);
  }
  return -1;
}

/**
 * Solves A x = b in place from the Cholesky factor of A, for several right-hand sides, one per row of n.
 * @param factor result of `choleskyFactor`
 * @param sides row-major `count` x n: b in, x out
 */
export function choleskySolve(factor: usize, n: i32, sides: usize, count: i32): void {
  for (let side = 0; side < count; side++) {
    const x = row(sides, side, n);
    for (let i = 0; i < n; i++) {
      const own = row(factor, i, n);
      const at = <usize>i << 3;
      store<f64>(x + at, (load<f64>(x + at) - dot(own, x, i)) / load<f64>(own + at));
    }
    for (let i = n - 1; i >= 0; i--) {
      const own = row(factor, i, n);
      const at = <usize>i << 3;
      const value = load<f64>(x + at) / load<f64>(own + at);
      store<f64>(x + at, value);
      addScaled(x, -value, own, i);
    }
  }
}

/**
 * Inverse of a lower triangular matrix, row by row; rows in ascending order, in any chunks.
 * @param out row-major n x n, zeros above the diagonal; not `factor`
 */
export function invertLower(factor: usize, n: i32, out: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) {
    const own = row(factor, i, n);
    const target = row(out, i, n);
    memory.fill(target, 0, <usize>n << 3);
    for (let k = 0; k < i; k++) addScaled(target, -load<f64>(own + (<usize>k << 3)), row(out, k, n), k + 1);
    const pivot = load<f64>(own + (<usize>i << 3));
    for (let k = 0; k < i; k++) {
      const at = target + (<usize>k << 3);
      store<f64>(at, load<f64>(at) / pivot);
    }
    store<f64>(target + (<usize>i << 3), 1.0 / pivot);
  }
}
