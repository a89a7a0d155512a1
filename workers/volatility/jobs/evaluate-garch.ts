import { because, type Cause, type Count, fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { type CurvePoint, type SolvedPoint, solveThrough } from "../curve-point";
import { type FittedColumn, type OpenLikelihood, outsideOf, withLikelihood } from "../evaluation";
import { expectedVariances, hasExactForecast, pastOf } from "../garch-forecast";
import { type KeptFit, meanLags } from "../garch-model";
import { type Simulation, simulatePaths } from "../garch-paths";
import type { Ending } from "../models/volatility-model";
import { newsImpact, responseOf } from "../news-impact";
import { withValues } from "../parameter-vector";
import { persistenceFigures } from "../persistence-figures";
import { forecastSchema } from "../schema";
import { scaledReport } from "../units";

export interface EvaluateGarchInput extends FittedColumn {
  /** A value for each of the fit's estimates, in their order and units. */
  at: number[];
  /** Scale of the returns relative to those that `at` refers to: 100 for parameters of fractions and returns in percent. */
  atScale?: number;
  /** Long-run variance that determines omega; null takes omega from `at`. */
  longRunVariance: number | null;
  /** Shocks of the news impact curve; null for the default ones. */
  shocks: Float64Array | null;
  /** A point the news impact curve is to pass through, which requires a long-run variance; null takes the values as given. */
  through?: CurvePoint | null;
  /** Horizon of the forecast; paths and seed if it is simulated. */
  horizon: Count;
  paths?: Count;
  seed: number;
}

/** A model at parameters that were not estimated. */
export interface GarchEvaluation {
  /** Values for each estimate of the fit, including the resulting omega. */
  values: number[];
  logLikelihood: number;
  persistence: number;
  /** Steps; Infinity if the persistence is 1. */
  halfLife: number;
  /** null if there is none. */
  longRunVariance: number | null;
  /** sigma[t], and the forecast sigma of each next step, in units of the returns. */
  volatility: Float64Array;
  forecast: Float64Array;
  /** The next variance after each shock, from the long-run variance or, without one, from the last. */
  news: { shocks: Float64Array; variances: Float64Array };
  /** Why the curve does not reach the requested point; null if it does. */
  stopped: Cause | null;
}

/**
 * Evaluates a fitted model at other parameters: likelihood, volatility, forecast and news impact, without any estimation. Refuses
 * parameters without a positive, stationary variance, and says why.
 */
export async function evaluateGarch(input: EvaluateGarchInput, context: JobContext): Promise<Outcome<GarchEvaluation>> {
  const asked = readSettings(forecastSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { horizon, paths, seed } = asked.settings;
  const { through = null, atScale = 1 } = input;
  if (through && !(through.variance > 0 && Number.isFinite(through.shock))) return fail("bad-input", "volatility/curvePoint");
  return withLikelihood(context, input, (open) => {
    const { estimates } = input.fit;
    const keys = estimates.map(({ key }) => key);
    const at = atScale === 1 ? input.at : scaledReport(open.likelihood, keys, input.at, atScale, context.kernels);
    const pulled = pulledTo(context, open, { ...input, at });
    const found = pointOf(context, open, { ...input, at: pulled.values });
    if (!found.ok) return found;
    const { values, theta } = found.value;
    const hand = asFit(context, open, input.fit, values, theta);
    if (!hand) return fail("bad-input", "volatility/noDensity");
    const past = pastOf(hand, open.returns);
    const forecast = context.column(horizon);
    forecast.set(
      hasExactForecast(hand.model)
        ? expectedVariances(hand.model, hand.parameters, past, horizon).map(Math.sqrt)
        : simulated(context, open, { fit: hand, past, seed, steps: horizon, paths }),
    );
    const news = newsImpact(context, open.kernels, hand, input.shocks ?? undefined);
    return succeed({
      values: values.map((value, i) => (input.fit.estimates[i].key === "omega" ? hand.parameters.omega : value)),
      logLikelihood: hand.logLikelihood,
      persistence: hand.persistence,
      halfLife: hand.halfLife,
      longRunVariance: hand.unconditionalVariance,
      volatility: hand.volatility,
      forecast,
      news: { shocks: news.shocks, variances: news.atLongRun ?? news.atLast },
      stopped: pulled.stopped,
    });
  });
}

/** Root of the mean simulated variance of each step; the first is exact. */
function simulated(
  context: JobContext,
  { kernels }: OpenLikelihood,
  ask: Pick<Simulation, "fit" | "past" | "seed" | "steps" | "paths">,
): Float64Array {
  const { simulatedVariance } = simulatePaths(context, kernels, { ...ask, levels: [], noise: "density", parameterUncertainty: false });
  simulatedVariance[0] = ask.fit.nextVariance;
  return simulatedVariance.map(Math.sqrt);
}

/** The value of the variance equation's scale at a variance. */
const levelOf = (context: JobContext, { kind, likelihood }: OpenLikelihood, ending: Ending, variance: number): number =>
  kind.levelAt?.(context, variance, likelihood, ending) ?? variance;

/** The values with the resulting omega, and the corresponding free parameters; a failure if they define no model. */
function pointOf(
  context: JobContext,
  open: OpenLikelihood,
  { fit, at, longRunVariance }: EvaluateGarchInput,
): Outcome<{ values: number[]; theta: Float64Array }> {
  const { kind, likelihood, thetaOf, endingAt } = open;
  const values = [...at];
  const omega = fit.estimates.findIndex(({ key }) => key === "omega");
  if (longRunVariance !== null && omega >= 0) {
    const ending = endingAt(thetaOf(values));
    const { value: persistence } = kind.persistence(likelihood, ending);
    if (!(persistence < 1)) return failBecause("bad-input", because("volatility/persistenceTooHigh", { persistence }));
    values[omega] = levelOf(context, open, ending, longRunVariance) * (1 - persistence);
  }
  const theta = thetaOf(values);
  const outside = outsideOf(open, theta);
  return outside ? failBecause("bad-input", outside) : succeed({ values, theta });
}

/** The values at which the news impact curve passes through a point, as far as the feasible region reaches. */
function pulledTo(
  context: JobContext,
  open: OpenLikelihood,
  { fit, at, longRunVariance, through = null, ...rest }: EvaluateGarchInput,
): SolvedPoint {
  const { kernels, kind, likelihood, thetaOf, endingAt } = open;
  const { model } = fit;
  const check = (values: number[]) => pointOf(context, open, { ...rest, fit, at: values, longRunVariance });
  if (!through || longRunVariance === null || !check(at).ok) return { values: at, stopped: null };
  const omega = fit.estimates.findIndex(({ key }) => key === "omega");
  const level = (values: number[], variance: number) => levelOf(context, open, endingAt(thetaOf(values)), variance);
  const response = (values: number[]) => {
    const { value: persistence } = kind.persistence(likelihood, endingAt(thetaOf(values)));
    const parameters = withValues(
      kernels,
      fit,
      values.map((value, i) => (i === omega ? level(values, longRunVariance) * (1 - persistence) : value)),
    );
    return responseOf({ model, parameters }, context.kernels.naturalLog, kernels.exponential)(through.shock, longRunVariance);
  };
  return solveThrough({ response, level: (variance) => level(at, variance), check }, at, through);
}

/** The fit with these parameters substituted; null if they define no likelihood. Errors and covariances remain those of the maximum. */
function asFit(context: JobContext, open: OpenLikelihood, fit: KeptFit, values: number[], theta: Float64Array): KeptFit | null {
  const { kind, likelihood, kernels, endingAt } = open;
  const logLikelihood = likelihood.value(theta);
  if (!Number.isFinite(logLikelihood)) return null;
  const { scale, n } = likelihood.series;
  const parameters = withValues(kernels, fit, values);
  const nextVariance = likelihood.nextVariance() * scale * scale;
  const preSampleVariance = likelihood.presampleVariance() * scale * scale;
  const follows = persistenceFigures({ context, kind, likelihood }, endingAt(theta), parameters.omega, null);
  const volatility = context.column(n);
  const residuals = meanLags(fit.model) > 0 ? context.column(n) : null;
  likelihood.columns(volatility, residuals);
  return { ...fit, parameters, logLikelihood, ...follows, nextVariance, preSampleVariance, volatility, residuals };
}
