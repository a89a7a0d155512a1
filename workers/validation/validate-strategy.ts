import { because, type Cause, type Count, fail, failBecause, type Outcome, succeed } from "../contract";
import { count } from "../format";
import { momentsOf } from "../numerics/moments";
import type { RiskKernels } from "../performance";
import {
  type BlockLengths,
  blockLengths,
  type Estimates,
  MIN_FOR_INTERVALS,
  type PerformanceName,
  performanceEstimates,
  replicatesFor,
} from "../risk";
import { firstInChunks, type JobContext } from "../runtime/job";
import { type CanceledAfter, cutAt, inParallelSoFar } from "../runtime/parallel";
import { readSettings } from "../runtime/schema";
import { type CombinatorialPaths, combinatorialPaths, crossValidate, type FoldResult } from "./cross-validation";
import { type Histogram, histogramOf } from "./histogram";
import * as messages from "./messages";
import { type Overfitting, overfittingOf } from "./overfitting";
import type { testSuperiority } from "./parts/test-superiority";
import { type ValidationSettings, validationSchema } from "./schema";
import { type SelectionReport, selectionOf } from "./selection";
import { walkForwardWindows } from "./splits";
import { layOutStrategies } from "./strategies";
import type { SuperiorAbility } from "./superior-ability";
import { type WalkForward, walkForward } from "./walk-forward";

export interface ValidationInput extends Partial<ValidationSettings> {
  /** Simple returns per period as fractions, on the same dates. */
  strategies: { name: string; returns: Float64Array }[];
  times?: Float64Array | null;
  /** Row to which the first return belongs, 0 by default: without dates, months are counted from the first row. */
  firstReturn?: Count;
  /** Benchmark returns; the risk-free rate if there are none. */
  benchmark?: Float64Array | null;
}

export interface ValidationReport {
  names: string[];
  /** Number of rows used. */
  returns: Count;
  settings: ValidationSettings;
  /** Null, with a reason, if the sample is shorter than a window. */
  walkForward: WalkForward | null;
  walkForwardReason: string | null;
  crossValidation: { folds: FoldResult[]; paths: CombinatorialPaths };
  selection: SelectionReport;
  /** Null, with a reason, for a single strategy or a short sample. */
  overfitting: Overfitting | null;
  overfittingNote: string | null;
  superiorAbility: SuperiorAbility | null;
  /** Metrics of the selected strategy with block-bootstrap intervals. */
  bootstrap: Estimates<PerformanceName>;
  /** Number of resamples for the intervals; 0 if the returns do not vary or are too few. */
  replicates: Count;
  /** (Mean) block length used, and that of the automatic rule for both schemes; null if the returns do not vary. */
  block: number;
  blocks: BlockLengths | null;
  /** The resampled Sharpe ratios; null if none were drawn. */
  sharpeHistogram: Histogram | null;
  /** Present if the user canceled during the resamples of the superiority test or, after these, of the intervals. */
  canceledAfter?: CanceledAfter;
}

interface Rows {
  returns: Float64Array[];
  benchmark: Float64Array | null;
  times: Float64Array | null;
}

/** The rows between the dates, or why they cannot be used. */
function readRows({ strategies, times = null, benchmark = null }: ValidationInput, settings: ValidationSettings): Outcome<Rows> {
  if (strategies.length === 0) return fail("bad-input", "validation/enterStrategies");
  const length = strategies[0].returns.length;
  const columns = [...strategies.map(({ returns }) => returns), ...(benchmark ? [benchmark] : []), ...(times ? [times] : [])];
  if (columns.some((column) => column.length !== length)) return fail("bad-input", "validation/strategiesUnequal");
  const { startDate, endDate } = settings;
  let [from, to] = [0, length];
  if (times && startDate !== null) while (from < length && times[from] < startDate) from++;
  if (times && endDate !== null) while (to > from && times[to - 1] > endDate) to--;
  if (length > 0 && from === to) return fail("bad-input", "series/noRowsBetween");
  const cut = (column: Float64Array) => column.subarray(from, to);
  return succeed({
    returns: strategies.map(({ returns }) => cut(returns)),
    benchmark: benchmark && cut(benchmark),
    times: times && cut(times),
  });
}

/** Why a column of returns cannot be used; null if it can. */
function findDefect(context: JobContext, column: Float64Array): { cause: Cause; row?: Count } | null {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const address = arena.put(column);
    const moments = momentsOf(context, address, column.length, 0);
    if (!moments) {
      const index = firstInChunks(context, column.length, (from, to) => kernels.firstNotFinite(address, from, to));
      return index < 0
        ? { cause: because("series/tooLargeValues") }
        : { cause: because("series/notFinite", { row: index + 1 }), row: index + 1 };
    }
    return moments.least <= -1 ? { cause: because("risk/ruinousReturn") } : null;
  });
}

/** The first column that cannot be validated; the one after the named ones is the benchmark. */
function unusable(context: JobContext, names: readonly string[], columns: readonly Float64Array[]): Outcome<never> | null {
  for (const [k, column] of columns.entries()) {
    const found = findDefect(context, column);
    if (found)
      return fail(
        "bad-input",
        "validation/strategyFailed",
        { name: names[k] ?? "Benchmark", cause: found.cause },
        { row: found.row, column: names[k] },
      );
  }
  return null;
}

/** Validates one strategy, or a choice among many: walk-forward, purged cross-validation, overfitting, superiority, significance. */
export async function validateStrategy(input: ValidationInput, context: JobContext): Promise<Outcome<ValidationReport>> {
  const { strategies, times: _times, benchmark: _benchmark, firstReturn = 0, ...given } = input;
  const read = readSettings(validationSchema, given);
  if (read.refusal !== null) return failBecause("bad-input", read.refusal);
  const { settings } = read;
  const rows = readRows(input, settings);
  if (!rows.ok) return rows;
  const { returns, benchmark, times } = rows.value;
  const names = strategies.map(({ name }) => name);
  const failed = unusable(context, names, benchmark ? [...returns, benchmark] : returns);
  if (failed) return failed;
  const n = returns[0].length;
  const most = Math.max(settings.folds, settings.pathFolds);
  if (n < 4 * most) return fail("bad-input", "validation/needsSamples", { rows: 4 * most, given: n });
  if (settings.purge + settings.embargoRows >= Math.floor(n / most) - 1) return fail("bad-input", "validation/purging");

  const risk = await context.load("risk");
  const validation = await context.load("validation");
  const { perYear, riskFree, seed } = settings;
  const convention = { perYear, riskFree };
  const target = riskFree / perYear;
  const { arena } = context;
  const report = arena.scope(() => {
    context.progress(0, "Reading strategies");
    const all = layOutStrategies(context, risk, names, returns, target);
    context.progress(0.1, "Walk-forward");
    const windows = walkForwardWindows(n, { window: settings.windowSize, step: settings.stepSize, outOfSample: settings.outOfSamplePct });
    const usable = windows.length > 0 && [windows[0].inSample, windows[0].outOfSample].every(({ from, to }) => to - from >= 2);
    const walked = usable ? walkForward(context, risk, all, windows, { ...settings, times, firstReturn }) : null;
    context.progress(0.3, "Cross-validating");
    const { purge, embargoRows: embargo, pathFolds, testFolds } = settings;
    const folds = crossValidate(context, risk, all, settings.folds, { purge, embargo }, convention);
    const paths = combinatorialPaths(context, risk, all, { folds: pathFolds, testFolds, purge, embargo }, convention);
    const selection = selectionOf(context, risk, all, settings);
    context.progress(0.5, "Measuring overfitting");
    const overfitting = all.shapes.filter(({ deviation }) => deviation > 0).length < 2 ? null : overfittingOf(context, validation, all);
    const { mean, deviation } = all.shapes[selection.strategy];
    const column = all.columns + selection.strategy * all.stride;
    const blocks = deviation > 0 ? blockLengths(context, risk, column, n, mean) : null;
    const block = blocks?.stationary ?? 1;
    return {
      names,
      returns: n,
      settings,
      walkForward: walked,
      walkForwardReason: walked ? null : messages.needsWindow({ rows: settings.windowSize, given: n }),
      crossValidation: { folds, paths },
      selection,
      overfitting,
      overfittingNote: overfitting === null ? messages.needsConfigurations : names.length < 10 ? messages.fewConfigurations : null,
      superiorAbility: null,
      block: blockOf(settings, blocks),
      blocks,
      pivot: mean,
      varies: deviation > 0,
      plan: { block, replicates: settings.iterations, seed },
    };
  });
  const { pivot, varies, plan, ...found } = report;
  const versus = benchmark ? { returns: outperformance(context, risk, returns, benchmark), target: 0 } : { returns, target };
  const tested = await inParallelSoFar<typeof testSuperiority>(
    context,
    "test-superiority",
    [{ names, ...versus, ...plan }],
    "Testing superiority",
    [0.7, 1],
  );
  if (!tested.ok) return tested;
  const superiorAbility = tested.value[0]?.test ?? null;
  const selected = returns[found.selection.strategy].slice();
  const resampled = await resample(context, risk, selected, settings, { pivot, block: varies ? found.block : null });
  if (!resampled.ok) return resampled;
  const { drawn, planned, ...intervals } = resampled.value;
  return succeed({
    ...found,
    superiorAbility,
    ...intervals,
    ...cutAt((superiorAbility?.replicates ?? 0) + drawn, (superiorAbility ? settings.iterations : 0) + planned),
  });
}

/** Metrics of the selected strategy with their intervals, from blocks of a (mean) length; null if its returns do not vary. */
async function resample(
  context: JobContext,
  risk: RiskKernels,
  returns: Float64Array,
  { scheme, seed, iterations, significanceLevel, perYear, riskFree }: ValidationSettings,
  { pivot, block }: { pivot: number; block: number | null },
) {
  const n = returns.length;
  const replicates = replicatesFor(n, iterations);
  const plan = block !== null && n >= MIN_FOR_INTERVALS ? { scheme, block, replicates, seed } : null;
  let sharpeHistogram: Histogram | null = null;
  const bootstrap = await performanceEstimates(
    context,
    risk,
    returns,
    { perYear, riskFree, pivot, years: null },
    plan,
    1 - significanceLevel,
    `Bootstrapping ${count(replicates)} resamples`,
    (name, drawn) => {
      if (name === "sharpe") sharpeHistogram = histogramOf(drawn);
    },
  );
  if (!bootstrap.ok) return bootstrap;
  const { drawn, estimates: figures } = bootstrap.value;
  const planned = plan ? replicates : 0;
  return succeed({
    bootstrap: figures,
    replicates: drawn,
    sharpeHistogram: sharpeHistogram as Histogram | null,
    drawn,
    planned,
  });
}

/** Circular blocks have integer lengths. */
function blockOf({ scheme, blockLength }: ValidationSettings, blocks: BlockLengths | null): number {
  const length = blockLength ?? blocks?.[scheme] ?? 1;
  return scheme === "circular" ? Math.max(1, Math.round(length)) : length;
}

/** Every strategy's returns in excess of the benchmark's. */
function outperformance(context: JobContext, risk: RiskKernels, returns: Float64Array[], benchmark: Float64Array): Float64Array[] {
  const { arena } = context;
  return arena.scope(() => {
    const base = arena.put(benchmark);
    const column = arena.take(benchmark.length);
    return returns.map((values) => {
      arena.view(column, values.length).set(values);
      context.checkpoint();
      risk.addWeighted(base, -1, 0, values.length, column);
      return arena.view(column, values.length).slice();
    });
  });
}
