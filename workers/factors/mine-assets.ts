import { type Count, VALUE_BYTES } from "../contract";
import { describeAt } from "../numerics/describe";
import { RISK_FREE, sharpeRatio } from "../performance";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { quantileBuckets } from "./buckets";
import { FactorColumns, type FactorKernels, putLogs } from "./columns";
import { type CrossSection, crossSectionAt } from "./cross-section";
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

/** A factor of several assets and its forward returns, as columns of one arena scope. */
class AssetFactor {
  private readonly n: Count;
  private readonly factor: number;
  private readonly forward: number;
  private readonly simple: number;

  constructor(
    private readonly context: JobContext,
    private readonly kernels: FactorKernels,
    private readonly assets: readonly FormulaAsset[],
    private readonly settings: FactorSettings,
  ) {
    this.n = assets[0].values.length;
    const matrix = () => context.arena.take(this.n * assets.length);
    [this.factor, this.forward, this.simple] = [matrix(), matrix(), matrix()];
    this.fill(this.simple, (_, prices) => {
      const out = context.arena.take(this.n);
      inChunks(context, this.n, CHUNK, (from, to) => context.kernels.simpleReturns(prices, from, to, out));
      return out;
    });
  }

  /** Evaluates the factor for every asset. */
  take(task: FactorTask): void {
    const builtIn = builtInId(task);
    if (task.formula) this.evaluate(task.formula.expression);
    else if (builtIn) this.fill(this.factor, (columns) => columns.column(builtIn) ?? 0);
  }

  informationAt(horizon: Count): Information {
    return this.context.arena.scope(() => {
      const { ic } = this.acrossAhead(horizon);
      return crossInformation(this.context, this.kernels, ic, this.n, horizon);
    });
  }

  mined(task: FactorTask): MinedFactor {
    return this.context.arena.scope(() => this.tested(task));
  }

  private tested({ id, name, category, formula }: FactorTask): MinedFactor {
    const { context, kernels, n, settings } = this;
    const main = this.acrossAhead(settings.horizon);
    const information = crossInformation(context, kernels, main.ic, n, settings.horizon);
    // The next step's simple return is one index later; the last step has none.
    const daily = this.across(this.simple + VALUE_BYTES);
    const portfolio = portfolioOf(context, kernels, daily.spread, n, settings);
    if (information.count < 2 || !portfolio) return { factor: null, reason: messages.factorNeverKnown };
    const pooled = pairUp(context, kernels, main.percent, this.forward, n * this.assets.length);
    // Each date has one rank per asset, so with more groups than assets some, including the highest, would be empty.
    const groups = Math.min(settings.buckets, this.assets.length);
    const meanOf = (column: number) => context.arena.scope(() => knownMean(context, kernels, column, n));
    const values = context.column(n);
    values.set(context.arena.view(main.ic, n));
    const turnover = meanOf(main.renewal);
    const { performance, mean, volatility, sharpe } = portfolio.strategy;
    const found: RawFactor = {
      id,
      name,
      values,
      performance,
      informationRatio: information.ratio,
      mean,
      volatility,
      sharpe,
      category,
      formula: formula?.text ?? null,
      strategy: { ...portfolio.strategy, turnover },
      information,
      informationPath: null,
      ...quantileBuckets(context, kernels, pooled, groups),
      rankAutocorrelation: meanOf(main.steadiness),
      turnover,
      permutation: null,
      p: information.neweyWestP,
      dropped: { count: n - information.count, reason: messages.factorDatesLeftOut },
    };
    return { factor: found, chart: portfolio.chart };
  }

  /** Concatenates the results of `make` for each asset. */
  private fill(out: number, make: (columns: FactorColumns, closes: number) => number): void {
    const { context, kernels, n, settings } = this;
    const { arena } = context;
    for (const [i, { values: closes, volume }] of this.assets.entries()) {
      arena.scope(() => {
        const { closes: prices, logs } = putLogs(context, kernels, closes);
        const series = { n, logs, volume: volume && arena.put(volume), news: null };
        const column = make(new FactorColumns(context, kernels, settings, series), prices);
        arena.view(out + i * n * VALUE_BYTES, n).set(arena.view(column, n));
      });
    }
  }

  private evaluate(expression: Expression): void {
    const { context, kernels, n, settings } = this;
    context.arena.scope(() => {
      const data = formulaData(context, this.assets, columnsOf(expression), { from: 0, to: n, lookback: settings.lookback });
      new FormulaEvaluator(context, kernels, data).evaluate(expression, this.factor);
    });
  }

  private acrossAhead(horizon: Count): CrossSection {
    this.fill(this.forward, (columns) => columns.forward(horizon));
    return this.across(this.forward);
  }

  private across(forward: number): CrossSection {
    const { context, kernels, n, factor, assets } = this;
    return crossSectionAt(context, kernels, { factor, forward, n, assets: assets.length }, 1 / this.settings.buckets);
  }
}

/** A factor across assets, tested date by date on forward returns. Call it inside an arena scope. */
export function mineAssets(
  context: JobContext,
  kernels: FactorKernels,
  assets: readonly FormulaAsset[],
  task: FactorTask,
  settings: FactorSettings,
  { whole, horizons }: FactorQuestion,
): FactorAnswer {
  const { needs } = task;
  const lacking = needs === "news" || (needs === "volume" && assets.some(({ volume }) => volume === null));
  if (lacking) {
    const reason = needs === "volume" ? messages.factorNeedsVolume : messages.factorNeedsNews;
    return { mined: whole ? { factor: null, reason } : null, information: horizons.map(() => null) };
  }
  const factor = new AssetFactor(context, kernels, assets, settings);
  factor.take(task);
  return { mined: whole ? factor.mined(task) : null, information: horizons.map((horizon) => factor.informationAt(horizon)) };
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

/** Performance of the long-short portfolio of a factor's ranks, rebalanced every date; null if it never has a position. */
function portfolioOf(context: JobContext, kernels: FactorKernels, spread: number, n: Count, settings: FactorSettings) {
  const { annualization: perYear, chartPoints } = settings;
  const { arena } = context;
  return arena.scope(() => {
    const known = pairUp(context, kernels, spread, spread, n);
    if (known.n < 2) return null;
    const wealth = arena.take(known.n + 1);
    inChunks(context, known.n, CHUNK, (from, to) => kernels.compound(known.x, from, to, 1, wealth));
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
