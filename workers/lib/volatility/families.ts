import type { KernelsOf } from "../../wasm/kernels";
import type { FitOptions } from "../garch/search";
import type { GarchModel } from "../garch-model";
import type { JobContext } from "../job";
import { egarch } from "./egarch";
import { figarch, har } from "./lagged";
import type { VolatilityLikelihood, VolatilitySeries } from "./volatility-likelihood";

/** What one kind of volatility model adds to the common fit. */
export interface Family {
  label(model: GarchModel): string;
  likelihood(context: JobContext, kernels: KernelsOf<"volatility">, model: GarchModel, series: VolatilitySeries): VolatilityLikelihood;
  starts(likelihood: VolatilityLikelihood, shape: number[], options: FitOptions): Float64Array[];
  /** The persistence is this, and the sum of the parameters with these weights; 1 where shocks do not fade geometrically. */
  persistenceBase: number;
  persistenceWeights(keys: string[]): number[];
  /** Long-run variance from omega / (1 - persistence). */
  longRunVariance(likelihood: VolatilityLikelihood, level: number): number;
}

/** The family of a model; null for those fitted elsewhere. */
export function familyOf({ variance }: Pick<GarchModel, "variance">): Family | null {
  if (variance === "egarch") return egarch;
  return variance === "figarch" ? figarch : variance === "har" ? har : null;
}
