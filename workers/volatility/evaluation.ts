import { because, type Cause, fail, type Outcome } from "../contract";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { type SeriesKind, toReturns } from "../series";
import type { KeptFit } from "./garch-model";
import type { Likelihood } from "./likelihood";
import { models } from "./models";
import { type Ending, PERSISTENCE, type VolatilityModel } from "./models/volatility-model";
import { fromReported } from "./units";
import { prepareSeries } from "./volatility-series";

/** A fit with its input column, as in `fit-garch`. */
export interface FittedColumn {
  values: Float64Array;
  kind: SeriesKind | "auto";
  fit: KeptFit;
}

/** The likelihood of a fit on its own series, evaluated at other parameters. */
export interface OpenLikelihood {
  kind: VolatilityModel;
  likelihood: Likelihood;
  kernels: KernelsOf<"volatility">;
  /** All returns, including those the mean conditions on. */
  returns: Float64Array;
  /** Converts parameters, in the order of the fit's estimates and the units of the returns, to free parameters. */
  thetaOf(values: ArrayLike<number>): Float64Array;
  /** A point as the end of a fit, with no constraint active. */
  endingAt(theta: Float64Array): Ending;
}

/** Tolerance for a joint constraint held by an ascent, and for a bound after conversion to the units of the returns. */
const LEFT_OPEN = 1e-9;
const ROUNDING = 1e-12;

/** Opens the likelihood of a fit as the fit itself did, and releases it after `work`. */
export async function withLikelihood<Value>(
  context: JobContext,
  { values, kind, fit }: FittedColumn,
  work: (open: OpenLikelihood) => Outcome<Value>,
): Promise<Outcome<Value>> {
  const read = toReturns(context, values, kind);
  if (!read.ok) return read;
  const { returns } = read.value;
  const kernels = await context.load("volatility");
  return context.arena.scope(() => {
    const { model } = fit;
    const variance = models[model.variance];
    const series = prepareSeries(context, returns, model, variance.regressesMean(model));
    if (!series) return fail("bad-input", "series/noVariation");
    if (series.n !== fit.n) return fail("bad-input", "volatility/fitOfOtherData");
    const likelihood = variance.likelihood(context, kernels, model, series);
    const thetaOf = (reported: ArrayLike<number>) => {
      const theta = fromReported(likelihood, reported, series, context.kernels);
      if (!theta) throw new Error("the values are not those of this fit's estimates");
      return theta;
    };
    const endingAt = (theta: Float64Array) => ({ model, keys: likelihood.keys, theta, constraints: likelihood.constraints() });
    return work({ kind: variance, likelihood, kernels, returns, thetaOf, endingAt });
  });
}

/** Why parameters define no stationary model with a positive variance, the most informative reason first; null if they do. */
export function outsideOf({ kind, likelihood, endingAt }: OpenLikelihood, theta: Float64Array): Cause | null {
  const constraints = likelihood.constraints();
  const bounds = constraints.broken(theta, ROUNDING).filter((index) => index >= 0);
  const broken = [...bounds, ...constraints.broken(theta, LEFT_OPEN).filter((index) => index < 0)];
  if (broken.length === 0) return null;
  const { model, keys } = likelihood;
  const { value, slopes } = kind.persistence(likelihood, endingAt(theta));
  // The persistence of a FIGARCH is always 1: its first constraint is another one.
  if (broken.includes(PERSISTENCE) && value > 1 - LEFT_OPEN && slopes.some((slope) => slope !== 0))
    return because("volatility/persistenceTooHigh", { persistence: value });
  const index = broken[0];
  if (index < 0) return because("volatility/jointBound");
  const parameter = keys[index];
  // The free parameter of a GJR is the total weight of a loss.
  if (parameter === "gamma1" && model.variance === "gjr") return because("volatility/lossWeightBelowBound");
  return theta[index] > constraints.upper[index]
    ? because("volatility/aboveBound", { parameter, most: constraints.upper[index] })
    : because("volatility/belowBound", { parameter, least: constraints.lower[index] });
}
