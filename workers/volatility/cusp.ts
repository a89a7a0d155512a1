import type { Count } from "../contract";
import type { GarchModel } from "./garch-model";

/** At a cusp: width of differences by the mean, in multiples of the usual step; and tolerated decrement at a maximum. */
const STEP_FACTOR = 250;
const STALL = 1e-2;

/**
 * A GED with nu below 2 has a cusp, and so has the power of a shock in an APARCH: the derivative by the mean jumps, or bends sharply,
 * whenever a shock passes 0, so that its slope only shows over a quarter of a standard error.
 */
const hasCusp = ({ variance, distribution }: GarchModel): boolean => variance === "aparch" || distribution === "ged";

export const cuspStepFactor = (model: GarchModel, index: number, means: Count): number =>
  hasCusp(model) && index < means ? STEP_FACTOR : 1;

/** Tolerated decrement at a maximum at a cusp, where no step gains anymore; undefined without a cusp. */
export const cuspStall = (model: GarchModel, means: Count): number | undefined => (hasCusp(model) && means > 0 ? STALL : undefined);
