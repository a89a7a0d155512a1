import type { Count } from "../contract";
import { describeAt } from "../numerics/describe";
import { quadraticForm } from "../numerics/linear-algebra";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { parameterCovariance, type RegimeErrors, regimeErrors } from "./errors";
import { maximizeRegimes } from "./maximize";
import { parameterCount, type RegimeModel, reordered } from "./model";
import { orderOf, type RegimeOrder } from "./order";
import { RegimeParameters } from "./parameters";
import { type RegimeColumn, RegimePasses } from "./passes";
import { type RegimeSearch, searchRegimes } from "./search";
import { splitModels } from "./starts";

const LOG_TWO_PI = 1.8378770664093456;
/** Decrement at the maximum (twice the log-likelihood still to be gained, by the curvature) above which the ascent continues. */
const ARRIVED = 1e-6;
/** Rows up to which fits that only serve the comparison also get standard errors. */
const ALL_ERRORS: Count = 4_000_000;

/** Goodness of fit for a number of regimes, in the units of the fitted values. */
export interface RegimeCriterion {
  states: Count;
  logLikelihood: number;
  parameters: Count;
  aic: number;
  bic: number;
}

/** A fitted model, its regimes ordered: the one with the highest mean (or the calmest) first. */
export interface RegimeFit extends RegimeCriterion {
  model: RegimeModel;
  errors: RegimeErrors;
  /** How the regimes were ordered. */
  order: RegimeOrder["by"];
  /** Expected number of values in each regime. */
  counts: number[];
  /** True for a regime whose variance is at the floor: it covers a few (nearly) equal values. */
  atFloor: boolean[];
  converged: boolean;
  steps: Count;
  starts: Count;
  finalists: number[];
}

/**
 * Information criteria for a number of regimes, in the units of the fitted values.
 * @term Choosing the number of regimes
 * @formula AIC = -2 LL + 2 k, BIC = -2 LL + k ln n
 * @source Akaike (1974); Schwarz (1978)
 * @tolerance within 2e-4 of statsmodels 0.15.0 at its own optimum, 7 series
 */
export function regimeCriterion(context: JobContext, n: Count, states: Count, logLikelihood: number): RegimeCriterion {
  const parameters = states === 1 ? 2 : parameterCount(states);
  const deviance = -2 * logLikelihood;
  return { states, logLikelihood, parameters, aic: deviance + 2 * parameters, bic: deviance + parameters * context.kernels.naturalLog(n) };
}

export interface RegimeFits {
  /** One regime: a normal distribution. */
  one: RegimeCriterion;
  /** The fits of 2, 3, … regimes, as requested. */
  fits: RegimeFit[];
}

interface RegimeFitOptions {
  /** The numbers of regimes to fit, ascending; each but the first also starts from the previous fit. */
  states: readonly Count[];
  seed: number;
  /** The number of regimes whose errors are reported; for a long series the others, which are only compared, get none. All by default. */
  reported?: Count;
}

/** Fits Gaussian regimes to a column of returns; null if the values do not vary. Call it inside a scope of the arena. */
export function fitRegimes(
  context: JobContext,
  kernels: KernelsOf<"regimes">,
  column: RegimeColumn,
  { states, seed, reported }: RegimeFitOptions,
  report: (share: number) => void = () => {},
): RegimeFits | null {
  const { mean, deviation, count } = describeAt(context, column.address, 0, column.n);
  if (mean === null || deviation === null || !(deviation > 0)) return null;
  const variance = (deviation * deviation * (count - 1)) / count;
  const one = regimeCriterion(context, count, 1, -0.5 * count * (LOG_TWO_PI + context.kernels.naturalLog(variance) + 1));
  const fits: RegimeFit[] = [];
  for (const [round, k] of states.entries()) {
    const below = fits.at(-1);
    const fit = context.arena.scope(() => {
      const passes = new RegimePasses(context, kernels, column, k);
      const parameters = new RegimeParameters(context.kernels, kernels, { mean, deviation }, k);
      const more = below && below.states === k - 1 ? splitModels(below.model) : [];
      const share = (part: number) => report((round + part) / states.length);
      const search = searchRegimes(passes, parameters, seed, more, (part) => share(0.8 * part));
      // Errors take two passes per parameter: a third of the time of a comparison.
      const compared = reported !== undefined && k !== reported && column.n > ALL_ERRORS;
      return compared ? ordered(passes, parameters, search, null) : finish(passes, parameters, search, (part) => share(0.8 + 0.2 * part));
    });
    fits.push(fit);
  }
  return { one, fits };
}

/** Standard errors, and a final ascent if the curvature shows that something is left to gain. */
function finish(passes: RegimePasses, parameters: RegimeParameters, search: RegimeSearch, report: (share: number) => void): RegimeFit {
  let { maximum } = search;
  let found = parameterCovariance(passes, parameters, maximum, report);
  if (found && quadraticForm(maximum.gradient, found.covariance, maximum.gradient) > ARRIVED) {
    maximum = maximizeRegimes(passes, parameters, maximum.model);
    found = parameterCovariance(passes, parameters, maximum, report);
  }
  return ordered(passes, parameters, { ...search, maximum }, found);
}

/** A fit as reported, its regimes in order; without a covariance it has no errors. */
function ordered(
  passes: RegimePasses,
  parameters: RegimeParameters,
  { maximum, starts, finalists }: RegimeSearch,
  found: ReturnType<typeof parameterCovariance>,
): RegimeFit {
  const { model, logLikelihood, converged, steps } = maximum;
  const { counts } = passes.expectation(model);
  const errors = regimeErrors(parameters, model, found);
  const { by, order } = orderOf(model, errors, counts);
  const place = <T>(list: readonly T[]): T[] => order.map((i) => list[i]);
  const s = parameters.states;
  const covariance = errors.meanCovariance;
  return {
    ...regimeCriterion(passes.context, passes.column.n, s, logLikelihood),
    model: reordered(model, order),
    errors: {
      transition: place(errors.transition).map(place),
      mean: place(errors.mean),
      variance: place(errors.variance),
      meanCovariance:
        covariance && Float64Array.from({ length: s * s }, (_, at) => covariance[order[Math.floor(at / s)] * s + order[at % s]]),
    },
    order: by,
    counts: place(counts),
    atFloor: place(model.variance.map((variance) => variance < 1.01 * parameters.floor)),
    converged,
    steps,
    starts,
    finalists,
  };
}
