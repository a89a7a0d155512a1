import { because, type Count, type Fraction, type Millis, type Outcome, type Range, succeed } from "../../contract";
import { probabilisticSharpe } from "../../performance";
import type { JobContext } from "../../runtime/job";
import type { CanceledAfter } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import { type MarketInput, type TradedRows, tradedRows } from "../bars";
import { trialAt } from "../grid";
import * as messages from "../messages";
import { improvementOf, type ParameterBlock, parametersOf } from "../run-again";
import { searchSchema } from "../search-schema";
import { type Joined, joinReturns, searchWindows } from "../search-windows";
import { optimizing, type SweepInput, type SweepReport, settingsOf, sweepRanges } from "./sweep-backtest";

export interface OptimizeInput extends SweepInput {
  /** Walk-forward windows, 2 to 50. */
  windows?: Count;
}

export interface SearchedWindow {
  /** Rows of the input: in sample [from, split), out of sample [split, to). */
  from: Count;
  split: Count;
  to: Count;
  /** Times of the first and last out-of-sample row; null without dates. */
  start: Millis | null;
  end: Millis | null;
  /** Index of the trial that was best in sample; null if none could be ranked and the original was kept. */
  index: Count | null;
  parameters: ParameterBlock;
  /** Objective in sample. */
  inSample: number | null;
  /** Out-of-sample results of the chosen and the original parameters. */
  returns: Fraction;
  original: Fraction;
}

export interface OptimizeReport {
  /** The specification's block: original and optimized parameters, and the out-of-sample improvement as signed texts. */
  originalParams: ParameterBlock;
  optimizedParams: ParameterBlock;
  improvementMetrics: { sharpeRatio: string; returns: string; maxDrawdown: string };
  windows: SearchedWindow[];
  /** Concatenated out-of-sample rows, traded with the latest choice: wealth from 1, and performance. */
  optimized: Joined;
  original: Joined;
  /** Times of the concatenated rows; null without dates. */
  times: Float64Array | null;
  /** Probability that the out-of-sample Sharpe ratio is above 0; no deflation, as nothing was selected on these rows. */
  outOfSamplePsr: Fraction | null;
  /** Sharpe ratio of each random trial over all out-of-sample rows. */
  outOfSample?: Float64Array;
  /** All trials on all rows, with the deflated Sharpe ratio of the best. */
  sweep: SweepReport;
  /** Present if the user canceled: everything here is based on the trials that were run in every window. */
  canceledAfter?: CanceledAfter;
  /** Total number of runs: trials times windows, plus one run per trial over all rows. */
  trials: Count;
  notes: string[];
}

/** Below this deflated Sharpe ratio, the result gets a caution. */
const SURE: Fraction = 0.95;
/** Minimum out-of-sample length of a window. */
const MIN_WINDOW: Count = 20;
/** Out-of-sample share of a window, as in validation. */
const LATER: Fraction = 0.3;
/** Ratio of in-sample to out-of-sample rows. */
const BEFORE = (1 - LATER) / LATER;

/**
 * Grid or random search of parameters, evaluated walk-forward: in each window the best in-sample trial is tested on the rows after it. The
 * proposed parameters are the best ones on the latest rows, as many as the in-sample length of a window: what the same procedure would trade
 * next.
 * @term Walk-forward optimization
 * @formula window: 70% in sample, 30% out of sample; windows advance by one out-of-sample length; choice = argmax of the objective in sample;
 * improvement = concatenated out-of-sample returns of the choices compared with those of the original on the same rows
 * @source Pardo 2008; Bailey and Lopez de Prado 2014 for the deflated Sharpe ratio
 * @tolerance choices and returns of single backtests of each window, same bits
 */
export async function optimizeStrategy(input: OptimizeInput, context: JobContext): Promise<Outcome<OptimizeReport>> {
  const { windows, ...sweepInput } = input;
  const { bars, assets, times = null, sentiment } = sweepInput;
  const read = readSettings(searchSchema, { ...settingsOf(sweepInput), windows });
  if (read.refusal !== null) return optimizing(read.refusal);
  const { strategy, settings, search, objective, windows: asked } = read.settings;

  const market: MarketInput = { bars, assets, times, sentiment };
  const traded = tradedRows(assets?.[0]?.close.length ?? bars.close.length, market, settings);
  // The sweep refuses unusable rows with a specific message.
  const plan = traded.ok ? planOf(traded.value, asked) : succeed(UNPLANNED);
  if (!plan.ok) return plan;
  const { ranges, length, later } = plan.value;
  const outOfSample = search === "random" && plan.value.outOfSample;
  const swept = await sweepRanges({ ...sweepInput, keep: 0 }, context, outOfSample ? [...ranges, outOfSample] : ranges);
  if (!swept.ok) return swept;
  const { sweep, grids, trials } = swept.value;
  const { firstRow, rows, canceledAfter } = sweep;
  const choices = grids.slice(0, asked + 1).map((grid) => bestOf(grid[objective]));
  const strategies = choices.map((index) => (index === null ? strategy : trialAt(strategy, trials, index)));

  const judged = await searchWindows(
    context,
    market,
    settings,
    ranges.slice(0, -1).map(({ to }, k) => ({ range: { from: to - 1, to: to + later }, strategies: [strategies[k], strategy] })),
  );
  if (!judged.ok) return judged;
  const basis = { perYear: settings.periodsPerYear, riskFree: settings.riskFree };
  const risk = await context.load("risk");
  const [optimized, original] = ([0, 1] as const).map((which) => {
    const parts = judged.value.map((window) => window[which]);
    return joinReturns(context, risk, parts, basis);
  });
  return succeed<OptimizeReport>({
    originalParams: parametersOf(strategy),
    optimizedParams: parametersOf(strategies[asked]),
    improvementMetrics: improvementOf(headOf(original), headOf(optimized)),
    windows: ranges.slice(0, -1).map(({ from, to }, k) => {
      const index = choices[k];
      const value = index === null ? Number.NaN : grids[k][objective][index];
      return {
        from,
        split: to,
        to: to + later,
        start: times ? times[to] : null,
        end: times ? times[to + later - 1] : null,
        index,
        parameters: parametersOf(strategies[k]),
        inSample: Number.isNaN(value) ? null : value,
        returns: judged.value[k][0].total,
        original: judged.value[k][1].total,
      };
    }),
    optimized,
    original,
    times: times ? times.slice(firstRow + length - 1, firstRow + rows) : null,
    outOfSamplePsr: psrOf(context, optimized, asked * later, basis.perYear),
    ...(outOfSample && { outOfSample: grids[asked + 1].sharpeRatio }),
    sweep,
    ...(canceledAfter && { canceledAfter }),
    trials: (grids.length + 1) * (canceledAfter?.done ?? sweep.combinations),
    notes: notesOf(sweep, choices.slice(0, -1)),
  });
}

interface Plan {
  /** In-sample rows of the windows, and last the same number of the latest rows. */
  ranges: Range[];
  /** In-sample and out-of-sample rows per window. */
  length: Count;
  later: Count;
  /** All out-of-sample rows, preceded by one row for the first decision. */
  outOfSample: Range | null;
}

const UNPLANNED: Plan = { ranges: [], length: 0, later: 0, outOfSample: null };

/** Divides the rows into windows. Fails if each has too few out-of-sample rows. */
function planOf({ first, n }: TradedRows, windows: Count): Outcome<Plan> {
  const later = Math.floor((n - first) / (windows + BEFORE));
  if (later < MIN_WINDOW)
    return optimizing(because("backtest/searchFewRows", { least: Math.ceil(MIN_WINDOW * (windows + BEFORE)), given: n - first }));
  const length = n - first - windows * later;
  const ranges = Array.from({ length: windows + 1 }, (_, k) => ({ from: first + k * later, to: first + k * later + length }));
  return succeed({ ranges, length, later, outOfSample: { from: first + length - 1, to: n } });
}

/** Probability that the true Sharpe ratio of the concatenated rows is above 0; null without a Sharpe ratio. */
function psrOf({ kernels }: JobContext, { performance }: Joined, n: Count, perYear: number): Fraction | null {
  const { sharpe, skewness, kurtosis } = performance;
  if (sharpe === null) return null;
  const sample = { sharpe: sharpe / Math.sqrt(perYear), n, skewness: skewness ?? 0, kurtosis: (kurtosis ?? 0) + 3 };
  return probabilisticSharpe(kernels, sample, 0);
}

function notesOf({ notes, selection }: SweepReport, choices: readonly (Count | null)[]): string[] {
  const unranked = choices.filter((index) => index === null).length;
  return [
    ...notes,
    messages.searchStart,
    ...(unranked > 0 ? [messages.searchNoTrades({ windows: unranked })] : []),
    ...(selection?.dsr != null && selection.dsr < SURE ? [messages.searchUnsure] : []),
  ];
}

const headOf = ({ performance }: Joined) => ({
  sharpeRatio: performance.sharpe,
  returns: performance.totalReturn,
  maxDrawdown: performance.maxDrawdown,
});

/** Index of the highest value, the first of equal ones; null if there is none. */
function bestOf(values: Float64Array): Count | null {
  let best: Count | null = null;
  for (let index = 0; index < values.length; index++)
    if (values[index] > (best === null ? Number.NEGATIVE_INFINITY : values[best])) best = index;
  return best;
}
