import { addScaled, dot, rotate } from "../../lib/linear-algebra/vectors";
import {
  ACTIVE,
  basisRow,
  count,
  dualStep,
  flags,
  ids,
  image,
  linearTerm,
  multipliers,
  N,
  point,
  primalStep,
  ROWS,
  slot,
  triangleColumn,
} from "./quadratic-state";

/** a'x - b of a constraint: at least 0 if it holds. */
export function slack(state: usize, constraints: usize, id: i32): f64 {
  const n = count(state, N);
  const m = count(state, ROWS);
  const x = point(state, n);
  if (id < m) return dot(slot(constraints, 2 * n + m + id * n), x, n) - load<f64>(slot(constraints, 2 * n + id));
  const i = id - m;
  if (i < n) return load<f64>(slot(x, i)) - load<f64>(slot(constraints, i));
  return load<f64>(slot(constraints, i)) - load<f64>(slot(x, i - n));
}

/** a'v for the normal a of a constraint. */
export function along(state: usize, constraints: usize, id: i32, v: usize): f64 {
  const n = count(state, N);
  const m = count(state, ROWS);
  if (id < m) return dot(slot(constraints, 2 * n + m + id * n), v, n);
  const i = id - m;
  return i < n ? load<f64>(slot(v, i)) : -load<f64>(slot(v, i - n));
}

/** Fills `image` with J'a. */
export function projectNormal(state: usize, constraints: usize, id: i32): void {
  const n = count(state, N);
  const d = image(state, n);
  for (let k = 0; k < n; k++) store<f64>(slot(d, k), along(state, constraints, id, basisRow(state, n, k)));
}

/**
 * `primalStep` = J2 times the tail of `image`: the feasible direction within the active constraints; returns the squared length of that
 * tail.
 */
export function freeDirection(state: usize): f64 {
  const n = count(state, N);
  const q = count(state, ACTIVE);
  const d = image(state, n);
  const z = primalStep(state, n);
  memory.fill(z, 0, <usize>n << 3);
  for (let k = q; k < n; k++) addScaled(z, load<f64>(slot(d, k)), basisRow(state, n, k), n);
  return dot(slot(d, q), slot(d, q), n - q);
}

/** Solves R r = right for the active constraints; `out` may be `right`. */
export function solveTriangle(state: usize, right: usize, out: usize): void {
  const n = count(state, N);
  const q = count(state, ACTIVE);
  if (out != right) memory.copy(out, right, <usize>q << 3);
  for (let k = q - 1; k >= 0; k--) {
    const column = triangleColumn(state, n, k);
    const value = load<f64>(slot(out, k)) / load<f64>(slot(column, k));
    store<f64>(slot(out, k), value);
    addScaled(out, -value, column, k);
  }
}

/** Activates a constraint whose J'a is in `image`. */
export function activate(state: usize, id: i32, multiplier: f64): void {
  const n = count(state, N);
  const q = count(state, ACTIVE);
  const d = image(state, n);
  for (let j = n - 1; j > q; j--) {
    const y = load<f64>(slot(d, j));
    if (y == 0.0) continue;
    const x = load<f64>(slot(d, j - 1));
    const length = Math.sqrt(x * x + y * y);
    store<f64>(slot(d, j - 1), length);
    rotate(basisRow(state, n, j - 1), basisRow(state, n, j), x / length, y / length, n);
  }
  memory.copy(triangleColumn(state, n, q), d, <usize>(q + 1) << 3);
  store<f64>(slot(multipliers(state, n), q), multiplier);
  store<f64>(slot(ids(state, n), q), id);
  store<f64>(slot(flags(state, n), id), 1);
  store<f64>(state + ACTIVE, q + 1);
}

/** Deactivates the active constraint at a given position. */
export function release(state: usize, place: i32): void {
  const n = count(state, N);
  const q = count(state, ACTIVE);
  const u = multipliers(state, n);
  const active = ids(state, n);
  store<f64>(slot(flags(state, n), <i32>load<f64>(slot(active, place))), 0);
  const moved = <usize>(q - place - 1) << 3;
  memory.copy(slot(u, place), slot(u, place + 1), moved);
  memory.copy(slot(active, place), slot(active, place + 1), moved);
  for (let k = place; k < q - 1; k++) memory.copy(triangleColumn(state, n, k), triangleColumn(state, n, k + 1), <usize>(k + 2) << 3);
  for (let j = place; j < q - 1; j++) {
    const column = triangleColumn(state, n, j);
    const x = load<f64>(slot(column, j));
    const y = load<f64>(slot(column, j + 1));
    if (y == 0.0) continue;
    const length = Math.sqrt(x * x + y * y);
    const c = x / length;
    const s = y / length;
    for (let k = j; k < q - 1; k++) {
      const pair = slot(triangleColumn(state, n, k), j);
      const a = load<f64>(pair);
      const b = load<f64>(pair, 8);
      store<f64>(pair, c * a + s * b);
      store<f64>(pair, c * b - s * a, 8);
    }
    rotate(basisRow(state, n, j), basisRow(state, n, j + 1), c, s, n);
  }
  store<f64>(state + ACTIVE, q - 1);
}

/** Right-hand side of a constraint: its b, or the bound, with the sign of its normal. */
function rightSide(state: usize, constraints: usize, id: i32): f64 {
  const n = count(state, N);
  const m = count(state, ROWS);
  if (id < m) return load<f64>(slot(constraints, 2 * n + id));
  const bound = load<f64>(slot(constraints, id - m));
  return id - m < n ? bound : -bound;
}

/**
 * Recomputes x and the multipliers from the active constraints, which removes the rounding errors of earlier steps: with x = J y, R' y1 =
 * b, y2 = -J2'c, and R u = y1 + J1'c.
 */
export function polish(state: usize, constraints: usize): void {
  const n = count(state, N);
  const q = count(state, ACTIVE);
  const x = point(state, n);
  const y = image(state, n);
  const u = multipliers(state, n);
  const c = linearTerm(state, n);
  for (let k = 0; k < q; k++) {
    const column = triangleColumn(state, n, k);
    const right = rightSide(state, constraints, <i32>load<f64>(slot(ids(state, n), k)));
    store<f64>(slot(y, k), (right - dot(column, y, k)) / load<f64>(slot(column, k)));
  }
  memory.fill(x, 0, <usize>n << 3);
  for (let k = 0; k < n; k++) {
    const own = basisRow(state, n, k);
    const pull = dot(own, c, n);
    if (k < q) store<f64>(slot(u, k), load<f64>(slot(y, k)) + pull);
    else store<f64>(slot(y, k), -pull);
    addScaled(x, load<f64>(slot(y, k)), own, n);
  }
  solveTriangle(state, u, u);
}
