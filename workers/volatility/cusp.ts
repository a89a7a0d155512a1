import type { Count } from "../contract";
import type { GarchModel } from "./garch-model";

/** Differences by the mean at a cusp, in usual steps; and what a maximum at a cusp may seem to leave. */
const STEP_FACTOR = 250;
const STALL = 1e-2;

/**
 * A GED below 2 has a cusp, and so has the power of a shock in an APARCH: the slope by the mean jumps, or turns sharply, wherever a shock passes
 * 0, so that the slope of the slope shows over a quarter of a standard error only.
 */
const hasCusp = ({ variance, distribution }: GarchModel): boolean => variance === "aparch" || distribution === "ged";

export const cuspStepFactor = (model: GarchModel, index: number, means: Count): number =>
  hasCusp(model) && index < means ? STEP_FACTOR : 1;

/** What seems to be left at a maximum at a cusp, where no step gains any more; undefined without one. */
export const cuspStall = (model: GarchModel, means: Count): number | undefined => (hasCusp(model) && means > 0 ? STALL : undefined);
