import { because, type Cause, type Count, DAY, type Fraction, failBecause, type Millis, type Outcome, succeed } from "../../contract";
import { quantilesInPlace } from "../../numerics/quantiles";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { futureDates, isWeekend, type Rhythm, rhythmOf } from "../../series";
import {
  cumulativeVariances,
  expectedReturns,
  expectedVariances,
  hasExactForecast,
  innovationQuantile,
  nextLogVarianceError,
  pastOf,
} from "../garch-forecast";
import { type KeptFit, meanLags } from "../garch-model";
import { type Band, simulatePaths } from "../garch-paths";
import { withResiduals } from "../residuals";
import { forecastSchema } from "../schema";

export interface ForecastInput {
  fit: KeptFit;
  /** The returns the model was fitted to, with or without those its mean conditions on. */
  returns: Float64Array;
  /** "percent" unless the returns are fractions: needed only for the specification's block of annualized percentages. */
  unit?: "percent" | "fraction";
  /** Dates of the returns, from which future dates are extrapolated; takes precedence over the next two. */
  times?: Float64Array | null;
  lastTime: Millis | null;
  stepMillis: Millis | null;
  /** Steps ahead, 1 to 252. */
  horizon: Count;
  /**
   * Method of the point forecast: the exact recursion, or the mean over simulated paths, with shocks from the fitted density (`simulation`,
   * and the bands of `analytic`) or from the residuals of the fit (`bootstrap`, filtered historical simulation).
   */
  method: ForecastMethod;
  /** Whether the bands include parameter uncertainty; false by default. */
  parameterUncertainty?: boolean;
  paths?: Count;
  seed: number;
  /** Steps per year. */
  annualization?: Count;
  /** Coverage of each band. */
  levels?: Fraction[];
}

export type ForecastMethod = "analytic" | "simulation" | "bootstrap";

export interface GarchForecast {
  horizon: Count;
  method: ForecastMethod;
  parameterUncertainty: boolean;
  paths: Count;
  seed: number;
  annualization: Count;
  /** Date of each step; null if the series has none. */
  times: Float64Array | null;
  /** Dates of the returns followed by those of the steps, for a combined chart; null if the returns have none. */
  axisTimes: Float64Array | null;
  /** Expected return of each step. */
  mean: Float64Array;
  /** Point forecast of the variance of each step, in squared units of the returns. */
  variance: Float64Array;
  /** Variance of the sum of the returns up to and including each step. */
  cumulativeVariance: Float64Array;
  /** sqrt(variance), and the same per year. */
  volatility: Float64Array;
  annualizedVolatility: Float64Array;
  /** Both forecasts of the variance, and the Monte-Carlo standard error of the simulated one. */
  analyticVariance: Float64Array;
  simulatedVariance: Float64Array;
  simulationError: Float64Array;
  /** Standard error of ln h[T+1] due to estimation: the width of the first volatility band. */
  nextLogVarianceError: number;
  volatilityBands: Band[];
  annualizedBands: Band[];
  /** Bands of the return of each step, and of the cumulative return up to each step, with the median of the latter. */
  returnBands: Band[];
  cumulativeBands: Band[];
  cumulativeMedian: Float64Array;
  /** Minus the sum of the returns after each of the newest steps: the path up to now, which ends at 0; at most 120 values. */
  recentSums: Float64Array;
  /** Loss in one step that is exceeded with the given probability, as a positive number in units of the returns. */
  valueAtRisk: { probability: Fraction; loss: number }[];
  /** The specification's block: annualized volatility in percent for 30 steps. */
  forecast: { predictions: number[]; confidence_intervals: { date: string; lower: number; upper: number }[] };
}

const SPEC_STEPS = 30;
const RECENT: Count = 120;
const VALUE_AT_RISK = [0.01, 0.05];
/** Minimum number of residuals for a bootstrap (Python arch's limit): fewer would repeat themselves. */
const MIN_RESIDUALS: Count = 100;

/** Why a fit cannot be forecast this way; null if it can. */
function misfit({ fit, returns, method }: ForecastInput): Cause | null {
  const given = returns.length - fit.n;
  if ((given !== 0 && given !== meanLags(fit.model)) || fit.volatility.length !== fit.n) return because("volatility/fitOfOtherData");
  if (method === "analytic" && !hasExactForecast(fit.model)) return because("volatility/forecastNotExact");
  return method === "bootstrap" && fit.n < MIN_RESIDUALS ? because("volatility/forecastFewResiduals", { given: fit.n }) : null;
}

/** Forecasts volatility and returns of a fitted GARCH model: expected variances, bands, value at risk. */
export async function forecastGarch(input: ForecastInput, context: JobContext): Promise<Outcome<GarchForecast>> {
  const asked = readSettings(forecastSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const trouble = misfit(input);
  if (trouble) return failBecause("bad-input", trouble);
  const { returns, method } = input;
  const { horizon, paths, seed, annualization, levels } = asked.settings;
  const { kernels } = context;
  const parameterUncertainty = input.parameterUncertainty ?? false;
  const bootstrap = method === "bootstrap";
  const fit: KeptFit = bootstrap ? withResiduals(context, input.fit, returns) : input.fit;
  const steps = Math.max(horizon, SPEC_STEPS);
  const column = (values: ArrayLike<number>) => {
    const out = context.column(steps);
    out.set(values);
    return out;
  };
  const past = pastOf(fit, returns);
  const noise = bootstrap ? "residuals" : "density";
  const simulation = { fit, past, seed, steps, paths, levels, noise, parameterUncertainty } as const;
  const volatilityKernels = await context.load("volatility");
  const { exponential } = volatilityKernels;
  const simulated = simulatePaths(context, volatilityKernels, simulation);
  const recursive = hasExactForecast(fit.model);
  const analyticVariance = column(recursive ? expectedVariances(fit.model, fit.parameters, past, steps) : simulated.simulatedVariance);
  // Without an exact recursion only the first step is exact.
  if (!recursive) analyticVariance[0] = fit.nextVariance;
  const error = nextLogVarianceError(fit);
  const next = Math.sqrt(analyticVariance[0]);
  const quantile = noiseQuantile(context, fit, bootstrap);
  const mean = column(expectedReturns(fit.parameters, past, steps));
  const exact = (p: Fraction) => mean[0] + next * quantile(p);
  const spread = (level: Fraction) => exponential(kernels.normalQuantile((1 + level) / 2) * 0.5 * error);
  settleFirstStep(simulated, next, spread, parameterUncertainty ? null : exact);

  const variance = method === "analytic" ? analyticVariance.slice() : simulated.simulatedVariance.slice();
  const perYear = Math.sqrt(annualization);
  const cumulativeVariance = column(cumulativeVariances(fit.parameters, variance));
  const volatility = column(variance.map(Math.sqrt));
  const annualizedVolatility = column(volatility.map((sigma) => sigma * perYear));
  const annualizedBands = simulated.volatilityBands.map(({ level, lower, upper }) => ({
    level,
    lower: lower.map((sigma) => sigma * perYear),
    upper: upper.map((sigma) => sigma * perYear),
  }));
  const rhythm = rhythmFor(input);
  const times = rhythm && futureDates(rhythm, steps);
  const cut = (values: Float64Array) => (steps === horizon ? values : values.slice(0, horizon));
  const cutBands = (bands: Band[]) => bands.map(({ level, lower, upper }) => ({ level, lower: cut(lower), upper: cut(upper) }));
  return succeed({
    horizon,
    method,
    parameterUncertainty,
    paths,
    seed,
    annualization,
    times: times && cut(times),
    axisTimes: input.times && times ? joined(context, input.times, cut(times)) : null,
    mean: cut(mean),
    variance: cut(variance),
    cumulativeVariance: cut(cumulativeVariance),
    volatility: cut(volatility),
    annualizedVolatility: cut(annualizedVolatility),
    analyticVariance: cut(analyticVariance),
    simulatedVariance: cut(simulated.simulatedVariance),
    simulationError: cut(simulated.simulationError),
    nextLogVarianceError: error,
    volatilityBands: cutBands(simulated.volatilityBands),
    annualizedBands: cutBands(annualizedBands),
    returnBands: cutBands(simulated.returnBands),
    cumulativeBands: cutBands(simulated.cumulativeBands),
    cumulativeMedian: cut(simulated.cumulativeMedian),
    recentSums: sumsToNow(context, returns),
    valueAtRisk: VALUE_AT_RISK.map((probability) => ({ probability, loss: -exact(probability) })),
    forecast: specifiedBlock(annualizedVolatility, annualizedBands, times, rhythm, input.unit === "fraction" ? 100 : 1),
  });
}

/**
 * One step ahead the variance is known: its band reflects parameter uncertainty, and the return's quantiles are exact.
 * @param spread factor on the volatility for the band of a level
 * @param exact quantiles of the next return; null if parameters are drawn as well
 */
function settleFirstStep(
  simulated: ReturnType<typeof simulatePaths>,
  next: number,
  spread: (level: Fraction) => number,
  exact: ((p: Fraction) => number) | null,
): void {
  for (const [i, { level, lower, upper }] of simulated.volatilityBands.entries()) {
    lower[0] = next / spread(level);
    upper[0] = next * spread(level);
    if (!exact) continue;
    for (const band of [simulated.returnBands[i], simulated.cumulativeBands[i]]) {
      band.lower[0] = exact((1 - level) / 2);
      band.upper[0] = exact((1 + level) / 2);
    }
  }
  if (exact) simulated.cumulativeMedian[0] = exact(0.5);
}

/** The specification's block, with the widest band. @param percent 100 if the volatilities are fractions */
function specifiedBlock(
  volatility: Float64Array,
  bands: Band[],
  times: Float64Array | null,
  rhythm: Rhythm | null,
  percent: number,
): GarchForecast["forecast"] {
  const widest = bands.reduce<Band | null>((wide, one) => (wide && wide.level >= one.level ? wide : one), null);
  const written = rhythm && rhythm.stepMillis < DAY ? 16 : 10;
  return {
    predictions: Array.from(volatility.subarray(0, SPEC_STEPS), (sigma) => sigma * percent),
    confidence_intervals: Array.from({ length: widest ? SPEC_STEPS : 0 }, (_, k) => ({
      date: times ? new Date(times[k]).toISOString().slice(0, written) : `T+${k + 1}`,
      lower: (widest?.lower[k] ?? 0) * percent,
      upper: (widest?.upper[k] ?? 0) * percent,
    })),
  };
}

/** Quantiles of z: of the fitted density, or of the residuals. */
function noiseQuantile(context: JobContext, fit: KeptFit, bootstrap: boolean): (p: Fraction) => number {
  const { residuals } = fit;
  if (!bootstrap || !residuals) return (p) => innovationQuantile(context.kernels, fit.model, fit.parameters, p);
  return (p) => context.arena.scope(() => quantilesInPlace(context, context.arena.put(residuals), fit.n, [p])[0]);
}

function sumsToNow(context: JobContext, returns: Float64Array): Float64Array {
  const recent = returns.subarray(-RECENT);
  const sums = context.column(recent.length);
  for (let step = recent.length - 2; step >= 0; step--) sums[step] = sums[step + 1] - recent[step + 1];
  return sums;
}

function joined(context: JobContext, past: Float64Array, future: Float64Array): Float64Array {
  const axis = context.column(past.length + future.length);
  axis.set(past);
  axis.set(future, past.length);
  return axis;
}

function rhythmFor({ times, lastTime, stepMillis }: ForecastInput): Rhythm | null {
  if (times) return rhythmOf(times);
  if (lastTime === null || stepMillis === null || !(stepMillis > 0)) return null;
  return { lastTime, stepMillis, weekends: stepMillis !== DAY || isWeekend(lastTime) };
}
