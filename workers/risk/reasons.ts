import type { Count } from "../contract";
import { performanceTexts } from "../performance";
import { seriesTexts } from "../series";
import * as messages from "./messages";
import type { PERFORMANCE_NAMES } from "./resample";

/** Why a figure is undefined. */
export function performanceReason(name: (typeof PERFORMANCE_NAMES)[number], returns: Count): string {
  if (returns < 2) return performanceTexts.needsTwoReturns;
  if (name === "calmar") return performanceTexts.noDrawdown;
  if (name === "omega") return performanceTexts.noShortfall;
  if (name === "tailRatio") return performanceTexts.noLowerTail;
  return seriesTexts.noVariation;
}

/** Only the figures of the fitted t distribution can be undefined. */
export const lossReason = (): string => messages.studentNeeds;
