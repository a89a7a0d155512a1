import type { Count } from "../contract";
import { choleskyAt, type PortfolioKernels, stepsPerCall } from "../numerics/dense-matrix";
import { inChunks, type JobContext } from "../runtime/job";

/** Linear limits on n weights: rows a'w >= side, the first `equalities` of them with =, and bounds. */
export interface Limits {
  lower: Float64Array;
  upper: Float64Array;
  equalities: Count;
  rows: Float64Array[];
  sides: number[];
}

/** minimize 1/2 w'Hw + c'w within limits; H row-major, positive semidefinite. */
export interface Quadratic extends Limits {
  matrix: Float64Array;
  linear: Float64Array;
}

interface QuadraticSolution {
  point: Float64Array;
  /** Largest violation of the Karush–Kuhn–Tucker conditions, relative to the magnitudes of matrix and weights. */
  residual: number;
}

type QuadraticOutcome = QuadraticSolution | "infeasible" | "not-positive" | "stopped";

/** A pivot of the scaled matrix below this requires a ridge. */
const SMALL_PIVOT = 1e-9;
const RIDGE = 1e-10;
/** Maximum iterations that remove the effect of the ridge, and the residual that ends them early. */
const MAX_ROUNDS = 30;
const ENOUGH = 1e-13;

/** A program in the kernels' memory. */
interface OpenQuadratic {
  n: Count;
  m: Count;
  /** Divisor of H and c. */
  scale: number;
  state: number;
  constraints: number;
  factor: number;
  /** The scaled H, without the ridge. */
  matrix: number;
  linear: number;
  work: number;
  ridge: number;
}

/**
 * Puts a program into the kernels' memory, scaled to diagonal elements near 1 and rows near 1, and factorizes H; if H is (nearly) singular,
 * with a ridge of 1e-10 of its mean diagonal element. Null if not even that is positive definite. Call it within an arena scope.
 */
export function openQuadratic(context: JobContext, kernels: PortfolioKernels, program: Quadratic): OpenQuadratic | null {
  const { arena } = context;
  const { matrix, linear, lower, upper, rows, sides } = program;
  const [n, m] = [lower.length, rows.length];
  const mean = lower.reduce((sum, _, i) => sum + matrix[i * (n + 1)], 0) / n;
  const scale = mean > 0 ? mean : 1;
  const scaled = matrix.map((value) => value / scale);
  const limits = new Float64Array(2 * n + m + m * n);
  limits.set(lower);
  limits.set(upper, n);
  rows.forEach((row, i) => {
    const size = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    limits[2 * n + i] = sides[i] / size;
    limits.set(
      row.map((value) => value / size),
      2 * n + m + i * n,
    );
  });
  const open = {
    n,
    m,
    scale,
    state: arena.take(kernels.quadraticSize(n, m)),
    constraints: arena.put(limits),
    factor: arena.take(n * n),
    matrix: arena.put(scaled),
    linear: arena.put(linear.map((value) => value / scale)),
    work: arena.take(n),
    ridge: 0,
  };
  if (choleskyAt(context, kernels, open.matrix, n, open.factor)) {
    const pivots = arena.view(open.factor, n * n).filter((_, i) => i % (n + 1) === 0);
    if (pivots.every((pivot, i) => pivot * pivot > SMALL_PIVOT * scaled[i * (n + 1)])) return open;
  }
  const ridged = arena.put(scaled.map((value, i) => (i % (n + 1) === 0 ? value + RIDGE : value)));
  return choleskyAt(context, kernels, ridged, n, open.factor) ? { ...open, ridge: RIDGE } : null;
}

/** Solves the opened program with the linear term at an address and the factorized H. */
function solveOnce(context: JobContext, kernels: PortfolioKernels, open: OpenQuadratic, equalities: Count, linear: number): Count {
  const { n, m, state, constraints, factor } = open;
  const basis = kernels.quadraticBasis(state);
  inChunks(context, n, stepsPerCall(n * n), (from, to) => kernels.invertLower(factor, n, basis, from, to));
  kernels.quadraticStart(state, n, m, equalities, linear);
  const budget = stepsPerCall(10 * n * n + m * n);
  // The active set changes at most a few times per constraint; far more indicates cycling because of rounding.
  const most = Math.ceil((50 * (m + 2 * n) + 200) / budget);
  for (let call = 0; call < most; call++) {
    context.checkpoint();
    const status = kernels.quadraticStep(state, constraints, budget);
    if (status !== 0) return status;
  }
  return 3;
}

/** Solves an opened program; its state remains at the solution. */
export function runQuadratic(context: JobContext, kernels: PortfolioKernels, open: OpenQuadratic, equalities: Count): QuadraticOutcome {
  const { arena } = context;
  const { n, state, constraints, matrix, linear, work, ridge } = open;
  const point = kernels.quadraticPoint(state, n);
  const tilted = ridge > 0 ? arena.take(n) : linear;
  if (ridge > 0) arena.view(tilted, n).set(arena.view(linear, n));
  let best: QuadraticSolution | null = null;
  // Proximal point method: with a ridge, each solution is the center of the next iteration, and the effect of the ridge vanishes.
  for (let round = 0; round < (ridge > 0 ? MAX_ROUNDS : 1); round++) {
    const status = solveOnce(context, kernels, open, equalities, tilted);
    if (status === 2) return "infeasible";
    if (status === 3) return best ?? "stopped";
    const residual = kernels.quadraticResidual(state, matrix, linear, constraints, work);
    if (best && !(residual < best.residual)) break;
    const solution = arena.view(point, n).slice();
    best = { point: solution, residual };
    if (residual < ENOUGH) break;
    const plain = arena.view(linear, n);
    arena.view(tilted, n).set(solution.map((value, i) => plain[i] - ridge * value));
  }
  return best ?? "stopped";
}

/** Solves a convex quadratic program of up to some hundred weights. */
export function solveQuadratic(context: JobContext, kernels: PortfolioKernels, program: Quadratic): QuadraticOutcome {
  return context.arena.scope(() => {
    const open = openQuadratic(context, kernels, program);
    return open ? runQuadratic(context, kernels, open, program.equalities) : "not-positive";
  });
}
