import type { Cause, Count } from "../../contract";
import type { Constraints } from "../../numerics/constraints";
import type { JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import type { GarchModel } from "../garch-model";
import type { Likelihood } from "../likelihood";
import type { VolatilitySeries } from "../volatility-series";

/** Identifier of the joint constraint on the persistence, if a model has one: the first. */
export const PERSISTENCE = -1;

/** Starting values of a fit that do not depend on the model. */
interface ShapeStart {
  /** Of the density's shape parameters. */
  shape: number[];
  /** The maximum of the model with one lag of each kind, if this one has more. */
  oneLag: { keys: string[]; theta: Float64Array } | null;
}

/** The global maximum of another model's likelihood on the same series; null if it has none. */
type MaximumOf = (model: GarchModel) => { keys: string[]; theta: Float64Array } | null;

/** A starting point; of two starts, the second is of another kind if there is one. */
export interface Start {
  theta: Float64Array;
  kind?: number;
}

export interface Starts {
  /** The search starts from the most likely point, and from one of another kind. */
  grid: Start[];
  /** Additional starts as a safety net: their maxima say nothing about the search. */
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
  /** Standard error, if it does not follow from those of the parameters. */
  error?: number | null;
}

/** One kind of volatility model: everything in a fit that depends on it. */
export interface VolatilityModel {
  /** "GJR-GARCH", as a comparison of models calls it. */
  readonly title: string;
  /** "GJR(1,1)" */
  label(model: GarchModel): string;
  /** True if the model has no orders to choose. */
  readonly fixedForm: boolean;
  /** Why its long-run variance cannot be targeted; absent if it can. */
  readonly targetingTrouble?: Cause;
  /** The model with the settings that its kind determines. */
  settle?(model: GarchModel): GarchModel;
  /** True if the core's own kernels suffice and no other module needs to be loaded. */
  needsNoModule?(model: GarchModel): boolean;
  /** True if a constant mean is estimated by the regression too. */
  regressesMean(model: GarchModel, scoresOnly?: boolean): boolean;
  /** Takes its buffers from the arena. @param scoresOnly for a single `value` and its scores */
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
   * @param start.doubtful whether the usual starts ended at different maxima, at a bound or nowhere
   * @param maximumOf the maximum of such a model on the same series
   */
  nested?(
    likelihood: Likelihood,
    series: VolatilitySeries,
    start: { shape: number[]; doubtful: boolean },
    maximumOf: MaximumOf,
  ): Float64Array[];
  /** Share of a variance shock that remains a step later. */
  persistence(likelihood: Likelihood, ending: Ending): Persistence;
  /** Long-run variance from omega / (1 - persistence), null if there is none; with derivatives by the free parameters, null where they are not known. */
  longRun(
    likelihood: Likelihood,
    level: number,
    persistence: Persistence,
    ending: Ending,
  ): { value: number; slopes: Float64Array | null } | null;
  /** The level of the equation, omega / (1 - persistence), at a long-run variance: by default that variance itself. */
  levelAt?(context: JobContext, longRunVariance: number, likelihood: Likelihood, ending: Ending): number;
  /** Parameters without any effect given the active constraints, which have no standard errors. */
  idle?(ending: Ending): Count[];
  /** What the active constraints say about the data. */
  boundSentences(ending: Ending): (string | null)[];
  /** Recommendation if the starts ended at different maxima. */
  advice?(model: GarchModel): string;
}
