import { performanceBlock } from "../../assembly/build/risk-layouts.js";
import { type Count, VALUE_BYTES } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { type Basis, type Performance, performanceOf, type RiskKernels, SUMS, startSums } from "./performance";

/** The sums of the kernel `performanceSums` over the n returns at an address. */
export function sumsAt(
  context: JobContext,
  risk: RiskKernels,
  returns: number,
  n: Count,
  { pivot, target }: { pivot: number; target: number },
): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const sums = arena.take(SUMS);
    const sample = arena.block(performanceBlock, { returns, indices: 0, pivot, target, sums });
    startSums(arena.view(sums, SUMS));
    inChunks(context, n, CHUNK, (from, to) => risk.performanceSums(sample, from, to));
    return arena.view(sums, SUMS).slice();
  });
}

/** Performance of the n returns at an address; sums of powers are taken about the first return unless a pivot is given. */
export function performanceOfReturns(
  context: JobContext,
  risk: RiskKernels,
  returns: number,
  n: Count,
  { pivot = context.arena.read(returns), years = null, ...convention }: Omit<Basis, "pivot" | "years"> & Partial<Basis>,
): Performance {
  const target = convention.riskFree / convention.perYear;
  const sums = sumsAt(context, risk, returns, n, { pivot, target });
  return performanceOf(context.kernels, risk, sums, { ...convention, pivot, years });
}

/** Maximum rows of a piece of `inPieces`. */
export const PIECE: Count = CHUNK + 1;

/** Measures a column of portfolio values in pieces, so that neither it nor its returns need be in memory as a whole. */
export interface ValueMeter {
  /** @param values address of row 0 of the column, of which only rows [from - 1, to) need be in memory; pieces as in `inPieces` */
  add(values: number, from: number, to: number): void;
  performance(): Performance;
}

/** Runs `step` over rows [0, rows) in ascending pieces, each with as many returns as `sumsAt` passes to the kernel at once. */
export function inPieces(context: JobContext, rows: Count, step: (from: number, to: number) => void): void {
  for (let from = 0; from < rows; ) {
    const to = Math.min(rows, from === 0 ? PIECE : from + CHUNK);
    context.checkpoint();
    step(from, to);
    from = to;
  }
}

/** The shared performance metrics of values that arrive in pieces. Takes arena memory for one piece. */
export function valueMeter(context: JobContext, risk: RiskKernels, basis: Omit<Basis, "pivot">): ValueMeter {
  const { arena, kernels } = context;
  const [room, sums, sample] = [arena.take(PIECE), arena.take(SUMS), arena.takeBytes(performanceBlock.bytes)];
  startSums(arena.view(sums, SUMS));
  const target = basis.riskFree / basis.perYear;
  let pivot = 0;
  return {
    add(values, from, to) {
      // Address at which the full column of returns would start.
      const returns = (room - from * VALUE_BYTES) >>> 0;
      kernels.simpleReturns(values, from, to, returns);
      if (from === 0 && to > 1) pivot = arena.read(room + VALUE_BYTES);
      arena.rewrite(sample, performanceBlock, { returns: returns + VALUE_BYTES, indices: 0, pivot, target, sums });
      risk.performanceSums(sample, Math.max(0, from - 1), to - 1);
    },
    performance: () => performanceOf(kernels, risk, arena.view(sums, SUMS), { ...basis, pivot }),
  };
}

/** The shared performance metrics of a column of portfolio values at an address. */
export function performanceAt(
  context: JobContext,
  risk: RiskKernels,
  values: number,
  rows: Count,
  basis: Omit<Basis, "pivot">,
): Performance {
  return context.arena.scope(() => {
    const meter = valueMeter(context, risk, basis);
    inPieces(context, rows, (from, to) => meter.add(values, from, to));
    return meter.performance();
  });
}
