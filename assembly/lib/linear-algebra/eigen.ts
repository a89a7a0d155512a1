import { EigenReduceBlock } from "../../build/layouts/portfolio";
import { addScaled, addTwoScaled, dot, rotate } from "./vectors";

const EPSILON: f64 = 2.220446049250313e-16;
/** Iterations after which an eigenvalue is given up; three are usual. */
const MAX_ROUNDS: i32 = 60;

@inline
function row(matrix: usize, i: i32, n: i32): usize {
  return matrix + (<usize>(i * n) << 3);
}

/**
 * First of three steps to the eigenvalues and vectors of a symmetric matrix: Householder reflections to tridiagonal form.
 * Row k costs 4 (n - k)^2 operations; call it for all k from 0 to n, in chunks.
 * @param block `EigenReduceBlock`, declared in assembly/layouts/portfolio.mjs
 */
export function eigenReduce(block: usize, from: i32, to: i32): void {
  const given = changetype<EigenReduceBlock>(block);
  const matrix = given.matrix;
  const n = given.n;
  const diagonal = given.diagonal;
  const beside = given.beside;
  const work = given.work;
  for (let k = from; k < to; k++) {
    const own = row(matrix, k, n);
    const at = <usize>k << 3;
    store<f64>(diagonal + at, load<f64>(own + at));
    store<f64>(work + at, 0);
    const rest = n - k - 1;
    const v = own + at + 8;
    if (rest == 0) {
      store<f64>(beside + at, 0);
      continue;
    }
    const first = load<f64>(v);
    const tail = dot(v + 8, v + 8, rest - 1);
    if (tail == 0.0) {
      store<f64>(beside + at, first);
      continue;
    }
    const length = Math.sqrt(first * first + tail);
    const image = first > 0 ? -length : length;
    store<f64>(beside + at, image);
    store<f64>(v, first - image);
    const factor = 2.0 / (tail + (first - image) * (first - image));
    store<f64>(work + at, factor);
    const p = work + (<usize>(n + k + 1) << 3);
    for (let i = 0; i < rest; i++) {
      store<f64>(p + (<usize>i << 3), factor * dot(row(matrix, k + 1 + i, n) + at + 8, v, rest));
    }
    addScaled(p, -0.5 * factor * dot(p, v, rest), v, rest);
    for (let i = 0; i < rest; i++) {
      const target = row(matrix, k + 1 + i, n) + at + 8;
      addTwoScaled(target, -load<f64>(v + (<usize>i << 3)), p, -load<f64>(p + (<usize>i << 3)), v, rest);
    }
  }
}

/**
 * Second step: the product of the reflections. Call it with k from n - 1 down to 0: [from, to) is done from its end.
 * @param vectors row-major n x n; row j becomes column j of the product
 */
export function eigenVectors(matrix: usize, n: i32, work: usize, vectors: usize, from: i32, to: i32): void {
  for (let k = to - 1; k >= from; k--) {
    memory.fill(row(vectors, k, n), 0, <usize>n << 3);
    store<f64>(row(vectors, k, n) + (<usize>k << 3), 1);
    const factor = load<f64>(work + (<usize>k << 3));
    if (factor == 0.0) continue;
    const v = row(matrix, k, n) + (<usize>(k + 1) << 3);
    const rest = n - k - 1;
    for (let j = k + 1; j < n; j++) {
      const column = row(vectors, j, n) + (<usize>(k + 1) << 3);
      addScaled(column, -factor * dot(v, column, rest), v, rest);
    }
  }
}

/**
 * Third step of the eigendecomposition: implicit QL rotations for the eigenvalues [from, to); chunks in ascending order.
 * @formula A = V' diag(d) V, rows of V orthonormal
 * @source Golub and Van Loan, Matrix Computations, section 8.3; Dubrulle, Martin and Wilkinson 1968 (implicit QL)
 * @tolerance A v - d v and V V' - I within 1e-13 of the largest eigenvalue, n to 200; cyclic Jacobi twin within 1e-13
 * @param diagonal in: of `eigenReduce`; out: the eigenvalues, unsorted
 * @param vectors of `eigenVectors`; out: row j is the eigenvector of value j
 * @returns -1, or the index of the eigenvalue not found within 60 iterations (only if the matrix is not finite)
 */
export function eigenIterate(n: i32, diagonal: usize, beside: usize, vectors: usize, from: i32, to: i32): i32 {
  for (let l = from; l < to; l++) {
    for (let round = 0; ; round++) {
      let m = l;
      for (; m < n - 1; m++) {
        const at = <usize>m << 3;
        const size = abs(load<f64>(diagonal + at)) + abs(load<f64>(diagonal + at, 8));
        if (abs(load<f64>(beside + at)) <= EPSILON * size) break;
      }
      if (m == l) break;
      if (round == MAX_ROUNDS) return l;
      sweep(l, m, n, diagonal, beside, vectors);
    }
  }
  return -1;
}

/** One QL sweep of rotations from row m up to row l, with the shift from the corner at l. */
function sweep(l: i32, m: i32, n: i32, diagonal: usize, beside: usize, vectors: usize): void {
  const start = <usize>l << 3;
  const low = load<f64>(diagonal + start);
  const corner = load<f64>(beside + start);
  const ratio = (load<f64>(diagonal + start, 8) - low) / (2.0 * corner);
  const root = Math.sqrt(ratio * ratio + 1.0);
  let g = load<f64>(diagonal + (<usize>m << 3)) - low + corner / (ratio + (ratio >= 0 ? root : -root));
  let s = 1.0;
  let c = 1.0;
  let p = 0.0;
  for (let i = m - 1; i >= l; i--) {
    const at = <usize>i << 3;
    const f = s * load<f64>(beside + at);
    const b = c * load<f64>(beside + at);
    const r = Math.sqrt(f * f + g * g);
    store<f64>(beside + at, r, 8);
    if (r == 0.0) {
      store<f64>(diagonal + at, load<f64>(diagonal + at, 8) - p, 8);
      store<f64>(beside + (<usize>m << 3), 0);
      return;
    }
    s = f / r;
    c = g / r;
    const next = load<f64>(diagonal + at, 8) - p;
    const turn = (load<f64>(diagonal + at) - next) * s + 2.0 * c * b;
    p = s * turn;
    store<f64>(diagonal + at, next + p, 8);
    g = c * turn - b;
    // (lower, upper) becomes (c lower - s upper, c upper + s lower)
    rotate(row(vectors, i, n), row(vectors, i + 1, n), c, -s, n);
  }
  store<f64>(diagonal + start, load<f64>(diagonal + start) - p);
  store<f64>(beside + start, g);
  store<f64>(beside + (<usize>m << 3), 0);
}
