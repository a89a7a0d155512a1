import { crossSectionBlock } from "../../assembly/build/factors-layouts.js";
import type { Count } from "../contract";
import { describeAt } from "../numerics/describe";
import { RISK_FREE, sharpeRatio } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import { quantileBuckets } from "./buckets";
import { FactorColumns, type FactorKernels, putLogs } from "./columns";
import { columnsOf } from "./formula/check";
import { type FormulaAsset, formulaData } from "./formula/data";
import { FormulaEvaluator } from "./formula/evaluate";
import type { Expression } from "./formula/expression";
import { type Information, informationOf } from "./information";
import * as messages from "./messages";
import { pairUp } from "./pairs";
import type { FactorAnswer, FactorQuestion, MinedFactor, RawFactor } from "./report";
import type { FactorSettings } from "./schema";
import { builtInId, type FactorTask } from "./tasks";

const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Assets a date must have for a correlation. */
const MIN_ASSETS = 3;
/** Comparisons per call. */
const BUDGET = 1_000_000;

/** What the cross-section kernel makes of a factor, each n values. */
interface Crossed {
  ic: number;
  spread: number;
  renewal: number;
  steadiness: number;
  percent: number;
}

/** A factor across assets, date by date, tested on what followed. Call it inside a scope of the arena. */
export function mineAssets(
  context: JobContext,
  kernels: FactorKernels,
  assets: readonly FormulaAsset[],
  task: FactorTask,
  settings: FactorSettings,
  { whole, horizons }: FactorQuestion,
): FactorAnswer {
  const { arena } = context;
  const n = assets[0].values.length;
  const count = assets.length;
  const matrix = () => arena.take(n * count);
  const [factor, forward, simple] = [matrix(), matrix(), matrix()];
  /** Runs over the assets and puts what `make` gives for each behind one another. */
  const fill = (out: number, make: (columns: FactorColumns, closes: number) => number): void => {
    for (const [i, { values: closes, volume }] of assets.entries()) {
      arena.scope(() => {
        const { closes: prices, logs } = putLogs(context, kernels, closes);
        const series = { n, logs, volume: volume && arena.put(volume), news: null };
        const column = make(new FactorColumns(context, kernels, settings, series), prices);
        arena.view(out + i * n * BYTES, n).set(arena.view(column, n));
      });
    }
  };
  fill(simple, (_, prices) => {
    const out = arena.take(n);
    inChunks(context, n, 65_536, (from, to) => context.kernels.simpleReturns(prices, from, to, out));
    return out;
  });
  const cross = (ahead: number): Crossed => {
    const scratch = arena.take(7 * count);
    const [percent, ic, spread, renewal, steadiness] = [matrix(), arena.take(n), arena.take(n), arena.take(n), arena.take(n)];
    const chunk = Math.max(1, Math.floor(BUDGET / (4 * count * count)));
    const top = 1 / settings.buckets;
    const block = arena.block(crossSectionBlock, {
      factor,
      forward: ahead,
      n,
      assets: count,
      least: MIN_ASSETS,
      top,
      scratch,
      percent,
      ic,
      spread,
      renewal,
      steadiness,
    });
    inChunks(context, n, chunk, (from, to) => kernels.crossSection(block, from, to));
    return { percent, ic, spread, renewal, steadiness };
  };
  const evaluate = (expression: Expression): void =>
    arena.scope(() => {
      const data = formulaData(context, assets, columnsOf(expression), { from: 0, to: n, lookback: settings.lookback });
      new FormulaEvaluator(context, kernels, data).evaluate(expression, factor);
    });
  const { id, name, category, needs, formula } = task;
  const lacking = needs === "news" || (needs === "volume" && assets.some(({ volume }) => volume === null));
  if (lacking) {
    const reason = needs === "volume" ? messages.factorNeedsVolume : messages.factorNeedsNews;
    return { mined: whole ? { factor: null, reason } : null, information: horizons.map(() => null) };
  }
  const builtIn = builtInId(task);
  if (formula) evaluate(formula.expression);
  else if (builtIn) fill(factor, (columns) => columns.column(builtIn) ?? 0);
  const informationAt = (horizon: Count): Information =>
    arena.scope(() => {
      fill(forward, (columns) => columns.forward(horizon));
      return crossInformation(context, kernels, cross(forward).ic, n, horizon);
    });
  const mined = (): MinedFactor =>
    arena.scope(() => {
      fill(forward, (columns) => columns.forward(settings.horizon));
      const main = cross(forward);
      const information = crossInformation(context, kernels, main.ic, n, settings.horizon);
      // The simple return of the next step stands one place further on; the last step has none.
      const daily = cross(simple + BYTES);
      const portfolio = portfolioOf(context, kernels, daily.spread, n, settings);
      if (information.count < 2 || !portfolio) return { factor: null, reason: messages.factorNeverKnown };
      const pooled = pairUp(context, kernels, main.percent, forward, n * count);
      const meanOf = (column: number) => arena.scope(() => knownMean(context, kernels, column, n));
      const values = context.column(n);
      values.set(arena.view(main.ic, n));
      const turnover = meanOf(main.renewal);
      const found: RawFactor = {
        id,
        name,
        values,
        performance: portfolio.strategy.performance,
        informationRatio: information.ratio,
        mean: portfolio.strategy.mean,
        volatility: portfolio.strategy.volatility,
        sharpe: portfolio.strategy.sharpe,
        category,
        formula: formula?.text ?? null,
        strategy: { ...portfolio.strategy, turnover },
        information,
        informationPath: null,
        ...quantileBuckets(context, kernels, pooled, settings.buckets),
        rankAutocorrelation: meanOf(main.steadiness),
        turnover,
        permutation: null,
        p: information.neweyWestP,
        dropped: { count: n - information.count, reason: messages.factorDatesLeftOut },
      };
      return { factor: found, chart: portfolio.chart };
    });
  return { mined: whole ? mined() : null, information: horizons.map(informationAt) };
}

/** Information coefficients of the dates that have one; those of longer horizons overlap. */
function crossInformation(context: JobContext, kernels: FactorKernels, ic: number, n: Count, horizon: Count): Information {
  return context.arena.scope(() => {
    const known = pairUp(context, kernels, ic, ic, n);
    const values = context.arena.view(known.x, known.n).slice();
    return informationOf(context, values, { address: known.y, n: known.n, lags: horizon - 1 });
  });
}

function knownMean(context: JobContext, kernels: FactorKernels, column: number, n: Count): number | null {
  const known = pairUp(context, kernels, column, column, n);
  return describeAt(context, known.x, 0, known.n).mean;
}

/** What the long-short portfolio of a factor's ranks earned, renewed every date; null where it never stood. */
function portfolioOf(context: JobContext, kernels: FactorKernels, spread: number, n: Count, settings: FactorSettings) {
  const { annualization: perYear, chartPoints } = settings;
  const { arena } = context;
  return arena.scope(() => {
    const known = pairUp(context, kernels, spread, spread, n);
    if (known.n < 2) return null;
    const wealth = arena.take(known.n + 1);
    inChunks(context, known.n, 65_536, (from, to) => kernels.compound(known.x, from, to, 1, wealth));
    const { mean, deviation } = describeAt(context, known.x, 0, known.n);
    const values = arena.view(wealth, known.n + 1);
    const tail = Math.min(chartPoints, known.n);
    const before = values[known.n - tail];
    const sharpe = mean === null || deviation === null ? null : sharpeRatio(mean, deviation, { perYear, riskFree: RISK_FREE });
    return {
      strategy: {
        performance: values[known.n] - 1,
        mean: mean === null ? null : mean * perYear,
        volatility: deviation === null ? null : deviation * Math.sqrt(perYear),
        sharpe,
        activeRatio: null,
        hitRate: null,
        hitInterval: null,
        turnover: null,
        steps: known.n,
      },
      chart: Array.from(values.subarray(known.n - tail + 1), (value) => (before > 0 ? value / before - 1 : Number.NaN)),
    };
  });
}
