import { because, type Count, type Fraction, fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { type Returns, type SeriesKind, toReturns, type UnitChoice } from "../../series";
import { cautionsOf, failed, orderCaption } from "../captions";
import { fitRegimes, type RegimeCriterion, type RegimeFit } from "../fit";
import { forecastRegimes, type RegimeStep } from "../forecast";
import { type MarkovMetrics, markovMetrics } from "../metrics";
import { regimeLabels } from "../order";
import { RegimePasses } from "../passes";
import { type RegimeRow, regimeRows } from "../rows";
import { fitSchema } from "../schema";

/** Minimum number of returns for a fit. */
const MIN_RETURNS = 100;

export interface FitRegimesInput {
  values: Float64Array;
  /** Kind of the values; "auto" treats levels that are all above zero as prices. */
  kind: SeriesKind | "auto";
  /** Unit of values that are returns: percent by default; "auto" infers it from their size. */
  unit?: UnitChoice;
  /** Dates of the values, in milliseconds; null if they have none. */
  times: Float64Array | null;
  /** Number of regimes, 2 to 4. */
  states?: Count;
  /** Seed of the random starts. */
  seed?: number;
  /** Steps of the forecast, 0 to 252. */
  horizon?: Count;
  /** Coverage of the forecast interval. */
  level?: Fraction;
  /**
   * Whether to return the columns (the default); otherwise they are empty, and `evaluate-regimes` and `shade-regimes` return those that are
   * viewed.
   */
  columns?: boolean;
  /** Fits 2, 3 and 4 regimes to compare them (the default); otherwise only up to the requested number. */
  compare?: boolean;
  /** Steps per year. */
  annualization?: Count;
  /** Risk-free rate per year, for the Sharpe ratio. */
  riskFree?: Fraction;
}

export interface FitRegimesOutput extends Returns {
  /** Filtered probability of each regime at the last value, by name. */
  current_regime_probabilities: Record<string, Fraction>;
  metrics: MarkovMetrics;
  /** Regimes by name, the one with the highest mean (or the calmest) first; every list below has this order. */
  regimes: RegimeRow[];
  /** The basis of the names, in words. */
  caption: string;
  /** Transition probability from one regime (row) to another, and its standard error, null at a bound. */
  transition: number[][];
  transitionErrors: (number | null)[][];
  fit: Pick<RegimeFit, "logLikelihood" | "parameters" | "aic" | "bic" | "order" | "converged" | "steps" | "starts" | "finalists">;
  /** One regime, and every number fitted, in this order. */
  criteria: RegimeCriterion[];
  /** Number of regimes with the lowest BIC. */
  bestStates: Count;
  /** Per regime, length n: filtered probabilities use past values only, smoothed ones all values. */
  filtered: Float64Array[];
  smoothed: Float64Array[];
  /** The most probable path: the index of the regime at each step. */
  path: Float64Array;
  forecast: RegimeStep[];
  /** Cautions; empty if there are none. */
  cautions: string[];
}

/** Identifies market regimes: fits 2 to 4 Gaussian regimes to the log returns of a column of prices or returns. */
export async function fitRegimesJob(input: FitRegimesInput, context: JobContext): Promise<Outcome<FitRegimesOutput>> {
  const { values, kind, times, compare = true, columns = true } = input;
  if (values.length === 0) return fail("bad-input", "ingest/enterMarketData");
  const asked = readSettings(fitSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { states, seed, horizon, level, riskFree, annualization: perYear } = asked.settings;
  const read = toReturns(context, values, kind, input.unit);
  if (!read.ok) return failed(read.failure, read.failure);
  const { returns, kind: found, foundUnit = input.unit } = read.value;
  const n = returns.length;
  if (n < MIN_RETURNS) return failed(because("regimes/tooFew", { given: n }));
  const kernels = await context.load("regimes");
  return context.arena.scope(() => {
    const address = context.arena.put(returns);
    const scale = found === "returns" && foundUnit === "fraction" ? 1 : 0.01;
    const column = { address, n };
    const wanted = [2, 3, 4].filter((k) => compare || k <= states);
    const result = fitRegimes(context, kernels, column, { states: wanted, seed, reported: states }, (share) =>
      context.progress(0.9 * share, "Fitting regimes"),
    );
    const fit = result?.fits.find((one) => one.states === states);
    if (!result || !fit) return failed(because("series/noVariation"));
    context.progress(0.9, "Reading probabilities");
    const passes = new RegimePasses(context, kernels, column, states);
    const last = passes.last(fit.model);
    const labels = regimeLabels(states);
    const criteria = [result.one, ...result.fits].map(({ states, logLikelihood, parameters, aic, bic }) => ({
      states,
      logLikelihood,
      parameters,
      aic,
      bic,
    }));
    const best = criteria.reduce((least, one) => (one.bic < least.bic ? one : least));
    const { logLikelihood, parameters, aic, bic, order, converged, steps, starts, finalists } = fit;
    const source = found === "returns" ? { address, n } : { address: context.arena.put(values), n: values.length };
    return succeed({
      ...read.value,
      current_regime_probabilities: Object.fromEntries(labels.map((label, i) => [label, last[i]])),
      metrics: markovMetrics(context, kernels, { ...source, kind: found, scale }, { perYear, times, riskFree }),
      regimes: regimeRows(fit, labels, last, { perYear, scale }),
      caption: orderCaption(order),
      transition: fit.model.transition,
      transitionErrors: fit.errors.transition,
      fit: { logLikelihood, parameters, aic, bic, order, converged, steps, starts, finalists },
      criteria,
      bestStates: best.states,
      ...(columns ? passes.columns(fit.model) : { returns: new Float64Array(0), filtered: [], smoothed: [] }),
      path: columns ? passes.path(fit.model) : new Float64Array(0),
      forecast: forecastRegimes(context, kernels, fit.model, last, horizon, level),
      cautions: cautionsOf(fit, result.one, labels, n),
    });
  });
}
