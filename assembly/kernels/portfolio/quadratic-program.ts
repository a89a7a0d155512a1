import { addScaled, dot, largest, product } from "../../lib/linear-algebra/vectors";
import { activate, freeDirection, polish, projectNormal, release, slack, solveTriangle } from "./quadratic-active-set";
import {
  ACTIVE,
  basis,
  count,
  DEPENDENT,
  dualStep,
  EQUALITIES,
  flags,
  ids,
  image,
  linearTerm,
  multipliers,
  N,
  PENDING,
  PENDING_MULTIPLIER,
  point,
  POLISHED,
  primalStep,
  ROWS,
  slot,
  TILT,
} from "./quadratic-state";

/** Tolerance for a violated constraint; rows and bounds are scaled to sizes near 1 by the caller. */
const VIOLATION: f64 = 1e-12;
/** Tolerance within which a dependent equality counts as implied by the others. */
const IMPLIED: f64 = 1e-9;
const MAX_POLISHES: i32 = 4;

const MORE: i32 = 0;
const SOLVED: i32 = 1;
const INFEASIBLE: i32 = 2;

/**
 * Begins a quadratic program at its unconstrained minimum x = -H^-1 c.
 * @param state room for `quadraticSize` values, of which `quadraticBasis` holds the inverse of the Cholesky factor of H (row-major)
 * @param linear c, n values
 */
export function quadraticStart(state: usize, n: i32, m: i32, equalities: i32, linear: usize): void {
  store<f64>(state + N, n);
  store<f64>(state + ROWS, m);
  store<f64>(state + EQUALITIES, equalities);
  store<f64>(state + ACTIVE, 0);
  store<f64>(state + PENDING, -1);
  store<f64>(state + PENDING_MULTIPLIER, 0);
  store<f64>(state + POLISHED, 0);
  store<f64>(state + TILT, 0);
  memory.copy(linearTerm(state, n), linear, <usize>n << 3);
  memory.fill(flags(state, n), 0, <usize>(m + 2 * n) << 3);
  const d = image(state, n);
  const x = point(state, n);
  product(basis(state), linear, n, n, d);
  memory.fill(x, 0, <usize>n << 3);
  for (let k = 0; k < n; k++) addScaled(x, -load<f64>(slot(d, k)), basis(state) + (<usize>(k * n) << 3), n);
}

/** The next equality that is not active yet, or the most violated of the other constraints; -1 if all hold. */
function mostViolated(state: usize, constraints: usize): i32 {
  const n = count(state, N);
  const m = count(state, ROWS);
  const equalities = count(state, EQUALITIES);
  const flag = flags(state, n);
  for (let id = 0; id < equalities; id++) if (load<f64>(slot(flag, id)) == 0.0) return id;
  let worst = -VIOLATION;
  let found = -1;
  for (let id = equalities; id < m + 2 * n; id++) {
    if (load<f64>(slot(flag, id)) != 0.0) continue;
    const left = slack(state, constraints, id);
    if (left < worst) {
      worst = left;
      found = id;
    }
  }
  return found;
}

/**
 * Up to `budget` steps of the dual active-set method of Goldfarb and Idnani: from the unconstrained minimum, violated constraints are added
 * one by one, and active ones are dropped when their multiplier would turn negative. One step costs about 8 n^2 operations.
 * @formula min 1/2 x' H x + c' x subject to a_i' x = b_i, a_j' x >= b_j, l <= x <= u
 * @source Goldfarb and Idnani 1983, Mathematical Programming 27
 * @tolerance Karush-Kuhn-Tucker residual below 1e-10 (quadraticResidual); quadprog 1.5.8 and PyPortfolioOpt 1.5.6 weights within 1e-7
 * @param constraints lower bounds n, upper bounds n, b m, a m x n
 * @returns 0 more to do, 1 solved, 2 no point satisfies the constraints
 */
export function quadraticStep(state: usize, constraints: usize, budget: i32): i32 {
  for (let step = 0; step < budget; step++) {
    if (load<f64>(state + PENDING) < 0.0) {
      const id = mostViolated(state, constraints);
      if (id < 0) {
        if (count(state, POLISHED) >= MAX_POLISHES) return SOLVED;
        store<f64>(state + POLISHED, load<f64>(state + POLISHED) + 1.0);
        polish(state, constraints);
        if (mostViolated(state, constraints) < 0) return SOLVED;
        continue;
      }
      store<f64>(state + PENDING, id);
      store<f64>(state + PENDING_MULTIPLIER, 0);
    }
    if (!addPending(state, constraints)) return INFEASIBLE;
  }
  return MORE;
}

/** One step towards the pending constraint: until it holds, or until an active one must be dropped first. */
function addPending(state: usize, constraints: usize): bool {
  const n = count(state, N);
  const equalities = count(state, EQUALITIES);
  const id = count(state, PENDING);
  const left = slack(state, constraints, id);
  projectNormal(state, constraints, id);
  const d = image(state, n);
  const r = dualStep(state, n);
  const u = multipliers(state, n);
  const z = primalStep(state, n);
  const q = count(state, ACTIVE);
  const free = freeDirection(state);
  solveTriangle(state, d, r);
  const moves = free > DEPENDENT * dot(d, d, n);

  if (id < equalities) {
    if (!moves) {
      store<f64>(state + PENDING, -1);
      store<f64>(slot(flags(state, n), id), 2);
      return abs(left) <= IMPLIED;
    }
    const t = -left / free;
    addScaled(point(state, n), t, z, n);
    addScaled(u, -t, r, q);
    activate(state, id, t);
    store<f64>(state + PENDING, -1);
    return true;
  }

  let blocked = Infinity;
  let place = -1;
  for (let k = 0; k < q; k++) {
    const rate = load<f64>(slot(r, k));
    if (rate <= 0.0 || <i32>load<f64>(slot(ids(state, n), k)) < equalities) continue;
    const t = max(0.0, load<f64>(slot(u, k))) / rate;
    if (t < blocked) {
      blocked = t;
      place = k;
    }
  }
  const full = moves ? max(0.0, -left / free) : Infinity;
  const t = min(full, blocked);
  if (t == Infinity) return false;
  if (moves) addScaled(point(state, n), t, z, n);
  addScaled(u, -t, r, q);
  const multiplier = load<f64>(state + PENDING_MULTIPLIER) + t;
  if (full <= blocked) {
    activate(state, id, multiplier);
    store<f64>(state + PENDING, -1);
  } else {
    store<f64>(state + PENDING_MULTIPLIER, multiplier);
    release(state, place);
  }
  return true;
}

/**
 * How far the state's x and multipliers are from satisfying the Karush-Kuhn-Tucker conditions for a given H: the largest of
 * |Hx + c - sum u_i a_i|, -u of an inequality and |u times slack|, each over |H| |x| (largest elements) or |c|, and of the
 * constraints' violations.
 * @param matrix H, row-major, as it is (the state may have been started with a slightly larger one)
 * @param linear c
 * @param work room for n values
 */
export function quadraticResidual(state: usize, matrix: usize, linear: usize, constraints: usize, work: usize): f64 {
  const n = count(state, N);
  const m = count(state, ROWS);
  const equalities = count(state, EQUALITIES);
  product(matrix, point(state, n), n, n, work);
  const size = max(max(largest(matrix, n * n) * largest(point(state, n), n), largest(linear, n)), 1e-300);
  addScaled(work, 1, linear, n);
  let worst = 0.0;
  for (let k = 0; k < count(state, ACTIVE); k++) {
    const id = <i32>load<f64>(slot(ids(state, n), k));
    const multiplier = load<f64>(slot(multipliers(state, n), k));
    if (id < m) addScaled(work, -multiplier, slot(constraints, 2 * n + m + id * n), n);
    else {
      const at = slot(work, id - m < n ? id - m : id - m - n);
      store<f64>(at, load<f64>(at) - (id - m < n ? multiplier : -multiplier));
    }
    if (id < equalities) continue;
    worst = max(worst, max(-multiplier, abs(multiplier * slack(state, constraints, id))) / size);
  }
  worst = max(worst, largest(work, n) / size);
  for (let id = 0; id < m + 2 * n; id++) {
    const left = slack(state, constraints, id);
    worst = max(worst, id < equalities ? abs(left) : -left);
  }
  return worst == worst ? worst : Infinity;
}
