import { performanceBlock } from "../../assembly/build/risk-layouts.js";
import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { type Basis, type Performance, performanceOf, type RiskKernels, SUMS, startSums } from "./performance";

const CHUNK = 65_536;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

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

/** Performance of the n returns at an address; powers are taken about the first of them unless a pivot is given. */
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

/** Performance of a column of portfolio values at an address, by the figures every screen shares. */
export function performanceAt(
  context: JobContext,
  risk: RiskKernels,
  values: number,
  rows: Count,
  basis: Omit<Basis, "pivot">,
): Performance {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const returns = arena.take(rows);
    inChunks(context, rows, CHUNK, (from, to) => kernels.simpleReturns(values, from, to, returns));
    return performanceOfReturns(context, risk, returns + BYTES, rows - 1, basis);
  });
}
