import type { Count } from "../contract";
import type { GarchModel } from "./garch-model";

/** Differences by the mean under a GED, in usual steps; and what a maximum at a cusp may seem to leave. */
const STEP_FACTOR = 250;
const STALL = 1e-2;

/**
 * A GED below 2 has a cusp: its slope by the mean jumps wherever a shock passes 0, so that the slope of the slope shows over a quarter of a
 * standard error only.
 */
export const cuspStepFactor = ({ distribution }: GarchModel, index: number, means: Count): number =>
  distribution === "ged" && index < means ? STEP_FACTOR : 1;

/** What seems to be left at a maximum at a cusp, where no step gains any more; undefined without one. */
export const cuspStall = ({ distribution }: GarchModel, means: Count): number | undefined =>
  distribution === "ged" && means > 0 ? STALL : undefined;
