import type { Cause, Count } from "../../contract";
import type { Constraints } from "../../numerics/constraints";
import type { JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import type { GarchModel } from "../garch-model";
import type { Likelihood } from "../likelihood";
import type { VolatilitySeries } from "../volatility-series";

/** The joint constraint of a model on its persistence, where it has one: the first. */
export const PERSISTENCE = -1;

/** Starting values of one fit that do not depend on the model. */
export interface ShapeStart {
  /** Of the density's shape parameters. */
  shape: number[];
  /** The maximum of the model with one lag of each kind, where this one has more. */
  oneLag: { keys: string[]; theta: Float64Array } | null;
}

/** The highest point of the likelihood of another model on the same series; null where it has none. */
export type MaximumOf = (model: GarchModel) => { keys: string[]; theta: Float64Array } | null;

/** A point to start from; of two starts the second is of another kind where there is one. */
export interface Start {
  theta: Float64Array;
  kind?: number;
}

export interface Starts {
  /** The most likely one and one of another kind are started from. */
  grid: Start[];
  /** Started from as well, as a safety net: their maxima say nothing about the search. */
  more?: Float64Array[];
}

/** Where a fit ended. */
export interface Ending {
  model: GarchModel;
  keys: string[];
  theta: Float64Array;
  constraints: Constraints;
}

export interface Persistence {
  value: number;
  /** Derivatives by the free parameters. */
  slopes: Float64Array;
  /** Standard error where it does not follow from those of the parameters. */
  error?: number | null;
}

/** One kind of volatility model: all that sets it apart in a fit. */
export interface VolatilityModel {
  /** "GJR-GARCH", as a comparison of models calls it. */
  readonly title: string;
  /** "GJR(1,1)" */
  label(model: GarchModel): string;
  /** True where the model has no orders to choose. */
  readonly fixedForm: boolean;
  /** Why its long-run variance cannot be set to that of the sample; absent where it can. */
  readonly targetingTrouble?: Cause;
  /** The model with what its kind settles. */
  settle?(model: GarchModel): GarchModel;
  /** True where the core's own kernels do, and no other module need be loaded. */
  needsNoModule?(model: GarchModel): boolean;
  /** True where a constant mean is measured by the regression as well. */
  regressesMean(model: GarchModel, scoresOnly?: boolean): boolean;
  /** Takes its buffers from the arena. @param scoresOnly for one `value` and the scores there */
  likelihood(
    context: JobContext,
    kernels: KernelsOf<"volatility"> | null,
    model: GarchModel,
    series: VolatilitySeries,
    scoresOnly?: boolean,
  ): Likelihood;
  starts(likelihood: Likelihood, series: VolatilitySeries, start: ShapeStart): Starts;
  /**
   * Points of the models nested in this one, the simplest first: additional starts, so that a fit never ends below theirs.
   * @param start.doubtful the usual starts ended apart, at a bound or nowhere
   * @param maximumOf the maximum of such a model on the same series
   */
  nested?(
    likelihood: Likelihood,
    series: VolatilitySeries,
    start: { shape: number[]; doubtful: boolean },
    maximumOf: MaximumOf,
  ): Float64Array[];
  /** Share of a variance shock that is left a step later. */
  persistence(likelihood: Likelihood, ending: Ending): Persistence;
  /** Long-run variance from omega / (1 - persistence), null if there is none; with derivatives by the free parameters, null where they are not known. */
  longRun(
    likelihood: Likelihood,
    level: number,
    persistence: Persistence,
    ending: Ending,
  ): { value: number; slopes: Float64Array | null } | null;
  /** The level of the equation, omega / (1 - persistence), at a long-run variance: that variance itself where nothing else is said. */
  levelAt?(context: JobContext, longRunVariance: number, likelihood: Likelihood, ending: Ending): number;
  /** Parameters that weigh nothing where the active constraints are, and have no standard errors. */
  idle?(ending: Ending): Count[];
  /** What the active constraints say about the data. */
  boundSentences(ending: Ending): (string | null)[];
  /** What to try where starts ended apart. */
  advice?(model: GarchModel): string;
}
