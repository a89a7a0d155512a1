/** Small dense matrices, row-major in a Float64Array: for models with a dozen parameters. For some hundred assets see `dense-matrix.ts`. */

/**
 * Lower Cholesky factor of a symmetric k x k matrix (its lower triangle is read); null if it is not positive definite.
 * @param tolerance fraction of a diagonal element that its pivot must exceed
 */
export function cholesky(matrix: Float64Array, k: number, tolerance = 1e-14): Float64Array | null {
  const factor = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i * k + j];
      for (let m = 0; m < j; m++) rest -= factor[i * k + m] * factor[j * k + m];
      if (i !== j) {
        factor[i * k + j] = rest / factor[j * k + j];
        continue;
      }
      // A pivot must exceed the rounding error of the subtraction.
      if (!(rest > tolerance * Math.abs(matrix[i * k + i]))) return null;
      factor[i * k + i] = Math.sqrt(rest);
    }
  }
  return factor;
}

/** Solves A x = b from the Cholesky factor of A. */
export function solveWithCholesky(factor: Float64Array, b: ArrayLike<number>): Float64Array {
  const k = b.length;
  const x = new Float64Array(k);
  x.set(b);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < i; j++) x[i] -= factor[i * k + j] * x[j];
    x[i] /= factor[i * k + i];
  }
  for (let i = k - 1; i >= 0; i--) {
    for (let j = i + 1; j < k; j++) x[i] -= factor[j * k + i] * x[j];
    x[i] /= factor[i * k + i];
  }
  return x;
}

/** Inverse of a symmetric positive definite k x k matrix; null if it is not. */
export function invertPositive(matrix: Float64Array, k: number): Float64Array | null {
  const factor = cholesky(matrix, k);
  if (!factor) return null;
  const inverse = new Float64Array(k * k);
  const unit = new Float64Array(k);
  for (let column = 0; column < k; column++) {
    unit.fill(0);
    unit[column] = 1;
    const solution = solveWithCholesky(factor, unit);
    for (let row = 0; row < k; row++) inverse[row * k + column] = solution[row];
  }
  return inverse;
}

/** Inner product of two vectors. */
export function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Product of an m x n and an n x p matrix. */
export function multiply(a: Float64Array, b: Float64Array, m: number, n: number, p: number): Float64Array {
  const result = new Float64Array(m * p);
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < n; l++) {
      const value = a[i * n + l];
      if (value === 0) continue;
      for (let j = 0; j < p; j++) result[i * p + j] += value * b[l * p + j];
    }
  }
  return result;
}

/** Transpose of an m x n matrix. */
export function transpose(a: Float64Array, m: number, n: number): Float64Array {
  const turned = new Float64Array(m * n);
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) turned[j * m + i] = a[i * n + j];
  return turned;
}

/** The symmetric submatrix of some columns, from a matrix whose upper triangle is filled. */
export function upperOf(matrix: Float64Array, width: number, columns: number[]): Float64Array {
  return Float64Array.from(columns.flatMap((a) => columns.map((b) => matrix[Math.min(a, b) * width + Math.max(a, b)])));
}

/** basis' A basis, with a k x k matrix and a k x m basis. */
export function project(matrix: Float64Array, basis: Float64Array, k: number, m: number): Float64Array {
  return multiply(transpose(basis, k, m), multiply(matrix, basis, k, k, m), m, k, m);
}

/** basis A basis', with an m x m matrix and a k x m basis: the reverse mapping. */
export function expand(matrix: Float64Array, basis: Float64Array, k: number, m: number): Float64Array {
  return multiply(multiply(basis, matrix, k, m, m), transpose(basis, k, m), k, m, k);
}

/** J C J', the covariance of functions of parameters (delta method): J an m x k Jacobian, C the parameters' covariance. */
export function deltaMethod(covariance: Float64Array, jacobian: Float64Array, k: number): Float64Array {
  const m = k === 0 ? 0 : jacobian.length / k;
  return multiply(multiply(jacobian, covariance, m, k, k), transpose(jacobian, m, k), m, k, m);
}

/** v' A w */
export function quadraticForm(v: ArrayLike<number>, matrix: Float64Array, w: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < v.length; i++) for (let j = 0; j < w.length; j++) total += v[i] * matrix[i * w.length + j] * w[j];
  return total;
}
