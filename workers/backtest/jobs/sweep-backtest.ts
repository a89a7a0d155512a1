import { because, type Cause, type Count, type Fraction, fail, type Outcome, type Range, succeed } from "../../contract";
import { deflatedSharpe, probabilisticSharpe } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { type CanceledAfter, cutAt, inParallelSoFar } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import { combinations, placesOf, plateau, runnable, strategyAt } from "../grid";
import * as messages from "../messages";
import { type HeadMetrics, improvementOf, metricsOf, type ParameterBlock, parametersOf, runAgain } from "../run-again";
import { type Axis, type Objective, type SweptParameter, strategySchema, sweepSchema } from "../schema";
import { type Grid, sweepGrids } from "../sweep-grids";
import { SWEEP_FIGURES, type SweepFigure } from "../sweep-part";
import type { BacktestInput } from "./run-backtest";

export interface SweepInput extends BacktestInput {
  /** One to four parameters and their values; every combination is run. */
  axes: { parameter: SweptParameter; values: ArrayLike<number> }[];
  objective?: Objective;
  /** Runs whose returns are given, best first: what `validateStrategy` wants. */
  keep?: Count;
}

export interface SweepReport {
  /** The specification's block; improvements are signed texts. */
  originalParams: ParameterBlock;
  optimizedParams: ParameterBlock;
  improvementMetrics: { sharpeRatio: string; returns: string; maxDrawdown: string };
  original: HeadMetrics;
  optimized: HeadMetrics;
  axes: Axis[];
  objective: Objective;
  /** One value per combination, the last axis running fastest; NaN where it is not defined. */
  figures: Record<SweepFigure, Float64Array>;
  /** Mean objective over each combination and its neighbors. */
  plateau: Float64Array;
  /** Places in the columns: highest objective, and highest plateau. */
  best: Count;
  steadiest: Count;
  combinations: Count;
  /** Combinations that were not run, because their parameters contradict each other. */
  skipped: Count;
  /** There where the user canceled: everything here is about the combinations run until then, and the others have no figures. */
  canceledAfter?: CanceledAfter;
  /** Whether the best Sharpe ratio exceeds chance, counting every combination as an independent trial. */
  selection: { trials: Count; sharpe: number; psr: Fraction | null; dsr: Fraction | null } | null;
  kept: { index: Count; name: string; returns: Float64Array }[];
  firstRow: Count;
  rows: Count;
  notes: string[];
}

const MAX_COMBINATIONS: Count = 50_000;

/** Axes with their values as lists. */
export const listed = (axes: SweepInput["axes"]): Axis[] =>
  axes.map(({ parameter, values }) => ({ parameter, values: Array.from(values) }));

const optimizing = (cause: Cause) => fail("bad-input", "backtest/optimizationFailed", { cause });

/** Runs every combination of some parameters, in parts on the workers that are free, and names the best and the steadiest of those run. */
export async function sweepBacktest(input: SweepInput, context: JobContext): Promise<Outcome<SweepReport>> {
  const swept = await sweepRanges(input, context, []);
  return swept.ok ? succeed(swept.value.sweep) : swept;
}

/** The same over further ranges of rows too, with the grid of each: where the user cancels, a combination counts if it was run in all. */
export async function sweepRanges(
  input: SweepInput,
  context: JobContext,
  ranges: readonly Range[],
): Promise<Outcome<{ sweep: SweepReport; grids: Grid[] }>> {
  const { bars, assets, times, sentiment, benchmark: _, strategy: given, axes: asked, objective: ranking, keep: listing, ...rest } = input;
  const read = readSettings(sweepSchema, { strategy: given, settings: rest, axes: listed(asked), objective: ranking, keep: listing });
  if (read.refusal !== null) return optimizing(read.refusal);
  const { strategy, settings, axes, objective, keep } = read.settings;
  const count = combinations(axes);
  if (count > MAX_COMBINATIONS) return optimizing(because("backtest/sweepTooMany", { given: count, most: MAX_COMBINATIONS }));
  const each = Array.from({ length: count }, (_, index) => strategyAt(strategy, axes, placesOf(axes, index)));
  if (!each.some(runnable)) return optimizing(readSettings(strategySchema, each[0]).refusal ?? because("backtest/sweepNothing"));
  const market = { bars, assets, times, sentiment };
  const swept = await sweepGrids(context, market, settings, strategy, axes, [null, ...ranges], inParallelSoFar);
  if (!swept.ok) return swept;
  const { ran } = swept.value;
  const [figures, ...grids] = swept.value.grids;
  const skipped = ran.filter((index) => !runnable(each[index])).length;
  const ranked = Array.from(each.keys(), (index) => index)
    .filter((index) => !Number.isNaN(figures[objective][index]))
    .sort((a, b) => figures[objective][b] - figures[objective][a] || a - b);
  // Of the others nothing is known where the user canceled.
  if (ranked.length === 0 && ran.length < count) return fail("canceled", "runtime/canceled");
  if (ranked.length === 0) return optimizing(because("backtest/sweepNothing"));
  const best = ranked[0];
  const steady = context.column(count);
  plateau(axes, figures[objective], steady);
  const steadiest = ranked.reduce((found, index) => (steady[index] > steady[found] ? index : found), best);

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
    axes,
    objective,
    figures,
    plateau: steady,
    best,
    steadiest,
    combinations: count,
    skipped,
    ...cutAt(ran.length, count),
    selection: selectionOf(context, figures, rows - 1, settings.periodsPerYear),
    kept: runs.slice(1).map(({ returns }, k) => ({ index: ranked[k], name: nameOf(axes, ranked[k]), returns })),
    firstRow,
    rows,
    notes: skipped > 0 ? [...notes, messages.sweepSkipped({ count: skipped })] : notes,
  };
  return succeed({ sweep, grids });
}

/** The deflated Sharpe ratio of the best combination, by the spread of all that were tried. */
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
    // One Sharpe ratio has no spread: worthless trials spread by its standard error, 1 / sqrt(n - 1).
    dsr: deflatedSharpe(kernels, sample, known.length > 1 ? spread : 1 / (n - 1), known.length),
  };
}

const nameOf = (axes: readonly Axis[], index: Count): string =>
  placesOf(axes, index)
    .map((place, axis) => `${axes[axis].parameter} ${axes[axis].values[place]}`)
    .join(", ");
