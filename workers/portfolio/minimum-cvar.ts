import { columnTableBlock } from "../../assembly/build/portfolio-layouts.js";
import { type Count, type Fraction, VALUE_BYTES } from "../contract";
import { type PortfolioKernels, stepsPerCall } from "../numerics/dense-matrix";
import { orderStatistics } from "../numerics/quantiles";
import { inChunks, type JobContext } from "../runtime/job";
import type { Optimum } from "./mean-variance";
import type { Limits } from "./quadratic";
import type { ReturnTable } from "./return-table";
import { SimplexBasis } from "./simplex-basis";

/** The portfolio with the smallest expected shortfall on the given rows. */
export interface MinimumShortfall extends Optimum {
  /** Loss per step that is exceeded with probability 1 - confidence, and the mean loss beyond it. */
  valueAtRisk: Fraction;
  expectedShortfall: Fraction;
  /** Relative duality gap: expected shortfall less its lower bound over feasible portfolios, divided by the former; 0 up to rounding. */
  gap: number;
  iterations: Count;
}

interface Program {
  returns: ReturnTable;
  limits: Limits;
  confidence: Fraction;
  /** Feasible weights close to the solution. */
  start: Float64Array;
  /** Magnitude of a usual return, which brings losses and weights to the same scale. */
  unit: number;
}

const CHUNK_WORK = 1e6;
/** Tolerance for losses, weights and limits (losses in usual returns). */
const WRONG = 1e-10;
const REFACTOR_EVERY = 60;
const MAX_STEPS = 50_000;

/**
 * Minimizes the expected shortfall (CVaR) of the historical rows exactly: the linear program of Rockafellar and Uryasev is solved by the
 * bounded simplex method on its dual, whose basis has one row per asset instead of one per day. The dual chooses probabilities q of the
 * days, at most 1 / ((1 - confidence) T) each; weights and value at risk are its multipliers, so a day enters the tail when its loss
 * exceeds the value at risk. The duality gap certifies the solution.
 * @term Minimum CVaR
 * @formula min a + sum max(0, -x_t' w - a) / ((1 - confidence) T) over a and feasible w
 * @source Rockafellar and Uryasev 2000
 * @tolerance scipy 1.17 linprog (HiGHS): expected shortfall within 1e-10, weights within 1e-8; own duality gap below 1e-9
 * @returns "infeasible" if no portfolio satisfies the limits, "stopped" if 50,000 steps did not suffice
 */
export function minimumCvar(context: JobContext, kernels: PortfolioKernels, program: Program): MinimumShortfall | "infeasible" | "stopped" {
  const { arena } = context;
  const { returns, limits, confidence, start, unit } = program;
  const { count: n, columns, stride, rows: days } = returns;
  const full = 1 / ((1 - confidence) * days);
  const chunk = Math.max(64, Math.floor(CHUNK_WORK / n));
  return arena.scope(() => {
    const [losses, tail, scratch, weightsAt, best] = [arena.take(days), arena.take(days), arena.take(days), arena.take(n), arena.take(2)];
    const table = arena.block(columnTableBlock, { columns, stride, count: n });
    const setLosses = (weights: Float64Array) => {
      arena.view(weightsAt, n).set(weights.map((weight) => weight / unit));
      inChunks(context, days, chunk, (from, to) => kernels.portfolioLosses(table, weightsAt, from, to, losses));
    };
    const day = (t: Count) => {
      const column = new Float64Array(n + 1).fill(1);
      for (let j = 0; j < n; j++) column[j] = arena.read(columns + (j * stride + t) * VALUE_BYTES) / unit;
      return column;
    };

    setLosses(start);
    const whole = Math.min(days - 1, Math.floor((1 - confidence) * days + 1e-9));
    arena.view(scratch, days).set(arena.view(losses, days));
    const [threshold] = orderStatistics(context, scratch, days, [days - 1 - whole]);
    const first = kernels.markTail(losses, days, threshold, whole, full, tail);

    /** Contribution of the days entirely in the tail to each row of the basis. */
    const tailSums = () => {
      const sums = new Float64Array(n + 1);
      inChunks(context, n, stepsPerCall(days), (from, to) => {
        for (let j = from; j < to; j++) sums[j] = kernels.weightedSum(columns + j * stride * VALUE_BYTES, tail, days) / unit;
      });
      sums[n] = kernels.excessLoss(tail, 0, 0, days);
      return sums;
    };

    const basis = new SimplexBasis(limits, full, days, day);
    basis.open(first, tailSums());
    for (let step = 0; step < MAX_STEPS; step++) {
      if (step > 0 && step % REFACTOR_EVERY === 0) {
        context.checkpoint();
        basis.refactor(tailSums());
      }
      const { weights, level } = basis.multipliers();
      setLosses(weights);
      arena.view(best, 2).set([WRONG, -1]);
      inChunks(context, days, CHUNK_WORK, (from, to) => kernels.worstPlaced(losses, tail, level, from, to, best));
      const [wrong, place] = arena.view(best, 2);
      const candidate = basis.worstLimit(weights, wrong);
      const entering = candidate ?? (place < 0 ? null : place);
      if (entering === null) {
        basis.refactor(tailSums());
        const again = basis.multipliers();
        setLosses(again.weights);
        const shortfall = again.level + full * kernels.excessLoss(losses, again.level, 0, days);
        const gap = Math.abs(shortfall - basis.objective()) / Math.max(Math.abs(shortfall), WRONG);
        const breach = basis.breach(again.weights);
        return {
          weights: again.weights,
          residual: Math.max(gap, breach),
          valueAtRisk: again.level * unit,
          expectedShortfall: shortfall * unit,
          gap,
          iterations: step,
        };
      }
      const inside = entering < days && arena.read(tail + entering * VALUE_BYTES) > 0;
      const moved = basis.enter(entering, inside, weights);
      if (moved === null) return "infeasible";
      if (entering < days) arena.view(tail + entering * VALUE_BYTES, 1)[0] = moved.entered === "tail" ? full : 0;
      if (moved.left !== null && moved.left < days) arena.view(tail + moved.left * VALUE_BYTES, 1)[0] = moved.leftFull ? full : 0;
    }
    return "stopped";
  });
}
