import type { Covariances } from "../numerics/covariances";
import type { JobContext } from "../runtime/job";
import type { ParameterEstimate } from "./garch-model";

/** Values with standard errors, t and p; without these if a parameter is at a bound. */
export function estimatesOf(
  keys: string[],
  values: number[],
  found: Covariances,
  held: (index: number) => boolean,
  context: JobContext,
): ParameterEstimate[] {
  const k = keys.length;
  const error = (matrix: Float64Array | null, index: number) => (matrix && !held(index) ? Math.sqrt(matrix[index * k + index]) : null);
  return keys.map((key, index) => {
    const robust = error(found.robust, index);
    const t = robust ? values[index] / robust : null;
    return {
      key,
      value: values[index],
      classic: error(found.classic, index),
      outerProduct: error(found.outerProduct, index),
      robust,
      t,
      p: t === null ? null : context.kernels.normalTwoSided(t),
      atBound: held(index),
    };
  });
}
