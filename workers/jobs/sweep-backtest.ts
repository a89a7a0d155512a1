import { type Count, type Fraction, fail, type Outcome, succeed } from "../contract";
import { putMarket } from "../lib/backtest/bars";
import { runEngine } from "../lib/backtest/engine";
import {
  type Axis,
  axesTrouble,
  combinations,
  indexOf,
  placesOf,
  plateau,
  runnable,
  runningOrder,
  type SweptParameter,
  strategyAt,
} from "../lib/backtest/grid";
import { yearsOf } from "../lib/backtest/monthly";
import { basicsOf } from "../lib/backtest/scores";
import {
  BACKTEST_DEFAULTS,
  type BacktestSettings,
  type BehavioralFactors,
  type FullStrategy,
  fullStrategy,
  type StrategyParameters,
  settingsRow,
  settingsTrouble,
  strategyTrouble,
} from "../lib/backtest/settings";
import { decisionsTable, figuresOf, SWEEP_FIGURES, type SweepFigure } from "../lib/backtest/sweep-part";
import type { JobContext } from "../lib/job";
import { messages } from "../lib/messages";
import { inParallel } from "../lib/parallel";
import { deflatedSharpe, probabilisticSharpe } from "../lib/validation/sharpe-inference";
import type { BacktestInput } from "./run-backtest";

export const OBJECTIVES = ["sharpeRatio", "returns", "calmar"] as const;
export type Objective = (typeof OBJECTIVES)[number];

export interface SweepInput extends BacktestInput {
  /** One to four parameters and their values; every combination is run. */
  axes: { parameter: SweptParameter; values: ArrayLike<number> }[];
  objective?: Objective;
  /** Runs whose returns are given, the best first: what `validate-strategy` wants. */
  keep?: Count;
}

type Parameters = StrategyParameters & { behavioralFactors: BehavioralFactors };
type SweepMetrics = { sharpeRatio: number | null; returns: Fraction | null; maxDrawdown: Fraction | null; trades: Count | null };

export interface SweepReport {
  /** The specification's block; improvements are signed texts. */
  originalParams: Parameters;
  optimizedParams: Parameters;
  improvementMetrics: { sharpeRatio: string; returns: string; maxDrawdown: string };
  original: SweepMetrics;
  optimized: SweepMetrics;
  axes: Axis[];
  objective: Objective;
  /** One value per combination, the last axis running fastest; NaN where it is not defined. */
  figures: Record<SweepFigure, Float64Array>;
  /** Mean objective over each combination and its neighbours. */
  plateau: Float64Array;
  /** Places in the columns: highest objective, and highest plateau. */
  best: Count;
  steadiest: Count;
  combinations: Count;
  /** Combinations that were not run, because their parameters contradict each other. */
  skipped: Count;
  /** Whether the best Sharpe ratio is more than luck, with every combination counted as an independent trial. */
  selection: { trials: Count; sharpe: number; psr: Fraction | null; dsr: Fraction | null } | null;
  kept: { index: Count; name: string; returns: Float64Array }[];
  firstRow: Count;
  rows: Count;
  notes: string[];
}

const MOST: Count = 50_000;
const MOST_KEPT: Count = 200;
const KEPT: Count = 10;
/** Bars worth a part of their own, so that free workers can take a share. */
const PART_BARS = 2_000_000;
const MOST_PARTS: Count = 32;

const optimising = (reason: string) => fail("bad-input", messages.strategyOptimizationFailed(reason));

/** Runs every combination of some parameters, in parts on the workers that are free, and names the best and the steadiest. */
export async function sweepBacktest(input: SweepInput, context: JobContext): Promise<Outcome<SweepReport>> {
  const { bars, times, sentiment, benchmark, strategy: given, axes: asked, objective = "sharpeRatio", keep = KEPT, ...rest } = input;
  const settings: BacktestSettings = { ...BACKTEST_DEFAULTS, ...rest };
  const strategy = fullStrategy(given);
  const axes: Axis[] = asked.map(({ parameter, values }) => ({ parameter, values: Array.from(values) }));
  const count = combinations(axes);
  const trouble = strategyTrouble(strategy) ?? settingsTrouble(settings);
  if (trouble) return optimising(trouble);
  if (axesTrouble(axes) || !OBJECTIVES.includes(objective)) return optimising(messages.sweepAxes);
  if (count > MOST) return optimising(messages.sweepTooMany(count, MOST));
  if (!(Number.isInteger(keep) && keep >= 0 && keep <= MOST_KEPT)) return optimising(messages.sweepKeep(MOST_KEPT));
  const each = Array.from({ length: count }, (_, index) => strategyAt(strategy, axes, placesOf(axes, index)));
  const skipped = each.filter((own) => !runnable(own)).length;
  if (skipped === count) return optimising(strategyTrouble(each[0]) ?? messages.sweepNothing);
  const market = { bars, times, sentiment, benchmark };
  const order = runningOrder(axes);
  const parts = Math.max(1, Math.min(MOST_PARTS, count, Math.floor((count * bars.close.length) / PART_BARS)));
  const cut = (part: Count) => Math.floor((part * count) / parts);
  const inputs = Array.from({ length: parts }, (_, part) => ({
    ...market,
    settings,
    strategy,
    axes: order,
    from: cut(part),
    to: cut(part + 1),
  }));
  const outcome = await inParallel(context, "sweep-part", inputs, "Sweeping");
  if (!outcome.ok) return outcome;

  // From the order of running to the order asked for.
  const figures = Object.fromEntries(SWEEP_FIGURES.map((name) => [name, context.column(count)])) as Record<SweepFigure, Float64Array>;
  const axisOf = order.map(({ parameter }) => axes.findIndex((axis) => axis.parameter === parameter));
  let run = 0;
  for (const part of outcome.value) {
    for (let k = 0; k < part[0].length; k++, run++) {
      const places: Count[] = new Array(axes.length).fill(0);
      for (const [axis, place] of placesOf(order, run).entries()) places[axisOf[axis]] = place;
      const index = indexOf(axes, places);
      for (const [column, name] of SWEEP_FIGURES.entries()) figures[name][index] = part[column][k];
    }
  }
  const ranked = Array.from(each.keys(), (index) => index)
    .filter((index) => !Number.isNaN(figures[objective][index]))
    .sort((a, b) => figures[objective][b] - figures[objective][a] || a - b);
  if (ranked.length === 0) return optimising(messages.sweepNothing);
  const best = ranked[0];
  const steady = context.column(count);
  plateau(axes, figures[objective], steady);
  const steadiest = ranked.reduce((found, index) => (steady[index] > steady[found] ? index : found), best);

  const again = await runAgain(context, market, settings, [strategy, ...ranked.slice(0, keep).map((index) => each[index])]);
  if (!again.ok) return again;
  const { runs, firstRow, rows, notes } = again.value;
  const original = metricsOf(runs[0].figures);
  const optimized = metricsOf(SWEEP_FIGURES.map((name) => figures[name][best]));
  return succeed<SweepReport>({
    originalParams: parametersOf(strategy),
    optimizedParams: parametersOf(each[best]),
    improvementMetrics: {
      sharpeRatio: signed(original.sharpeRatio, optimized.sharpeRatio, (change) => change.toFixed(2)),
      returns: signed(original.returns, optimized.returns, inPercent),
      maxDrawdown: signed(original.maxDrawdown, optimized.maxDrawdown, inPercent),
    },
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
    selection: selectionOf(context, figures, rows - 1, settings.periodsPerYear),
    kept: runs.slice(1).map(({ returns }, k) => ({ index: ranked[k], name: nameOf(axes, ranked[k]), returns })),
    firstRow,
    rows,
    notes: skipped > 0 ? [...notes, messages.sweepSkipped(skipped)] : notes,
  });
}

/** Runs some strategies once more, for their returns. */
async function runAgain(
  context: JobContext,
  input: Omit<BacktestInput, "strategy">,
  settings: BacktestSettings,
  strategies: FullStrategy[],
) {
  const kernels = await context.load("backtest");
  const [factors, risk] = [await context.load("factors"), await context.load("risk")];
  const { arena } = context;
  return arena.scope(() => {
    const put = putMarket(context, kernels, input, settings);
    if (!put.ok) return put;
    const market = put.value;
    const { n, first, times } = market;
    const basics = basicsOf(context, factors, market);
    const { initialCapital: capital, periodsPerYear: perYear, riskFree, closeAtEnd } = settings;
    const basis = { perYear, riskFree, years: yearsOf(times, first, n) };
    const runs = strategies.map((strategy) =>
      arena.scope(() => {
        const columns = decisionsTable(context, { kernels, factors }, market, basics, strategy, settings);
        const line = arena.put(Float64Array.from(settingsRow(settings, strategy)));
        const run = runEngine(context, kernels, risk, {
          columns,
          settings: line,
          capital,
          first,
          n,
          closeAtEnd,
          times,
          basis,
          brief: true,
        });
        return {
          figures: figuresOf(run.performance, run.figures, run.account, run.ruined !== null),
          returns: returnsOf(context, run.equity),
        };
      }),
    );
    return succeed({ runs, firstRow: first, rows: n - first, notes: market.notes });
  });
}

const CHUNK = 131_072;

function returnsOf(context: JobContext, equity: Float64Array): Float64Array {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const [values, out] = [arena.put(equity), arena.take(equity.length)];
    for (let from = 0; from < equity.length; from += CHUNK) kernels.simpleReturns(values, from, Math.min(from + CHUNK, equity.length), out);
    const returns = context.column(equity.length - 1);
    returns.set(arena.view(out, equity.length).subarray(1));
    return returns;
  });
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

const parametersOf = ({ parameters, behavioralFactors }: FullStrategy): Parameters => ({ ...parameters, behavioralFactors });

function metricsOf(figures: readonly number[]): SweepMetrics {
  const at = (name: SweepFigure) => {
    const value = figures[SWEEP_FIGURES.indexOf(name)];
    return Number.isNaN(value) ? null : value;
  };
  return { sharpeRatio: at("sharpeRatio"), returns: at("returns"), maxDrawdown: at("maxDrawdown"), trades: at("trades") };
}

const inPercent = (change: Fraction) => `${(100 * change).toFixed(1)}%`;

/** "+0.42", "−1.3%"; a drawdown that became smaller is an improvement, "+". */
function signed(before: number | null, after: number | null, text: (change: number) => string): string {
  if (before === null || after === null) return "not available";
  return after < before ? `−${text(before - after)}` : `+${text(after - before)}`;
}

const nameOf = (axes: readonly Axis[], index: Count): string =>
  placesOf(axes, index)
    .map((place, axis) => `${axes[axis].parameter} ${axes[axis].values[place]}`)
    .join(", ");
