import { addScaled, dot, largest, product } from "../../lib/linear-algebra/vectors";
import { activate, along, freeDirection, projectNormal, release, slack, solveTriangle } from "./quadratic-active-set";
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
  point,
  primalStep,
  ROWS,
  slot,
  TILT,
} from "./quadratic-state";

/** Rates this small relative to the fastest are rounding error. */
const NO_RATE: f64 = 1e-12;

/**
 * One corner of the frontier min 1/2 x'Hx + c'x - tilt * direction'x as the tilt grows from 0 (critical line method on the same active set):
 * x and the multipliers move on straight lines until a constraint becomes active or a multiplier reaches 0, which is then handled.
 * Call it on a solved state; x is the corner that was reached.
 * @source Markowitz 1956; Bailey and Lopez de Prado 2013; Goldfarb-Idnani updates of the factors
 * @tolerance Karush-Kuhn-Tucker residual of every corner below 1e-10
 * @of quadraticStep
 * @param direction n values, the expected returns
 * @returns 0 another corner follows, 1 the highest direction'x is reached (x unchanged), 3 it grows without end
 */
export function quadraticTrace(state: usize, constraints: usize, direction: usize): i32 {
  const n = count(state, N);
  const m = count(state, ROWS);
  const equalities = count(state, EQUALITIES);
  const q = count(state, ACTIVE);
  const d = image(state, n);
  const z = primalStep(state, n);
  const r = dualStep(state, n);
  const u = multipliers(state, n);
  product(basis(state), direction, n, n, d);
  const moves = freeDirection(state) > DEPENDENT * dot(d, d, n);
  solveTriangle(state, d, r);

  let t = Infinity;
  let place = -1;
  let met = -1;
  const fastest = largest(r, q);
  for (let k = 0; k < q; k++) {
    const rate = load<f64>(slot(r, k));
    if (!(rate > NO_RATE * fastest) || <i32>load<f64>(slot(ids(state, n), k)) < equalities) continue;
    const until = max(0.0, load<f64>(slot(u, k))) / rate;
    if (until < t) {
      t = until;
      place = k;
    }
  }
  if (moves) {
    const reach = largest(z, n);
    const flag = flags(state, n);
    for (let id = equalities; id < m + 2 * n; id++) {
      if (load<f64>(slot(flag, id)) != 0.0) continue;
      const rate = -along(state, constraints, id, z);
      if (!(rate > NO_RATE * reach)) continue;
      const until = max(0.0, slack(state, constraints, id)) / rate;
      if (until < t) {
        t = until;
        met = id;
      }
    }
  }
  if (t == Infinity) return moves ? 3 : 1;
  if (moves) addScaled(point(state, n), t, z, n);
  addScaled(u, -t, r, q);
  store<f64>(state + TILT, load<f64>(state + TILT) + t);
  // The linear term carries the tilt, so that residuals and polishing see the problem this corner solves.
  addScaled(linearTerm(state, n), -t, direction, n);
  if (met >= 0) {
    projectNormal(state, constraints, met);
    activate(state, met, 0);
  } else release(state, place);
  return 0;
}

/** Address of the linear term, which a frontier tilts. */
export function quadraticLinear(state: usize): usize {
  return linearTerm(state, count(state, N));
}

/** The current tilt. */
export function quadraticTilt(state: usize): f64 {
  return load<f64>(state + TILT);
}
