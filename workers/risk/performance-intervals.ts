import type { Count, Fraction, Outcome } from "../contract";
import type { Basis, RiskKernels, Shape } from "../performance";
import type { JobContext } from "../runtime/job";
import { type BlockLengths, blockLengths } from "./block-length";
import { type Estimated, estimates, replicatesFor } from "./estimates";
import { performanceReason } from "./reasons";
import type { PERFORMANCE_NAMES, ResamplePlan } from "./resample";
import type { IntervalSettings } from "./schema";

export type PerformanceName = (typeof PERFORMANCE_NAMES)[number];

/** Block lengths of the returns at an address; 1 if they are not resampled or do not vary. */
export const blocksAt = (
  context: JobContext,
  risk: RiskKernels,
  address: number,
  { n, mean, deviation }: Shape,
  { iterations }: Pick<IntervalSettings, "iterations">,
  scratch?: number,
): BlockLengths =>
  iterations > 0 && deviation > 0 ? blockLengths(context, risk, address, n, mean, scratch) : { stationary: 1, circular: 1 };

/** How to resample n returns; a circular block has an integer length. @param stream added to the seed, for samples with independent draws */
export const planOf = ({ scheme, seed, iterations }: IntervalSettings, n: Count, blocks: BlockLengths, stream = 0): ResamplePlan => ({
  scheme,
  block: scheme === "circular" ? Math.max(1, Math.round(blocks.circular)) : blocks.stationary,
  replicates: replicatesFor(n, iterations),
  seed: seed + stream,
});

/** All performance figures of some returns with intervals; without intervals if there is no plan. */
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
