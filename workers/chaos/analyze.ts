import type { Count } from "../contract";
import { describeAt } from "../numerics/describe";
import type { JobContext } from "../runtime/job";
import { divergenceOf } from "./divergence";
import { type FittedSlope, fitSlope } from "./fit-region";
import type { ChaosKernels, Embedding, ScaledColumn } from "./neighbors";

/** The column of `n` values at an address with its mean and standard deviation; null if it does not vary. */
export function scaledColumn(context: JobContext, address: number, n: Count): ScaledColumn | null {
  const { mean, deviation } = describeAt(context, address, 0, n);
  return mean !== null && deviation !== null && deviation > MIN_DEVIATION ? { address, n, mean, deviation } : null;
}

/** Squares of smaller differences underflow. */
const MIN_DEVIATION = 1e-140;
/** Distances below this fraction of a standard deviation are rounding errors: neighbors that never separate. */
const ROUNDING = 1e-11;

export interface SlopeTask {
  embedding: Embedding;
  /** Last step of the curve. */
  steps: Count;
  region: { from: Count; to: Count };
}

/** Divergence curve of a column with the slope over a region; no slope if neighbors never separate. */
export function slopeOf(
  context: JobContext,
  chaos: ChaosKernels,
  column: ScaledColumn,
  { embedding, steps, region }: SlopeTask,
): { curve: Float64Array; fit: FittedSlope | null } {
  const { curve } = divergenceOf(context, chaos, column, embedding, steps + 1);
  return { curve, fit: parts(context, curve, column.deviation) ? fitSlope(curve, region.from, region.to) : null };
}

/** Whether neighbors ever separate by more than rounding. */
export function parts({ kernels }: JobContext, curve: Float64Array, deviation: number): boolean {
  const limit = kernels.naturalLog(ROUNDING * deviation);
  return curve.some((s) => s > limit);
}
