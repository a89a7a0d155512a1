import { lossLimitsBlock, rollingQuantileBlock } from "../../assembly/build/risk-layouts.js";
import { type Count, type Fraction, VALUE_BYTES } from "../contract";
import type { RiskKernels } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import { Sliding } from "../runtime/wasm/sliding";
import type { RiskSettings } from "./schema";
import { shapeAt } from "./shape-at";
import { fitStudent, type StudentFit } from "./student-fit";
import { type CoverageTests, countsAt, coverageTests, type ExceptionCounts } from "./var-tests";

export type LossMethod = RiskSettings["method"];

/** Backtest of the one-step-ahead value at risk, estimated from the window before each return. */
export interface LossBacktest extends CoverageTests {
  method: LossMethod;
  window: Count;
  counts: ExceptionCounts;
  /** Expected number of exceptions: observations x (1 - confidence). */
  expected: number;
  /** Value at risk for each return as a positive fraction; NaN over the first window. */
  valueAtRisk: Float64Array;
  /** The returns that are exceptions, as fractions; NaN elsewhere. */
  exceptions: Float64Array;
}

const CHUNK = 1 << 14;
/** Rows copied to the result at once. */
const PIECE = 1 << 16;
/** Steps between fits of the t distribution: a month. */
const REFIT: Count = 21;
const MAX_FITS: Count = 5000;

/**
 * Backtest of a value at risk on the sample itself; null with fewer returns than one window plus 10. Historical, parametric and Cornish-Fisher
 * use the window before each step; for Monte Carlo, the exact quantile of a t distribution refitted every 21 steps or more replaces the draws,
 * which converge to it.
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
    const piece = pieceOf(risk, window, PIECE);
    const [limits, marks, passing] = [0, 1, 2].map(() => new Sliding(arena, piece));
    const [valueAtRisk, exceptions] = [0, 1].map(() => context.column(n));
    const state = arena.put(new Float64Array(8));
    const fill = limitsOf(context, risk, { address, n }, { method, window, share, piece });
    // In pieces, so that only the result columns are as long as the series.
    for (let from = 0; from < n; from += piece) {
      const to = Math.min(n, from + piece);
      const [limit, mark, passed] = [limits.at(from), marks.at(from), passing.at(from)];
      fill(limit, from, to);
      risk.countExceptions(address, limit, from, to, state, mark);
      risk.markedValues(address, mark, from, to, passed);
      risk.negate(limit, from, to);
      valueAtRisk.set(limits.view(from, to), from);
      exceptions.set(passing.view(from, to), from);
    }
    const counts = countsAt(arena.view(state, 6));
    return {
      method,
      window,
      counts,
      expected: counts.observations * share,
      valueAtRisk,
      exceptions,
      ...coverageTests(kernels, counts, share),
    };
  });
}

/** Writes the limits for a piece: returns below them are exceptions. Pieces must be in ascending order. */
type FillLimits = (out: number, from: number, to: number) => void;

/** @param share expected share of exceptions */
function limitsOf(
  context: JobContext,
  risk: RiskKernels,
  { address, n }: { address: number; n: Count },
  { method, window, share, piece }: { method: LossMethod; window: Count; share: Fraction; piece: Count },
): FillLimits {
  const { arena, kernels } = context;
  if (method === "historical") {
    const sorted = arena.take(window + 1);
    const block = arena.takeBytes(rollingQuantileBlock.bytes);
    const step = Math.max(256, Math.floor(40_000_000 / (window + 1000)) >> 4);
    return (out, first, end) => {
      arena.rewrite(block, rollingQuantileBlock, { values: address, window, p: share, sorted, out });
      inChunks(context, end - first, step, (from, to) => risk.rollingQuantile(block, first + from, first + to));
    };
  }
  if (method === "monte-carlo") return rollingStudent(context, risk, { address, n }, window, share);
  const moments = arena.take(4 * piece);
  const block = arena.takeBytes(lossLimitsBlock.bytes);
  const [z, shaped] = [kernels.normalQuantile(share), method === "cornish-fisher" ? 1 : 0];
  return (out, first, end) => {
    // Address that the moments of row 0 would have; the four columns are `piece` values apart.
    const at = (moments - first * VALUE_BYTES) >>> 0;
    arena.rewrite(block, lossLimitsBlock, { moments: at, stride: piece, z, shaped, out });
    inChunks(context, end - first, pieceOf(risk, window, CHUNK), (from, to) => {
      risk.rollingMoments(address, window, first + from, first + to, piece, at);
      risk.lossLimits(block, first + from, first + to);
    });
  };
}

/** Piece length of about `rows` that is a multiple of the block at which rolling sums restart. */
function pieceOf(risk: RiskKernels, window: Count, rows: Count): Count {
  const block = risk.rollingBlock(window);
  return block * Math.max(1, Math.floor(rows / block));
}

/** Limits from a t distribution fitted to the preceding window, refitted monthly. */
function rollingStudent(
  context: JobContext,
  risk: RiskKernels,
  { address, n }: { address: number; n: Count },
  window: Count,
  share: Fraction,
): FillLimits {
  const { arena, kernels } = context;
  const refit = Math.max(REFIT, Math.ceil(n / MAX_FITS));
  let start: StudentFit | null = null;
  let [limit, next] = [Number.NaN, window];
  return (out, from, to) => {
    for (let t = from; t < to; ) {
      if (t === next) {
        context.checkpoint();
        const first = address + VALUE_BYTES * (t - window);
        const shape = shapeAt(context, risk, first, window);
        const fit: StudentFit | null = fitStudent(context, risk, first, shape, start ?? undefined);
        limit = fit ? fit.location + fit.scale * kernels.studentQuantile(share, fit.nu) : shape.mean;
        start = fit;
        next += refit;
      }
      const end = Math.min(to, next);
      arena.view((out + VALUE_BYTES * t) >>> 0, end - t).fill(limit);
      t = end;
    }
  };
}
