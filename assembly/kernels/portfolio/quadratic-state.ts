/**
 * Memory of a quadratic program minimize 1/2 x'Hx + c'x: a header of 16 values, then blocks of n, n x n and m + 2n values.
 *
 * Constraints: m rows a_i'x >= b_i, of which the first `equalities` hold with =, then n lower and n upper bounds. Their numbers in this order
 * are their ids. Their data lie in one block of the caller's: lower bounds n, upper bounds n (infinite where there is none), b m, a m x n.
 * @of quadraticStep
 */

export const N: usize = 0;
export const ROWS: usize = 8;
export const EQUALITIES: usize = 16;
/** Active constraints. */
export const ACTIVE: usize = 24;
/** Constraint being added over several steps, -1 for none, and its multiplier so far. */
export const PENDING: usize = 32;
export const PENDING_MULTIPLIER: usize = 40;
/** Number of recomputations of x from the active constraints. */
export const POLISHED: usize = 48;
/** Weight of the direction a frontier is traced in. */
export const TILT: usize = 56;
/** A normal depends linearly on the active ones if less than this fraction of its squared length is independent of them. */
export const DEPENDENT: f64 = 1e-24;
const HEADER: usize = 16 << 3;

@inline
export function slot(base: usize, index: i32): usize {
  return base + (<usize>index << 3);
}

@inline
export function count(state: usize, field: usize): i32 {
  return <i32>load<f64>(state + field);
}

/** J', with J'HJ = I: initially the inverse of the Cholesky factor of H; its first rows belong to the active constraints. */
@inline
export function basis(state: usize): usize {
  return state + HEADER;
}

@inline
export function basisRow(state: usize, n: i32, k: i32): usize {
  return basis(state) + (<usize>(k * n) << 3);
}

/** Column k of the triangle R, with J'N = (R, 0) for the normals N of the active constraints. */
@inline
export function triangleColumn(state: usize, n: i32, k: i32): usize {
  return basis(state) + (<usize>(n * n + k * n) << 3);
}

@inline
function vector(state: usize, n: i32, place: i32): usize {
  return basis(state) + (<usize>(2 * n * n + place * n) << 3);
}

/** The point. */
@inline
export function point(state: usize, n: i32): usize {
  return vector(state, n, 0);
}

/** J'a for the normal a being examined. */
@inline
export function image(state: usize, n: i32): usize {
  return vector(state, n, 1);
}

/** Direction of x. */
@inline
export function primalStep(state: usize, n: i32): usize {
  return vector(state, n, 2);
}

/** Direction of the multipliers. */
@inline
export function dualStep(state: usize, n: i32): usize {
  return vector(state, n, 3);
}

/** Multipliers of the active constraints. */
@inline
export function multipliers(state: usize, n: i32): usize {
  return vector(state, n, 4);
}

/** Ids of the active constraints. */
@inline
export function ids(state: usize, n: i32): usize {
  return vector(state, n, 5);
}

/** c */
@inline
export function linearTerm(state: usize, n: i32): usize {
  return vector(state, n, 6);
}

/** By id: 0 inactive, 1 active, 2 an equality implied by the others. */
@inline
export function flags(state: usize, n: i32): usize {
  return vector(state, n, 7);
}

/** Number of values needed for a program of n variables and m rows. */
export function quadraticSize(n: i32, m: i32): i32 {
  return 16 + 2 * n * n + 9 * n + m;
}

/** Address of x. */
export function quadraticPoint(state: usize, n: i32): usize {
  return point(state, n);
}

/** Address of J', where the inverse of the Cholesky factor goes before the start. */
export function quadraticBasis(state: usize): usize {
  return basis(state);
}
