import { rollingScoreBlock } from "../../assembly/build/factors-layouts.js";
import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { CELL } from "./formula/functions";
import { type FactorId, type FactorSettings, MIN_SCORED } from "./schema";

export type FactorKernels = KernelsOf<"factors">;

/** Values per call; a multiple of the 512 steps after which rolling sums are recomputed. */
const CHUNK = 16_384;

/** A series in the kernels' memory. */
interface FactorSeries {
  n: Count;
  /** Address of ln(close). */
  logs: number;
  /** Address of the volume; null without volumes. */
  volume: number | null;
  /** Sum of (score - 0.5) x 2 of each step's news, and how many there were; null without news. */
  news: { tone: number; count: number } | null;
}

/** Computes the columns of a series' factors; each remains in the arena until the enclosing scope ends. */
export class FactorColumns {
  constructor(
    private readonly context: JobContext,
    private readonly kernels: FactorKernels,
    private readonly settings: FactorSettings,
    private readonly series: FactorSeries,
  ) {}

  private each(step: (from: number, to: number) => void): void {
    inChunks(this.context, this.series.n, CHUNK, step);
  }

  private take(): number {
    return this.context.arena.take(this.series.n);
  }

  private zeros(): number {
    return this.context.arena.put(new Float64Array(this.series.n));
  }

  private change(lag: Count): number {
    const out = this.take();
    this.each((from, to) => this.kernels.lagDifference(this.series.logs, from, to, lag, out));
    return out;
  }

  private rolling(values: number, window: Count, least: Count, score: 0 | 1, out = this.take()): number {
    const block = this.context.arena.block(rollingScoreBlock, { values, window, least, score, out });
    this.each((from, to) => this.kernels.rollingScore(block, from, to));
    return out;
  }

  /** Z-score of each value over the lookback. */
  score(values: number, out?: number): number {
    return this.rolling(values, this.settings.lookback, MIN_SCORED, 1, out);
  }

  /** Column of a factor, or null if the series lacks its inputs. */
  column(id: FactorId): number | null {
    const { volume, news } = this.series;
    switch (id) {
      case 1:
        return this.momentum();
      case 2:
        return volume === null ? null : this.volumeTrend(volume);
      case 3:
        return news && this.sentiment(news);
      case 4:
        return news && this.newsImpact(news);
      case 5:
        return this.volatilityRegime();
    }
  }

  /**
   * Price Momentum: mean z-score of price changes over several horizons; horizons the series does not reach yet are omitted.
   * @formula mean over h of z(ln c[t] / c[t - h])
   */
  private momentum(): number {
    const [sums, counts, change, score] = [this.zeros(), this.zeros(), this.take(), this.take()];
    for (const lag of this.settings.momentumPeriods) {
      this.each((from, to) => this.kernels.lagDifference(this.series.logs, from, to, lag, change));
      this.score(change, score);
      this.each((from, to) => this.kernels.addKnown(score, from, to, sums, counts));
    }
    this.each((from, to) => this.kernels.quotient(sums, counts, from, to, 1, sums));
    return sums;
  }

  /**
   * Volume Trend: z-score of the trend of volume, signed by the direction of the price.
   * @formula z(slope of ln v over w) x sign(ln c[t] / c[t - w])
   */
  private volumeTrend(volume: number): number {
    const window = this.settings.volumeWindow;
    const [logs, slope] = [this.take(), this.take()];
    this.each((from, to) => this.kernels.logarithms(volume, from, to, logs));
    this.each((from, to) => this.kernels.rollingSlope(logs, from, to, window, slope));
    const score = this.score(slope);
    const change = this.change(window);
    this.each((from, to) => this.kernels.signed(score, change, from, to, 1, score));
    return score;
  }

  private fade(impulses: number): number {
    const { arena } = this.context;
    const out = this.take();
    const state = arena.put(Float64Array.of(Number.NaN));
    // The kernels' power function: JavaScript's differs between engines in the last bit.
    const [keep, exponent] = [0.5, 1 / this.settings.newsHalfLife].map((value) => arena.put(Float64Array.of(value)));
    this.kernels.combineCells(keep, exponent, 0, 1, CELL["^"], keep);
    const [kept] = arena.view(keep, 1);
    this.each((from, to) => this.kernels.fade(impulses, from, to, kept, out, state));
    return out;
  }

  /**
   * Sentiment Score: exponentially decaying sum of each day's mean tone.
   * @formula s[t] = keep s[t - 1] + mean of (score - 0.5) x 2
   */
  private sentiment({ tone, count }: { tone: number; count: number }): number {
    const mean = this.take();
    this.each((from, to) => this.kernels.quotient(tone, count, from, to, 1, mean));
    this.missingToZero(mean);
    return this.fade(mean);
  }

  /**
   * News Impact: exponentially decaying sum of the standardized returns on days with news.
   * @formula s[t] = keep s[t - 1] + (r[t] - mean) / sd on days with news, over the volatility window
   */
  private newsImpact({ count }: { count: number }): number {
    const returns = this.change(1);
    const score = this.rolling(returns, this.settings.volatilityWindow, this.settings.volatilityWindow, 1);
    // A day without news has no impulse: 0 / 0 is NaN, which counts as none.
    this.each((from, to) => this.kernels.signed(score, count, from, to, 1, score));
    this.missingToZero(score);
    return this.fade(score);
  }

  private missingToZero(values: number): void {
    const [sums, counts] = [this.zeros(), this.zeros()];
    this.each((from, to) => this.kernels.addKnown(values, from, to, sums, counts));
    this.context.arena.view(values, this.series.n).set(this.context.arena.view(sums, this.series.n));
  }

  /**
   * Volatility Regime: high values are calm.
   * @formula z(-sd of returns over the volatility window / sd over the lookback)
   */
  private volatilityRegime(): number {
    const { volatilityWindow, lookback } = this.settings;
    const returns = this.change(1);
    const short = this.rolling(returns, volatilityWindow, volatilityWindow, 0);
    const long = this.rolling(returns, lookback, Math.min(2 * volatilityWindow, lookback), 0);
    this.each((from, to) => this.kernels.quotient(short, long, from, to, -1, short));
    return this.score(short, long);
  }

  /** Forward return of each step: the log return over the next `horizon` steps. */
  forward(horizon: Count): number {
    const { n, logs } = this.series;
    const out = this.take();
    this.each((from, to) => this.kernels.leadDifference(logs, from, to, n, horizon, out));
    return out;
  }
}

/** Puts ln(close) of a series into the arena. */
export function putLogs(context: JobContext, kernels: FactorKernels, closes: Float64Array): { closes: number; logs: number } {
  const address = context.arena.put(closes);
  const logs = context.arena.take(closes.length);
  inChunks(context, closes.length, CHUNK, (from, to) => kernels.logarithms(address, from, to, logs));
  return { closes: address, logs };
}
