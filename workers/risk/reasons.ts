import type { Count } from "../contract";
import { messages } from "../messages";
import type { PERFORMANCE_NAMES } from "./resample";

/** Why a figure is not defined. */
export function performanceReason(name: (typeof PERFORMANCE_NAMES)[number], returns: Count): string {
  if (returns < 2) return messages.needsTwoReturns;
  if (name === "calmar") return messages.noDrawdown;
  if (name === "omega") return messages.noShortfall;
  if (name === "tailRatio") return messages.noLowerTail;
  return messages.noVariation;
}

/** Only the figures of the fitted t distribution can be missing. */
export const lossReason = (): string => messages.studentNeeds;
