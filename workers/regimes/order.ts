import type { Count } from "../contract";
import type { RegimeErrors } from "./errors";
import type { RegimeModel } from "./model";

export interface RegimeOrder {
  /** "mean": highest mean first. "variance": the means hardly differ, so the calmest comes first. */
  by: "mean" | "variance";
  /** Regimes by rank. */
  order: number[];
}

/**
 * Order in which regimes are labeled: by mean if the highest and lowest differ by at least one standard error of their difference,
 * otherwise by variance. Without a covariance matrix the standard error is computed as if the regimes were observed.
 * @formula by mean where |highest - lowest| / se(highest - lowest) >= 1
 * @source own convention
 * @tolerance exact
 */
export function orderOf({ mean, variance }: RegimeModel, { meanCovariance }: RegimeErrors, counts: readonly number[]): RegimeOrder {
  const places = mean.map((_, i) => i);
  const byMean = places.slice().sort((a, b) => mean[b] - mean[a] || variance[a] - variance[b]);
  const [high, low] = [byMean[0], byMean[byMean.length - 1]];
  const k = mean.length;
  const spread = meanCovariance
    ? meanCovariance[high * k + high] + meanCovariance[low * k + low] - 2 * meanCovariance[high * k + low]
    : variance[high] / Math.max(counts[high], 1) + variance[low] / Math.max(counts[low], 1);
  const gap = mean[high] - mean[low];
  if (gap * gap >= spread) return { by: "mean", order: byMean };
  return { by: "variance", order: places.sort((a, b) => variance[a] - variance[b]) };
}

/** Names of 2, 3 and 4 regimes, first the one with the highest mean (or the calmest). */
const LABELS: Record<Count, readonly string[]> = {
  2: ["Bull", "Bear"],
  3: ["Bull", "Neutral", "Bear"],
  4: ["Bull", "Mild Bull", "Mild Bear", "Bear"],
};

export const regimeLabels = (states: Count): readonly string[] => LABELS[states];
