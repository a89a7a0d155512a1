import type { Count, Fraction, Outcome } from "../contract";
import type { Basis, RiskKernels, Shape } from "../performance";
import type { JobContext } from "../runtime/job";
import { type BlockLengths, blockLengths } from "./block-length";
import { type Estimated, estimates, replicatesFor } from "./estimates";
import { performanceReason } from "./reasons";
import type { PERFORMANCE_NAMES, ResamplePlan } from "./resample";
import type { IntervalSettings } from "./schema";

export type PerformanceName = (typeof PERFORMANCE_NAMES)[number];

/** Block lengths of the returns at an address; single returns where none are to be resampled, or they do not vary. */
export const blocksAt = (
  context: JobContext,
  risk: RiskKernels,
  address: number,
  { n, mean, deviation }: Shape,
  { iterations }: Pick<IntervalSettings, "iterations">,
  scratch?: number,
): BlockLengths =>
  iterations > 0 && deviation > 0 ? blockLengths(context, risk, address, n, mean, scratch) : { stationary: 1, circular: 1 };

/** How n returns are resampled; a circular block has a whole length. @param stream beyond the seed, for samples that are drawn apart */
export const planOf = ({ scheme, seed, iterations }: IntervalSettings, n: Count, blocks: BlockLengths, stream = 0): ResamplePlan => ({
  scheme,
  block: scheme === "circular" ? Math.max(1, Math.round(blocks.circular)) : blocks.stationary,
  replicates: replicatesFor(n, iterations),
  seed: seed + stream,
});

/** Every performance figure of some returns with its interval; none where there is no plan. */
export const performanceEstimates = (
  context: JobContext,
  risk: RiskKernels,
  returns: Float64Array,
  basis: Basis,
  plan: ResamplePlan | null,
  level: Fraction,
  label: string,
  onDrawn?: (name: PerformanceName, replicates: Float64Array) => void,
): Promise<Outcome<Estimated<PerformanceName>>> =>
  estimates<PerformanceName>(
    context,
    risk,
    returns,
    { figures: "performance", basis },
    plan,
    level,
    (name) => performanceReason(name, returns.length),
    label,
    onDrawn,
  );
