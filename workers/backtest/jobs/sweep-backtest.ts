import type * as v from "valibot";
import { because, type Cause, type Count, type Fraction, fail, type Outcome, type Range, succeed } from "../../contract";
import { deflatedSharpe, probabilisticSharpe } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { type CanceledAfter, cutAt, inParallelSoFar } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import { plateau, runnable, type Trials, trialAt, trialCount, trialPlaces } from "../grid";
import * as messages from "../messages";
import { drawTrials, refusalOf } from "../random-trials";
import { type HeadMetrics, improvementOf, metricsOf, type ParameterBlock, parametersOf, runAgain } from "../run-again";
import { strategySchema } from "../schema";
import { type Axis, MAX_COMBINATIONS, type Objective, type Search, type SweptParameter, sweepSchema } from "../search-schema";
import { type Grid, sweepGrids } from "../sweep-grids";
import { SWEEP_FIGURES, type SweepFigure } from "../sweep-part";
import type { BacktestInput } from "./run-backtest";

export interface SweepInput extends BacktestInput {
  /** One to four parameters with values: either all combinations are run, or random trials between the lowest and highest value of each. */
  axes: { parameter: SweptParameter; values: ArrayLike<number> }[];
  search?: Search;
  /** For a random search. */
  trials?: Count;
  seed?: number;
  objective?: Objective;
  /** Number of runs whose returns are returned, best first: input of `validateStrategy`. */
  keep?: Count;
}

export interface SweepReport {
  /** The specification's block; improvements are signed texts. */
  originalParams: ParameterBlock;
  optimizedParams: ParameterBlock;
  improvementMetrics: { sharpeRatio: string; returns: string; maxDrawdown: string };
  original: HeadMetrics;
  optimized: HeadMetrics;
  /** Present for a random search. */
  search?: "random";
  /** The values of the grid, or of each random trial. */
  axes: Axis[];
  objective: Objective;
  /** One value per trial, for a grid with the last axis varying fastest; NaN if undefined. */
  figures: Record<SweepFigure, Float64Array>;
  /** Mean objective over each combination of a grid and its neighbors; null for random trials. */
  plateau: Float64Array | null;
  /** Indices of the highest objective, and of the highest plateau. */
  best: Count;
  steadiest: Count | null;
  combinations: Count;
  /** Number of combinations not run because their parameters are inconsistent. */
  skipped: Count;
  /** Present if the user canceled: everything here is based on the combinations run so far; the others have no figures. */
  canceledAfter?: CanceledAfter;
  /** Whether the best Sharpe ratio exceeds chance, counting every combination or random trial as independent. */
  selection: { trials: Count; sharpe: number; psr: Fraction | null; dsr: Fraction | null } | null;
  kept: { index: Count; name: string; returns: Float64Array }[];
  firstRow: Count;
  rows: Count;
  notes: string[];
}

/** The settings in the form of the schema. */
export function settingsOf(input: SweepInput) {
  const { bars: _, assets: __, times: ___, sentiment: ____, benchmark: _____, ...asked } = input;
  const { strategy, axes, search, trials, seed, objective, keep, ...settings } = asked;
  const varied = axes.map(({ parameter, values }) => ({ parameter, values: Array.from(values) }));
  return { strategy, settings, axes: varied, search, trials, seed, objective, keep };
}

export const optimizing = (cause: Cause) => fail("bad-input", "backtest/optimizationFailed", { cause });

/**
 * Runs a grid or random trials of parameters, in parallel on idle workers, and selects the best trial, and for a grid the one with the highest
 * plateau.
 */
export async function sweepBacktest(input: SweepInput, context: JobContext): Promise<Outcome<SweepReport>> {
  const swept = await sweepRanges(input, context, []);
  return swept.ok ? succeed(swept.value.sweep) : swept;
}

/** The same also over further ranges of rows, with the grid of each: if the user cancels, only combinations run over all ranges count. */
export async function sweepRanges(
  input: SweepInput,
  context: JobContext,
  ranges: readonly Range[],
): Promise<Outcome<{ sweep: SweepReport; grids: Grid[]; trials: Trials }>> {
  const { bars, assets, times, sentiment } = input;
  const read = readSettings(sweepSchema, settingsOf(input));
  if (read.refusal !== null) return optimizing(read.refusal);
  const { strategy, settings, objective, keep } = read.settings;
  const refusal = read.settings.search === "random" ? refusalOf(read.settings.axes) : null;
  if (refusal) return optimizing(refusal);
  const trials = trialsOf(context, read.settings);
  const count = trialCount(trials);
  if (count > MAX_COMBINATIONS) return optimizing(because("backtest/sweepTooMany", { given: count, most: MAX_COMBINATIONS }));
  const each = Array.from({ length: count }, (_, index) => trialAt(strategy, trials, index));
  if (!each.some(runnable)) return optimizing(readSettings(strategySchema, each[0]).refusal ?? because("backtest/sweepNothing"));
  const market = { bars, assets, times, sentiment };
  const swept = await sweepGrids(context, market, settings, strategy, trials, [null, ...ranges], inParallelSoFar);
  if (!swept.ok) return swept;
  const { ran } = swept.value;
  const [figures, ...grids] = swept.value.grids;
  const skipped = ran.filter((index) => !runnable(each[index])).length;
  const ranked = Array.from(each.keys(), (index) => index)
    .filter((index) => !Number.isNaN(figures[objective][index]))
    .sort((a, b) => figures[objective][b] - figures[objective][a] || a - b);
  // If the user canceled, the remaining trials might still have a value.
  if (ranked.length === 0 && ran.length < count) return fail("canceled", "runtime/canceled");
  if (ranked.length === 0) return optimizing(because("backtest/sweepNothing"));
  const best = ranked[0];
  const steady = plateauOf(context, trials, figures[objective]);

  const again = await runAgain(context, market, settings, [strategy, ...ranked.slice(0, keep).map((index) => each[index])]);
  if (!again.ok) return again;
  const { runs, firstRow, rows, notes } = again.value;
  const original = metricsOf(runs[0].figures);
  const optimized = metricsOf(SWEEP_FIGURES.map((name) => figures[name][best]));
  const sweep: SweepReport = {
    originalParams: parametersOf(strategy),
    optimizedParams: parametersOf(each[best]),
    improvementMetrics: improvementOf(original, optimized),
    original,
    optimized,
    ...(trials.paired && { search: "random" }),
    axes: trials.axes,
    objective,
    figures,
    plateau: steady,
    best,
    steadiest: steady && ranked.reduce((found, index) => (steady[index] > steady[found] ? index : found), best),
    combinations: count,
    skipped,
    ...cutAt(ran.length, count),
    selection: selectionOf(context, figures, rows - 1, settings.periodsPerYear),
    kept: runs.slice(1).map(({ returns }, k) => ({ index: ranked[k], name: nameOf(trials, ranked[k]), returns })),
    firstRow,
    rows,
    notes: [
      ...notes,
      ...(skipped > 0 ? [messages.sweepSkipped({ count: skipped })] : []),
      ...(trials.paired && count < read.settings.trials ? [messages.searchFewTrials({ given: count })] : []),
    ],
  };
  return succeed({ sweep, grids, trials });
}

const trialsOf = (context: JobContext, { axes, search, trials, seed }: v.InferOutput<typeof sweepSchema>): Trials =>
  search === "grid" ? { axes, paired: false } : { axes: drawTrials(context, axes, trials, seed), paired: true };

function plateauOf(context: JobContext, { axes, paired }: Trials, objective: Float64Array): Float64Array | null {
  if (paired) return null;
  const steady = context.column(objective.length);
  plateau(axes, objective, steady);
  return steady;
}

/** The deflated Sharpe ratio of the best combination, with the variance over all that were tried. */
function selectionOf(
  { kernels }: JobContext,
  figures: Record<SweepFigure, Float64Array>,
  n: Count,
  perYear: number,
): SweepReport["selection"] {
  const known = Array.from(figures.sharpeRatio.keys(), (index) => index).filter((index) => !Number.isNaN(figures.sharpeRatio[index]));
  if (known.length === 0) return null;
  const best = known.reduce((found, index) => (figures.sharpeRatio[index] > figures.sharpeRatio[found] ? index : found), known[0]);
  const perPeriod = known.map((index) => figures.sharpeRatio[index] / Math.sqrt(perYear));
  const mean = perPeriod.reduce((sum, value) => sum + value, 0) / known.length;
  const spread = perPeriod.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1);
  const sharpe = figures.sharpeRatio[best] / Math.sqrt(perYear);
  const sample = { sharpe, n, skewness: figures.skewness[best] || 0, kurtosis: (figures.kurtosis[best] || 0) + 3 };
  return {
    trials: known.length,
    sharpe: figures.sharpeRatio[best],
    psr: probabilisticSharpe(kernels, sample, 0),
    // A single Sharpe ratio has no variance: use that of null trials, 1 / (n - 1).
    dsr: deflatedSharpe(kernels, sample, known.length > 1 ? spread : 1 / (n - 1), known.length),
  };
}

const nameOf = (trials: Trials, index: Count): string =>
  trialPlaces(trials, index)
    .map((place, axis) => `${trials.axes[axis].parameter} ${trials.axes[axis].values[place]}`)
    .join(", ");
