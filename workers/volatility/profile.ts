import type { Count } from "../contract";
import { maximize } from "../numerics/maximize";
import type { Objective } from "../numerics/objective";
import type { Likelihood } from "./likelihood";

/** Tolerated decrement at a point of the surface: far less than the width of a contour line. */
const TOLERANCE = 1e-4;
const MAX_ITERATIONS = 30;
/** Tolerance for a constraint held by an ascent. */
const ROUNDING = 1e-9;

/** A grid over two parameters. */
export interface Plane {
  /** Indices of the free parameters along x and y. */
  across: Count;
  up: Count;
  x: Float64Array;
  y: Float64Array;
}

interface Solved {
  theta: Float64Array;
  value: number;
  hessian: Float64Array | null;
  information: Float64Array;
}

/** The likelihood with two parameters fixed at the values of a point. */
const heldAt = (likelihood: Likelihood, theta: Float64Array, indices: readonly Count[]): Objective => ({
  n: likelihood.n,
  value: (point) => likelihood.value(point),
  gradient: () => likelihood.gradient(),
  information: () => likelihood.information(),
  constraints: () => likelihood.constraints().heldAt(theta, indices),
  freeze: (frozen) => likelihood.freeze?.(frozen),
  stepFactor: (index) => likelihood.stepFactor?.(index) ?? 1,
  stallTolerance: likelihood.stallTolerance,
});

/** A neighbor's parameters moved to another grid point, with omega adjusted to keep the long-run variance. */
function movedTo(theta: Float64Array, { keys }: Likelihood, { across, up }: Plane, x: number, y: number): Float64Array {
  const moved = theta.slice();
  [moved[across], moved[up]] = [x, y];
  const omega = keys.indexOf("omega");
  const left = (point: Float64Array) => 1 - keys.reduce((sum, key, i) => (/^(alpha|beta)/.test(key) ? sum + point[i] : sum), 0);
  if (omega >= 0 && left(theta) > 0 && left(moved) > 0) moved[omega] *= left(moved) / left(theta);
  return moved;
}

function solveAt(likelihood: Likelihood, plane: Plane, near: Solved | null, start: Float64Array): Solved | null {
  const held = [plane.across, plane.up];
  const objective = heldAt(likelihood, start, held);
  const constraints = objective.constraints();
  constraints.snap(start);
  if (constraints.broken(start, ROUNDING).length > 0) return null;
  const warm = near?.hessian ? { hessian: near.hessian, information: near.information, constraints } : undefined;
  const { theta, value, hessian, information } = maximize(objective, start, {
    tolerance: TOLERANCE,
    maxIterations: MAX_ITERATIONS,
    warm,
    onIteration: () => undefined,
  });
  return Number.isFinite(value) && likelihood.constraints().broken(theta, ROUNDING).length === 0
    ? { theta, value, hessian, information }
    : null;
}

/**
 * Profile log-likelihood over a plane of two parameters: at each point the maximum over all others. Row by row, y ascending; NaN where no
 * model is feasible. Computed outward from the maximum, each point starting from the solution of its inner neighbor.
 * @formula l(x, y) = max over the other parameters of l(theta)
 * @source Barndorff-Nielsen and Cox 1994, section 3.4
 * @tolerance golden-section search over the plain recursion on DEM/GBP, within 5e-4
 * @param maximum free parameters at the maximum
 * @param onPoint called with the number of points done
 */
export function profile(likelihood: Likelihood, plane: Plane, maximum: Float64Array, onPoint: (done: Count) => void): Float64Array {
  const { x, y, across, up } = plane;
  const columns = x.length;
  const nearest = (values: Float64Array, value: number) =>
    values.reduce((best, one, i) => (Math.abs(one - value) < Math.abs(values[best] - value) ? i : best), 0);
  const center = { row: nearest(y, maximum[up]), column: nearest(x, maximum[across]) };
  const ring = (cell: Count) => Math.max(Math.abs(Math.floor(cell / columns) - center.row), Math.abs((cell % columns) - center.column));
  const cells = Array.from({ length: columns * y.length }, (_, cell) => cell).sort((a, b) => ring(a) - ring(b));
  const solved = new Map<Count, Solved>();
  const values = new Float64Array(cells.length).fill(Number.NaN);
  cells.forEach((cell, done) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const inward = (row - Math.sign(row - center.row)) * columns + column - Math.sign(column - center.column);
    const near = solved.get(inward) ?? null;
    const found = solveAt(likelihood, plane, near, movedTo(near?.theta ?? maximum, likelihood, plane, x[column], y[row]));
    if (found) {
      solved.set(cell, found);
      values[cell] = found.value;
    }
    onPoint(done + 1);
  });
  return values;
}
