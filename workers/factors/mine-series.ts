import { type Count, VALUE_BYTES } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { quantileBuckets } from "./buckets";
import { FactorColumns, type FactorKernels, putLogs } from "./columns";
import { columnsOf } from "./formula/check";
import { type FormulaAsset, formulaData } from "./formula/data";
import { FormulaEvaluator } from "./formula/evaluate";
import type { Expression } from "./formula/expression";
import { rollingInformation } from "./information";
import * as messages from "./messages";
import { centeredRanks, pairUp } from "./pairs";
import { permutationTest } from "./permutation";
import type { FactorAnswer, FactorQuestion, MinedFactor, RawFactor } from "./report";
import type { FactorSettings } from "./schema";
import { strategyOf } from "./strategy";
import { builtInId, type FactorTask } from "./tasks";

interface MinedSeries {
  asset: FormulaAsset;
  news: { tone: Float64Array; count: Float64Array } | null;
}

/** A factor of one series, tested on forward returns. Call it inside an arena scope. */
export function mineSeries(
  context: JobContext,
  kernels: FactorKernels,
  { asset, news }: MinedSeries,
  task: FactorTask,
  settings: FactorSettings,
  { whole, horizons }: FactorQuestion,
): FactorAnswer {
  const { arena } = context;
  const { values: closes, volume } = asset;
  const n = closes.length;
  const { closes: prices, logs } = putLogs(context, kernels, closes);
  const series = {
    n,
    logs,
    volume: volume && arena.put(volume),
    news: news && { tone: arena.put(news.tone), count: arena.put(news.count) },
  };
  const columns = new FactorColumns(context, kernels, settings, series);
  const { formula, needs } = task;
  const builtIn = builtInId(task);
  const column = formula ? formulaColumn(context, kernels, asset, formula.expression, settings) : builtIn && columns.column(builtIn);
  if (column === null) {
    const reason = needs === "volume" ? messages.factorNeedsVolume : messages.factorNeedsNews;
    return { mined: whole ? { factor: null, reason } : null, information: horizons.map(() => null) };
  }
  const known = { n, column, columns };
  const mined = (): MinedFactor =>
    arena.scope(() => {
      const simple = arena.take(n);
      inChunks(context, n, CHUNK, (from, to) => context.kernels.simpleReturns(prices, from, to, simple));
      // A formula may have any level: its z-score tells whether it is high or low.
      const position = formula ? columns.score(column) : column;
      const tested = testFactor(context, kernels, { ...known, position, simple }, task, settings);
      return tested ?? { factor: null, reason: messages.factorNeverKnown };
    });
  return {
    mined: whole ? mined() : null,
    information: horizons.map((horizon) => informationAt(context, kernels, known, settings, horizon).information),
  };
}

/** Values of a formula of one series, in the arena. */
function formulaColumn(
  context: JobContext,
  kernels: FactorKernels,
  asset: FormulaAsset,
  expression: Expression,
  { lookback }: FactorSettings,
): number {
  const n = asset.values.length;
  const out = context.arena.take(n);
  context.arena.scope(() => {
    const data = formulaData(context, [asset], columnsOf(expression), { from: 0, to: n, lookback });
    new FormulaEvaluator(context, kernels, data).evaluate(expression, out);
  });
  return out;
}

interface Known {
  n: Count;
  column: number;
  columns: FactorColumns;
}

interface Tested extends Known {
  /** Column whose sign is the position. */
  position: number;
  simple: number;
}

function informationAt(
  context: JobContext,
  kernels: FactorKernels,
  { n, column, columns }: Known,
  settings: FactorSettings,
  horizon: Count,
) {
  return context.arena.scope(() => {
    const pairs = pairUp(context, kernels, column, columns.forward(horizon), n);
    const window = Math.min(settings.window, Math.max(2, pairs.n));
    const { information, rolling } = rollingInformation(context, kernels, pairs, window, horizon);
    return { information, rolling, places: new Int32Array(context.kernels.memory.buffer, pairs.places, pairs.n).slice() };
  });
}

function testFactor(
  context: JobContext,
  kernels: FactorKernels,
  tested: Tested,
  { id, name, category, formula: own }: FactorTask,
  settings: FactorSettings,
): MinedFactor | null {
  const { arena } = context;
  const { n, column, position, simple, columns } = tested;
  const known = arena.scope(() => pairUp(context, kernels, column, position, n));
  if (known.n < 2) return null;
  const first = new Int32Array(context.kernels.memory.buffer, known.places, 1)[0];
  const main = informationAt(context, kernels, tested, settings, settings.horizon);
  const pairs = pairUp(context, kernels, column, columns.forward(settings.horizon), n);
  const permutation = permutationTest(context, kernels, pairs, settings);
  const { strategy, chart } = strategyOf(context, kernels, { factor: position, simple, n, first }, settings);
  const values = context.column(n);
  values.set(arena.view(column, n));
  const factor: RawFactor = {
    id,
    name,
    values,
    performance: strategy.performance,
    informationRatio: main.information.ratio,
    mean: strategy.mean,
    volatility: strategy.volatility,
    sharpe: strategy.sharpe,
    category,
    formula: own?.text ?? null,
    strategy,
    information: main.information,
    informationPath: pathOf(context, kernels, n, main),
    ...quantileBuckets(context, kernels, pairs, settings.buckets),
    rankAutocorrelation: autocorrelation(context, kernels, column, n),
    turnover: strategy.turnover,
    permutation,
    p: permutation.p,
    dropped: { count: n - known.n, reason: messages.factorWarmUp },
  };
  return { factor, chart };
}

/** Information coefficients at the last steps of their windows. */
function pathOf(
  context: JobContext,
  kernels: FactorKernels,
  n: Count,
  { rolling, places }: { rolling: Float64Array; places: Int32Array },
): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const out = arena.put(new Float64Array(n).fill(Number.NaN));
    const values = arena.put(rolling);
    const at = arena.takeBytes(4 * places.length);
    new Int32Array(context.kernels.memory.buffer, at, places.length).set(places);
    inChunks(context, places.length, CHUNK, (from, to) => kernels.putBack(values, at, from, to, out));
    const path = context.column(n);
    path.set(arena.view(out, n));
    return path;
  });
}

/** First-order rank autocorrelation of a factor. */
function autocorrelation(context: JobContext, kernels: FactorKernels, column: number, n: Count): number | null {
  return context.arena.scope(() => {
    const pairs = pairUp(context, kernels, column + VALUE_BYTES, column, n - 1);
    if (pairs.n < 2) return null;
    const [x, y] = [pairs.x, pairs.y].map((values) => centeredRanks(context, kernels, values, pairs.n));
    const value = kernels.rankCorrelation(x, y, pairs.n);
    return Number.isNaN(value) ? null : value;
  });
}
