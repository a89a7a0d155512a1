import * as v from "valibot";
import type { Count } from "../contract";
import { type Maximum, maximize } from "../numerics/maximize";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { GarchModel } from "./garch-model";
import type { Likelihood } from "./likelihood";
import { models } from "./models";
import type { Start, VolatilityModel } from "./models/volatility-model";
import { optionsSchema } from "./schema";
import { shapeStart } from "./shape";
import { fromReported } from "./units";
import { middleOf, type VolatilitySeries } from "./volatility-series";

/** Length from which the search starts on a subsample of the series. */
const LONG = 50_000;
const SUBSAMPLE = 20_000;
/** Initial subsample for a shorter series whose likelihood has a cheap Hessian: a share of the rows, and a minimum. */
const SHARE = 1 / 8;
const MIN_SUBSAMPLE = 2560;
/** Log-likelihoods this close count as equal. */
const SAME_HEIGHT = 1e-9;
/** Share of the progress of a search with several lags that belongs to the model with one lag of each kind. */
const ONE_LAG_SHARE = 0.2;

export interface FitOptions extends v.InferOutput<typeof optionsSchema> {
  /** Initial parameters, in the order of a fit's estimates and the units of the returns; other starts are used only if these fail. */
  warmStart?: number[];
}

export const DEFAULT_FIT_OPTIONS: FitOptions = v.getDefaults(optionsSchema);

export interface Search {
  maximum: Maximum;
  /** Largest difference in log-likelihood between the maxima reached from the starts. */
  startSpread: number;
  evaluations: Count;
  iterations: Count;
}

/** Object of a search: a model's likelihood on a series. */
export interface Task {
  context: JobContext;
  /** Kernels of the module "volatility"; null if those of the core suffice. */
  kernels: KernelsOf<"volatility"> | null;
  kind: VolatilityModel;
  likelihood: Likelihood;
  series: VolatilitySeries;
}

type Report = (share: number) => void;

/** One search among those of a fit. */
interface Step extends Task {
  /** Searches of simpler models on the same series, cached by model: several larger models start from the same one. */
  simpler: Map<string, (Search & { keys: string[] }) | null>;
}

/** The maximum of a simpler model on the same series; each is searched for once. */
function simplerMaximum(step: Step, kind: VolatilityModel, model: GarchModel, options: FitOptions, report: Report = () => undefined) {
  const { context, kernels, series, simpler } = step;
  const key = JSON.stringify(model);
  const known = simpler.get(key);
  if (known !== undefined) return known;
  const found = context.arena.scope(() => {
    const likelihood = kind.likelihood(context, kernels, model, series);
    const search = searchFromStarts({ ...step, kind, likelihood }, options, report);
    return search && { ...search, keys: likelihood.keys };
  });
  simpler.set(key, found);
  return found;
}

/** The most likely point of a grid, and the next of another kind, or else the next one. Points that define no likelihood are omitted. */
function bestStarts(likelihood: Likelihood, grid: Start[]): Float64Array[] {
  const ranked = grid
    .map(({ theta, kind }) => ({ theta, kind, value: likelihood.rank?.(theta) ?? likelihood.value(theta) }))
    .filter(({ value }) => Number.isFinite(value))
    .sort((a, b) => b.value - a.value);
  const [best, next] = ranked;
  const other = ranked.find(({ kind }) => kind !== best.kind) ?? next;
  return [best, other].flatMap((start) => (start ? [start.theta] : []));
}

/** The maximum from a single start; null if it fails. */
function warmSearch({ context, likelihood, series }: Task, { warmStart, ...options }: FitOptions, report: Report): Search | null {
  const start = warmStart ? fromReported(likelihood, warmStart, series, context.kernels) : null;
  if (!start) return null;
  if (!likelihood.constraints().contains(start) && !Number.isFinite(likelihood.value(start))) return null;
  const maximum = maximize(likelihood, start, { ...options, onIteration: (done) => report(1 - 0.75 ** done) });
  const { converged, value, iterations } = maximum;
  return converged && Number.isFinite(value) ? { maximum, startSpread: 0, evaluations: likelihood.evaluations, iterations } : null;
}

/** Of equal maxima, a converged one takes precedence over one that was cut short. */
const highest = (maxima: Maximum[]): Maximum =>
  maxima.reduce((best, one) => {
    const gain = one.value - best.value;
    return gain > SAME_HEIGHT || (gain > -SAME_HEIGHT && one.converged && !best.converged) ? one : best;
  });

/** True if the starts ended at different maxima, at a bound, or nowhere: there may be a higher maximum. */
function isDoubtful(best: Maximum, maxima: Maximum[]): boolean {
  const apart = maxima.some(({ value }) => !(best.value - value < SAME_HEIGHT));
  return apart || !best.converged || best.constraints.active.length > 0;
}

/** Points of the nested models: the simplest, and the most likely of the others. */
function nestedStarts(step: Step, options: FitOptions, shape: number[], doubtful: boolean): Float64Array[] {
  const { kind, likelihood, series } = step;
  const maximumOf = (model: GarchModel) => {
    const found = simplerMaximum(step, models[model.variance], model, options);
    return found && { keys: found.keys, theta: found.maximum.theta };
  };
  const [simplest, ...others] = kind.nested?.(likelihood, series, { shape, doubtful }, maximumOf) ?? [];
  const [best] = bestStarts(
    likelihood,
    others.map((theta) => ({ theta })),
  );
  return [simplest, best].filter((point) => point !== undefined);
}

/**
 * Ascends from several starts, with several lags also from the best model with one, and keeps the highest maximum; null without a start.
 */
function searchFromStarts(step: Step, options: FitOptions, report: Report): Search | null {
  const warm = warmSearch(step, options, report);
  if (warm) return warm;
  const { kind, likelihood, series } = step;
  const { model } = likelihood;
  const { warmStart, ...cold } = options;
  const larger = model.p * model.q > 1 && !kind.fixedForm;
  const simple = larger ? simplerMaximum(step, kind, { ...model, p: 1, q: 1 }, cold, (share) => report(ONE_LAG_SHARE * share)) : null;
  const shape = shapeStart(model.distribution, series.kurtosis, options.nuStart, options.lambdaStart);
  const oneLag = simple && { keys: simple.keys, theta: simple.maximum.theta };
  const { grid, more = [] } = kind.starts(likelihood, series, { shape, oneLag });
  const ranked = bestStarts(likelihood, grid);
  const starts = [...ranked, ...more];
  if (starts.length === 0) return null;
  const begun = larger ? ONE_LAG_SHARE : 0;
  const maxima: Maximum[] = [];
  starts.forEach((start, index) => {
    const onIteration = (done: Count) => report(begun + ((1 - begun) * (index + 1 - 0.75 ** done)) / starts.length);
    const known = maxima.find(({ converged }) => converged);
    maxima.push(maximize(likelihood, start, { ...cold, known, onIteration }));
  });
  // The additional starts are a safety net, often at a lower local maximum: they do not count in the comparison.
  const compared = maxima.slice(0, Math.max(1, ranked.length));
  const best = highest(maxima);
  const nested = nestedStarts(step, cold, shape, isDoubtful(best, maxima)).map((start) =>
    maximize(likelihood, start, { ...cold, onIteration: () => report(1) }),
  );
  const maximum = highest([best, ...nested]);
  return {
    maximum,
    startSpread: maximum.value - Math.min(...compared.map(({ value }) => value)),
    evaluations: (simple?.evaluations ?? 0) + likelihood.evaluations,
    iterations: [...maxima, ...nested].reduce((total, { iterations }) => total + iterations, simple?.iterations ?? 0),
  };
}

/** Number of rows on which a search starts; all of them if fewer would save nothing. */
function firstRows({ n, knowsCurvature }: Likelihood): Count {
  if (n > LONG) return SUBSAMPLE;
  const few = Math.max(MIN_SUBSAMPLE, 8 * Math.floor((n * SHARE) / 8));
  return knowsCurvature && 4 * few <= n ? few : n;
}

/**
 * Ascends on the whole series from the maximum on its middle rows; null if those were not representative or, on a shorter series, left any
 * doubt.
 */
function searchFromSubsample(task: Task, options: FitOptions, length: Count, report: Report): Search | null {
  const { context, kind, likelihood, series } = task;
  const { model } = likelihood;
  const part = context.arena.scope(() => {
    const rows = middleOf(context, series, model, kind.regressesMean(model), length);
    const step = { ...task, likelihood: likelihood.with({ series: rows }), series: rows, simpler: new Map() };
    return searchFromStarts(step, options, (share) => report(0.4 * share));
  });
  if (!part || !Number.isFinite(part.maximum.value)) return null;
  if (series.n <= LONG && (part.startSpread > SAME_HEIGHT || isDoubtful(part.maximum, [part.maximum]))) return null;
  const { theta, hessian, information, constraints } = part.maximum;
  const growth = series.n / length;
  const grown = (matrix: Float64Array) => matrix.map((value) => value * growth);
  const maximum = maximize(likelihood, theta, {
    ...options,
    warm: { hessian: hessian && grown(hessian), information: grown(information), constraints },
    onIteration: (done) => report(0.4 + 0.6 * (1 - 0.75 ** done)),
  });
  if (!maximum.converged || (series.n <= LONG && maximum.constraints.active.length > 0)) return null;
  const evaluations = part.evaluations + likelihood.evaluations;
  return { ...part, maximum, evaluations, iterations: part.iterations + maximum.iterations };
}

/**
 * The highest maximum of the likelihood that can be found; null if no start defines one. For a long series, the search starts on a
 * subsample.
 */
export function findMaximum(task: Task, options: FitOptions, report: Report): Search | null {
  const step = { ...task, simpler: new Map() };
  const rows = firstRows(task.likelihood);
  if (rows === task.series.n || (options.warmStart && task.series.n <= LONG)) return searchFromStarts(step, options, report);
  const found = searchFromSubsample(task, options, rows, report);
  return found ?? searchFromStarts(step, options, (share) => report(0.4 + 0.6 * share));
}
