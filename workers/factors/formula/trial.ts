import { positionReturnsBlock, rollingScoreBlock } from "../../../assembly/build/factors-layouts.js";
import { type Count, type Range, VALUE_BYTES } from "../../contract";
import { describeAt } from "../../numerics/describe";
import type { SharpeSample } from "../../performance";
import { CHUNK, inChunks, type JobContext } from "../../runtime/job";
import { FactorColumns, type FactorKernels, putLogs } from "../columns";
import { type CrossSection, crossSectionAt } from "../cross-section";
import { neweyWestT, twoSided } from "../information";
import { centeredRanks, pairUp } from "../pairs";
import type { FactorSettings } from "../schema";
import { type FormulaAsset, formulaData } from "./data";
import { FormulaEvaluator } from "./evaluate";
import type { ColumnName, Expression } from "./expression";

/** Minimum share of a range on which a formula must be available: sparse formulas have large correlations by chance. */
const MIN_KNOWN = 0.5;

/** How well the values of a formula predict forward returns over a range of rows. */
export interface TrialInformation {
  /** Spearman's correlation over the range; across assets, its mean over dates. */
  ic: number | null;
  /** Effective number of values: overlapping ones count once per horizon. */
  effective: number;
  /** Standard error of the IC under the null. */
  error: number | null;
  p: number | null;
}

/** Evaluates formulas on the same prices, one at a time. Create it inside an arena scope. */
export class TrialBench {
  private readonly n: Count;
  private readonly evaluator: FormulaEvaluator;
  private readonly forward: number;
  private readonly simple: number;
  private readonly out: number;

  constructor(
    private readonly context: JobContext,
    private readonly kernels: FactorKernels,
    private readonly assets: readonly FormulaAsset[],
    columns: readonly ColumnName[],
    private readonly settings: FactorSettings,
  ) {
    const { arena } = context;
    this.n = assets[0].values.length;
    const cells = this.n * assets.length;
    const data = formulaData(context, assets, columns, { from: 0, to: this.n, lookback: settings.lookback });
    this.evaluator = new FormulaEvaluator(context, kernels, data);
    this.forward = arena.take(cells);
    this.simple = arena.take(cells);
    this.out = arena.take(cells);
    for (const [i, { values }] of assets.entries())
      arena.scope(() => {
        const { closes, logs } = putLogs(context, kernels, values);
        const series = new FactorColumns(context, kernels, settings, { n: this.n, logs, volume: null, news: null });
        const ahead = series.forward(settings.horizon);
        arena.view(this.forward + i * this.n * VALUE_BYTES, this.n).set(arena.view(ahead, this.n));
        const returns = arena.take(this.n);
        inChunks(context, this.n, CHUNK, (from, to) => context.kernels.simpleReturns(closes, from, to, returns));
        arena.view(this.simple + i * this.n * VALUE_BYTES, this.n).set(arena.view(returns, this.n));
      });
  }

  /** Evaluates a formula; later calls refer to its values. */
  take(expression: Expression): void {
    this.evaluator.evaluate(expression, this.out);
  }

  /** Information over a range. Returns that end after it do not count, so that a later range remains unseen. */
  information({ from, to }: Range): TrialInformation {
    const length = to - from - this.settings.horizon;
    if (length < 2) return { ic: null, effective: 0, error: null, p: null };
    return this.assets.length > 1 ? this.across(from, length) : this.along(from, length);
  }

  private along(from: Count, length: Count): TrialInformation {
    const { context, kernels } = this;
    return context.arena.scope(() => {
      const pairs = pairUp(context, kernels, this.out + from * VALUE_BYTES, this.forward + from * VALUE_BYTES, length);
      const effective = pairs.n / this.settings.horizon;
      if (effective < 4 || pairs.n < MIN_KNOWN * length) return { ic: null, effective, error: null, p: null };
      const [x, y] = [pairs.x, pairs.y].map((column) => centeredRanks(context, kernels, column, pairs.n));
      const ic = kernels.rankCorrelation(x, y, pairs.n);
      if (Number.isNaN(ic)) return { ic: null, effective, error: null, p: null };
      const t = ic * Math.sqrt((effective - 2) / Math.max(1e-12, 1 - ic * ic));
      return { ic, effective, error: 1 / Math.sqrt(effective - 1), p: twoSided(context, t, effective - 2) };
    });
  }

  private across(from: Count, length: Count): TrialInformation {
    const { context, kernels } = this;
    return context.arena.scope(() => {
      const { ic } = this.crossed(this.forward);
      const known = pairUp(context, kernels, ic + from * VALUE_BYTES, ic + from * VALUE_BYTES, length);
      if (known.n < MIN_KNOWN * length) return { ic: null, effective: known.n / this.settings.horizon, error: null, p: null };
      const { mean } = describeAt(context, known.x, 0, known.n);
      const t = neweyWestT(context, known.y, known.n, this.settings.horizon - 1);
      const effective = known.n / this.settings.horizon;
      const error = mean !== null && t !== null && t !== 0 ? Math.abs(mean / t) : null;
      return { ic: mean, effective, error, p: t === null ? null : context.kernels.normalTwoSided(t) };
    });
  }

  private crossed(forward: number): CrossSection {
    const { context, kernels, n, out: factor, assets } = this;
    return crossSectionAt(context, kernels, { factor, forward, n, assets: assets.length }, 0.5);
  }

  /**
   * Sharpe ratio per step of holding the sign of the formula's z-score (across assets: the long-short portfolio of its ranks); null if it
   * never has a position.
   */
  sharpe({ from, to }: Range): SharpeSample | null {
    const { context, kernels, n } = this;
    const { arena } = context;
    return arena.scope(() => {
      let gains: number;
      if (this.assets.length > 1) {
        const { spread } = this.crossed(this.simple + VALUE_BYTES);
        gains = spread;
      } else {
        const position = arena.take(n);
        const { lookback } = this.settings;
        const scored = arena.block(rollingScoreBlock, {
          values: this.out,
          window: lookback,
          least: Math.min(20, lookback),
          score: 1,
          out: position,
        });
        inChunks(context, n, 16_384, (start, end) => kernels.rollingScore(scored, start, end));
        const active = arena.take(n);
        gains = arena.take(n);
        const counts = arena.put(new Float64Array(4));
        arena.view(gains, n)[0] = Number.NaN;
        const held = arena.block(positionReturnsBlock, { factor: position, returns: this.simple, out: gains, active, counts });
        inChunks(context, n, CHUNK, (start, end) => {
          if (end > 1) kernels.positionReturns(held, Math.max(start, 1), end);
        });
      }
      // The last return of a range ends at its last row.
      const last = this.assets.length > 1 ? to - 1 : to;
      const known = pairUp(context, kernels, gains + from * VALUE_BYTES, gains + from * VALUE_BYTES, last - from);
      const { mean, deviation, skewness, kurtosis } = describeAt(context, known.x, 0, known.n);
      if (mean === null || !deviation || skewness === null || kurtosis === null) return null;
      return { sharpe: mean / deviation, n: known.n, skewness, kurtosis: kurtosis + 3 };
    });
  }
}
