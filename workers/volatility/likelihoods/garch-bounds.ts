import type { Count } from "../../contract";
import type { JointConstraint } from "../../numerics/constraints";
import { linearConstraint } from "../../numerics/constraints";
import type { Distribution } from "../garch-model";
import { shapeBounds, shapeKeys } from "../shape";

/** Smallest omega, as a share of the sample variance. */
export const MIN_OMEGA = 1e-9;

/** Bounds on every parameter by its key; the mean has none. */
export function boundsOf(keys: string[], distribution: Distribution): { lower: Float64Array; upper: Float64Array } {
  const shapes = shapeBounds(distribution);
  const range = (key: string): readonly [number, number] => {
    if (key === "omega") return [MIN_OMEGA, Number.POSITIVE_INFINITY];
    const shape = shapeKeys(distribution).indexOf(key);
    if (shape >= 0) return shapes[shape];
    return /^(alpha|beta)/.test(key) ? [0, 1] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  };
  const [lower, upper] = [new Float64Array(keys.length), new Float64Array(keys.length)];
  for (const [i, key] of keys.entries()) [lower[i], upper[i]] = range(key);
  return { lower, upper };
}

/** Chooses the parameter that an active persistence constraint is solved for: the largest free weight of [from, to). */
export const largestWeight =
  (from: Count, to: Count): JointConstraint["pivot"] =>
  (theta, isActive) => {
    let best = -1;
    for (let i = to - 1; i >= from; i--) if (!isActive(i) && (best < 0 || theta[i] > theta[best])) best = i;
    return best;
  };

/** The weights of [from, to) sum to at most 1. */
export const persistenceConstraint = (slopes: Float64Array, from: Count, to: Count): JointConstraint => ({
  ...linearConstraint(slopes, 1),
  pivot: largestWeight(from, to),
});
