import type { Count } from "../contract";
import { type RiskKernels, type Shape, shapeOf, sumsAt } from "../performance";
import type { JobContext } from "../runtime/job";

/** Returns at an address. */
export interface Returns {
  address: number;
  n: Count;
}

/** Mean, standard deviation, skewness and kurtosis of the n returns at an address. */
export function shapeAt(context: JobContext, risk: RiskKernels, address: number, n: Count): Shape {
  const pass = (pivot: number): Shape => shapeOf(sumsAt(context, risk, address, n, { pivot, target: 0 }), pivot);
  // The second pass takes powers about the mean from the first.
  return pass(pass(context.arena.read(address)).mean);
}
