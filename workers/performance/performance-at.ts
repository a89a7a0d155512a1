import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { type Basis, type Performance, performanceOf, type RiskKernels, SUMS, startSums } from "./performance";

const CHUNK = 65_536;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

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
    const [returns, sums] = [arena.take(rows), arena.take(SUMS)];
    inChunks(context, rows, CHUNK, (from, to) => kernels.simpleReturns(values, from, to, returns));
    startSums(arena.view(sums, SUMS));
    const first = returns + BYTES;
    const pivot = arena.read(first);
    inChunks(context, rows - 1, CHUNK, (from, to) => risk.performanceSums(first, 0, from, to, pivot, basis.riskFree / basis.perYear, sums));
    return performanceOf(kernels, risk, arena.view(sums, SUMS), { ...basis, pivot });
  });
}
