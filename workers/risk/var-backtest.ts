import { lossLimitsBlock, rollingQuantileBlock } from "../../assembly/build/risk-layouts.js";
import type { Count, Fraction } from "../contract";
import type { RiskKernels } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import type { RiskSettings } from "./schema";
import { shapeAt } from "./shape-at";
import { fitStudent, type StudentFit } from "./student-fit";
import { type CoverageTests, coverageTests, type ExceptionCounts } from "./var-tests";

export type LossMethod = RiskSettings["method"];

/** One-step-ahead value at risk from the window before each return, compared with the realized return. */
export interface LossBacktest extends CoverageTests {
  method: LossMethod;
  window: Count;
  counts: ExceptionCounts;
  /** Exceptions expected: observations x (1 - confidence). */
  expected: number;
  /** Value at risk of each return's day as a positive fraction; NaN over the first window. */
  valueAtRisk: Float64Array;
  /** 1 where the loss passed it, 0 where not, NaN over the first window. */
  exceptions: Float64Array;
  /** To be drawn: the returns that passed it, in percent; NaN elsewhere. */
  exceptionPercent: Float64Array;
}

const CHUNK = 1 << 14;
/** Steps between two fits of the t distribution: a month. */
const REFIT: Count = 21;
const MAX_FITS: Count = 5000;

/**
 * Backtest of a value at risk on the sample itself; null where fewer returns than one window and 10 more are there.
 *
 * Historical, parametric and Cornish-Fisher use the window before each step; Monte-Carlo takes the exact quantile of a t distribution
 * fitted every 21 steps, which is what its draws tend to.
 * @param address n returns
 */
export function backtestLosses(
  context: JobContext,
  risk: RiskKernels,
  { address, n }: { address: number; n: Count },
  { method, window, confidence }: { method: LossMethod; window: Count; confidence: Fraction },
): LossBacktest | null {
  if (n < window + 10) return null;
  const { arena, kernels } = context;
  const share = 1 - confidence;
  return arena.scope(() => {
    const limits = arena.take(n);
    const marks = arena.take(n);
    const state = arena.put(new Float64Array(8));
    if (method === "historical") {
      const sorted = arena.take(window + 1);
      const step = Math.max(256, Math.floor(40_000_000 / (window + 1000)) >> 4);
      const parameters = arena.block(rollingQuantileBlock, { values: address, window, p: share, sorted, out: limits });
      inChunks(context, n, step, (from, to) => risk.rollingQuantile(parameters, from, to));
    } else if (method === "monte-carlo") {
      rollingStudent(context, risk, address, n, window, share, limits);
    } else {
      const moments = arena.take(4 * n);
      const block = risk.rollingBlock(window);
      const z = kernels.normalQuantile(share);
      const parameters = arena.block(lossLimitsBlock, {
        moments,
        stride: n,
        z,
        shaped: method === "cornish-fisher" ? 1 : 0,
        out: limits,
      });
      inChunks(context, n, block * Math.max(1, Math.floor(CHUNK / block)), (from, to) => {
        risk.rollingMoments(address, window, from, to, n, moments);
        risk.lossLimits(parameters, from, to);
      });
    }
    inChunks(context, n, 1 << 17, (from, to) => risk.countExceptions(address, limits, from, to, state, marks));
    const [observations, exceptions, n00, n01, n10, n11] = arena.view(state, 6);
    const counts = { observations, exceptions, n00, n01, n10, n11 };
    const column = (address: number) => {
      const copy = context.column(n);
      copy.set(arena.view(address, n));
      return copy;
    };
    // What is drawn takes the place of the marks, once these are out: of a long series a column more would be the most the analysis holds.
    const marked = column(marks);
    inChunks(context, n, 1 << 17, (from, to) => risk.markedValues(address, marks, 100, from, to, marks));
    const exceptionPercent = column(marks);
    inChunks(context, n, 1 << 17, (from, to) => risk.negate(limits, from, to));
    return {
      method,
      window,
      counts,
      expected: observations * share,
      valueAtRisk: column(limits),
      exceptions: marked,
      exceptionPercent,
      ...coverageTests(kernels, counts, share),
    };
  });
}

/** Limits from a t distribution fitted to the window before, again every month. */
function rollingStudent(
  context: JobContext,
  risk: RiskKernels,
  address: number,
  n: Count,
  window: Count,
  share: Fraction,
  limits: number,
): void {
  const { arena, kernels } = context;
  arena.view(limits, n).fill(Number.NaN, 0, window);
  const refit = Math.max(REFIT, Math.ceil(n / MAX_FITS));
  let start: StudentFit | null = null;
  for (let t = window; t < n; t += refit) {
    context.checkpoint();
    const first = address + 8 * (t - window);
    const shape = shapeAt(context, risk, first, window);
    const fit: StudentFit | null = fitStudent(context, risk, first, shape, start ?? undefined);
    const limit: number = fit ? fit.location + fit.scale * kernels.studentQuantile(share, fit.nu) : shape.mean;
    arena.view(limits, n).fill(limit, t, Math.min(n, t + refit));
    start = fit;
  }
}
