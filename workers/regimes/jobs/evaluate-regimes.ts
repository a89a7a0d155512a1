import { because, type Count, type Fraction, failBecause, type Outcome, succeed } from "../../contract";
import { columnOf, type JobContext } from "../../runtime/job";
import { returnsAt, type SeriesKind } from "../../series";
import type { RegimeModel } from "../model";
import { RegimePasses, type RegimeView } from "../passes";
import { stationaryShares } from "../stationary";

export interface EvaluateRegimesInput {
  /** The input column of the fit. */
  values: Float64Array;
  kind: SeriesKind;
  /** Two to four regimes; means and variances in the units of the returns. */
  model: RegimeModel;
  /** The model is a fit: it may be at a bound, and its returns and path are returned too. */
  fitted?: boolean;
  /** The only probabilities to compute, without returns and path; all by default. */
  only?: { view: RegimeView; regime: Count } | null;
}

/** A regime model at parameters that were not estimated, or the columns of a fitted one. */
export interface RegimeEvaluation {
  logLikelihood: number;
  /** Per regime, length n: filtered probabilities use past values only, smoothed ones all values. */
  filtered: Float64Array[];
  smoothed: Float64Array[];
  /** The returns a model was fitted to, and its most probable path: the index of the regime at each step. */
  returns: Float64Array;
  path: Float64Array;
  /** Per regime: filtered probability at the last value, expected duration in steps, and long-run share of time. */
  last: Fraction[];
  durations: number[];
  shares: Fraction[];
}

/** A new array each time: the columns of an answer are transferred. */
const none = () => new Float64Array(0);

/** Tolerance for the sum of a transition row. */
const ROUNDING = 1e-9;

/**
 * Evaluates a fitted regime model at another transition matrix: likelihood, probabilities and durations, without any estimation. Refuses
 * rows that are not probabilities, and regimes that are never left or never entered. With the fit's own matrix, its columns are
 * bit-identical to those of the fit: for a long series they need not be stored until they are viewed.
 */
export async function evaluateRegimes(
  { values, kind, model, fitted = false, only }: EvaluateRegimesInput,
  context: JobContext,
): Promise<Outcome<RegimeEvaluation>> {
  const { transition, mean } = model;
  const rows = transition.every((row) => row.length === mean.length && Math.abs(row.reduce((sum, p) => sum + p, 0) - 1) <= ROUNDING);
  if (!rows || mean.length < 2 || mean.length > 4) return failBecause("bad-input", because("regimes/transitionRows"));
  if (!fitted && transition.some((row, i) => !(row[i] < 1))) return failBecause("bad-input", because("regimes/neverLeft"));
  if (transition.some((row) => row.some((p) => !(p >= 0)))) return failBecause("bad-input", because("regimes/transitionRows"));
  const shares = stationaryShares(transition);
  if (!fitted && shares.some((share) => !(share > 0))) return failBecause("bad-input", because("regimes/neverEntered"));
  const kernels = await context.load("regimes");
  return context.arena.scope(() => {
    const read = returnsAt(context, values, kind);
    if (!read.ok) return read;
    const passes = new RegimePasses(context, kernels, read.value, mean.length);
    const logLikelihood = passes.logLikelihood(model);
    const one = only && { [only.view]: passes.probabilities(model, only.view, [only.regime]) };
    const { filtered, smoothed } = one ? { filtered: [], smoothed: [], ...one } : passes.columns(model);
    return succeed({
      logLikelihood,
      filtered,
      smoothed,
      ...(fitted && !only
        ? { returns: columnOf(context, read.value.address, read.value.n), path: passes.path(model) }
        : { returns: none(), path: none() }),
      last: only ? passes.last(model) : filtered.map((column) => column[column.length - 1]),
      durations: transition.map((row, i) => 1 / (1 - row[i])),
      shares,
    });
  });
}
