import { fitColumnsBlock, lagFilterBlock, lagPassBlock, lagScoresBlock } from "../../../assembly/build/volatility-layouts.js";
import { type Count, VALUE_BYTES } from "../../contract";
import { Constraints } from "../../numerics/constraints";
import { upperOf } from "../../numerics/linear-algebra";
import { inChunks, type JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { cuspStall, cuspStepFactor } from "../cusp";
import { type GarchModel, meanLags } from "../garch-model";
import { lagCount } from "../lag-weights";
import type { Likelihood, ScoreHistory } from "../likelihood";
import { informationOf, scoreHistoryOf } from "../score-sums";
import { shapeBounds, shapeKeys } from "../shape";
import { freePoint, type NaturalPoint } from "../units";
import { presampleAt, type VolatilitySeries } from "../volatility-series";
import { distributionCode } from "./garch-state";
import type { LagForm, LagShape } from "./lag-form";

/** Multiply-adds per kernel call: about half a millisecond, or some three on a new instance with unoptimized code. */
const WORK_PER_CALL = 800_000;
const DENSITY_CHUNK = 16_384;
/** Number of rows for the scoring matrix. */
const INFORMATION_ROWS = 4096;
const SUMS = 10;
/** Lags processed by `lagCorrelate` for a mean with up to five: a multiple of four. */
const MEAN_LAGS_READ = 8;

/** The log-likelihood of a model whose variance is a constant and a weighted sum of past squared shocks (FIGARCH, HAR). */
export class LagLikelihood implements Likelihood {
  readonly keys: string[];
  readonly naturalKeys: string[];
  readonly n: Count;
  readonly stallTolerance: number | undefined;
  evaluations = 0;
  private readonly lags: Count;
  /** AR lags of the mean, and columns stored for its parameters: mu, ar 1… */
  private readonly meanLags: Count;
  private readonly means: Count;
  /**
   * Squared shocks, and minus half their derivatives by mu and ar 1.., starting `lags` steps before the sample: addresses of the sample's
   * first value.
   */
  private readonly squares: number;
  private readonly halves: number;
  private readonly halvesStride: number;
  /** Direct derivative of the log-likelihood by mean[t], not through the variances; 0 if the mean is a constant. */
  private readonly direct: number;
  private readonly mean: number;
  private readonly variances: number;
  private readonly slopes: number;
  private readonly block: number;
  private readonly sums: number;
  private readonly reversed: number;
  private readonly pass: number;
  private shape: LagShape = { constant: 0, weights: new Float64Array(), byParameter: [] };
  private before = 0;
  /** Number of parameters of the mean among the estimated ones. */
  private readonly head: Count;

  /** Takes its buffers from the arena: call inside a scope. */
  constructor(
    private readonly context: JobContext,
    private readonly kernels: KernelsOf<"volatility">,
    readonly model: GarchModel,
    readonly series: VolatilitySeries,
    private readonly form: LagForm,
  ) {
    this.meanLags = meanLags(model);
    this.means = 1 + this.meanLags;
    this.head = model.mean === "zero" ? 0 : this.means;
    const meanKeys = ["mu", ...Array.from({ length: this.meanLags }, (_, i) => `ar${i + 1}`)];
    this.naturalKeys = this.keys = [...meanKeys.slice(0, this.head), ...form.keys, ...shapeKeys(model.distribution)];
    this.n = series.n;
    this.stallTolerance = cuspStall(model, this.head);
    this.lags = lagCount(model);
    const { arena } = context;
    const padded = this.lags + series.n;
    this.squares = arena.take(padded) + this.lags * VALUE_BYTES;
    this.halves = arena.take(this.means * padded) + this.lags * VALUE_BYTES;
    this.halvesStride = padded * VALUE_BYTES;
    this.direct = this.meanLags > 0 ? arena.take(series.n) : 0;
    this.mean = arena.take(this.means);
    // One more than the sample: the variance after it.
    this.variances = arena.take(series.n + 1);
    this.slopes = arena.take(series.n);
    this.block = arena.take(kernels.densitySize());
    this.sums = arena.take(SUMS);
    this.reversed = arena.take(this.lags);
    const { block: density, mean, meanLags: lags, halves: shocks, halvesStride: stride } = this;
    const { squares, variances, slopes, direct, sums } = this;
    const columns = { y: series.address, mean, lags, shocks, stride, squares, variances, slopes, direct, sums };
    this.pass = arena.block(lagPassBlock, { density, code: distributionCode[model.distribution], ...columns });
  }

  stepFactor = (index: number) => cuspStepFactor(this.model, index, this.head);

  with({ model = this.model, series = this.series }: { model?: GarchModel; series?: VolatilitySeries }): LagLikelihood {
    return new LagLikelihood(this.context, this.kernels, model, series, this.form);
  }

  constraints(): Constraints {
    const all: [number, number][] = [...this.form.bounds, ...shapeBounds(this.model.distribution)];
    for (let i = 0; i < this.head; i++) all.unshift([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    const side = (which: 0 | 1) => Float64Array.from(all, (bound) => bound[which]);
    return new Constraints(side(0), side(1), this.form.joint(this.keys));
  }

  value(theta: Float64Array): number {
    const { kernels, context } = this;
    const { arena } = context;
    const { n, scale } = this.series;
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    inChunks(context, n, DENSITY_CHUNK * 4, (from, to) => kernels.lagShocks(this.pass, from, to));
    this.filter(this.shape.weights, this.squares, this.shape.constant, this.variances, 0, n + 1);
    arena.view(this.sums, SUMS).fill(0)[4] = 1;
    inChunks(context, n, DENSITY_CHUNK, (from, to) => kernels.lagDensity(this.pass, from, to));
    const [sumLog, sumRest, , , product, logProduct, , , trouble] = arena.view(this.sums, SUMS);
    if (trouble) return Number.NEGATIVE_INFINITY;
    const [constant, , , half] = this.constants();
    const logFactors = logProduct + context.kernels.naturalLog(product);
    const value = n * (constant - context.kernels.naturalLog(scale)) - half * logFactors - sumRest - 0.5 * sumLog;
    return Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY;
  }

  gradient(): Float64Array {
    const { arena } = this.context;
    const { n } = this.series;
    const byWeight = this.correlate(this.squares);
    const [, , byNu, byLambda, product, logProduct, byMu, total] = arena.view(this.sums, SUMS).slice();
    const [, constantByNu, constantByLambda, half] = this.constants();
    const dot = (weights: Float64Array, values: Float64Array) => weights.reduce((sum, weight, i) => sum + weight * values[i], 0);
    const variance = this.shape.byParameter.map(({ constant, weights }) => constant * total + (weights ? dot(weights, byWeight) : 0));
    const tail = half > 0 ? 0.5 * (logProduct + this.context.kernels.naturalLog(product)) : 0;
    const shape = [n * constantByNu - tail + byNu, n * constantByLambda + byLambda];
    const straight = [byMu, ...this.byEarlierReturns()];
    const mean = straight.slice(0, this.head).map((slope, i) => slope - 2 * dot(this.shape.weights, this.correlate(this.halfAt(i))));
    return Float64Array.from([...mean, ...variance, ...shape].slice(0, this.keys.length));
  }

  information(): Float64Array {
    return informationOf(this.series.n, (rows) => this.products(rows), INFORMATION_ROWS);
  }

  naturalAt(theta: Float64Array): NaturalPoint {
    return freePoint(this.keys, theta);
  }

  finalScores(): { scores: Float64Array; nextLogSlopes: Float64Array } {
    const { n } = this.series;
    const scores = this.products(n);
    const next = this.nextVariance();
    const slopes = this.context.arena.scope(() => {
      const columns = this.derivatives(n, n + 1);
      const count = this.shape.byParameter.length + this.means;
      return Array.from({ length: count }, (_, i) => this.context.arena.read(columns + i * 8 * VALUE_BYTES) / next);
    });
    const nextLogSlopes = new Float64Array(this.keys.length);
    nextLogSlopes.set(slopes.slice(this.means - this.head));
    return { scores, nextLogSlopes };
  }

  scoreHistory(): ScoreHistory {
    return scoreHistoryOf(this.context.arena, this.width(), this.places(), (sums) => this.products(this.series.n, sums));
  }

  nextVariance(): number {
    return this.context.arena.read(this.variances + this.series.n * VALUE_BYTES);
  }

  presampleVariance(): number {
    return this.before;
  }

  columns(volatility: Float64Array, residuals: Float64Array | null): void {
    const { arena } = this.context;
    const { n, scale } = this.series;
    arena.scope(() => {
      const { halves: y, variances: spread, slopes, squares } = this;
      const columns = arena.block(fitColumnsBlock, { y, spread, mu: 0, scale, volatility: slopes, residuals: squares });
      inChunks(this.context, n, DENSITY_CHUNK, (from, to) => {
        this.kernels.inverseRoots(spread, spread, from, to);
        this.kernels.rootColumns(columns, from, to);
      });
    });
    volatility.set(arena.view(this.slopes, n));
    if (residuals) residuals.set(arena.view(this.squares, n));
  }

  /** Column of minus half the derivatives of the squares by a parameter of the mean. */
  private halfAt(i: number): number {
    return this.halves + i * this.halvesStride;
  }

  /** Derivative of the log-likelihood with respect to the weight of each AR lag, excluding the effect through the variances. */
  private byEarlierReturns(): number[] {
    if (this.meanLags === 0) return [];
    const { arena } = this.context;
    return arena.scope(() => {
      const out = arena.put(new Float64Array(MEAN_LAGS_READ));
      inChunks(this.context, this.series.n, DENSITY_CHUNK * 4, (from, to) =>
        this.kernels.lagCorrelate(this.direct, this.series.address, MEAN_LAGS_READ, out, from, to),
      );
      return Array.from(arena.view(out, this.meanLags));
    });
  }

  private constants = (): Float64Array =>
    this.context.arena.scope(() => {
      const out = this.context.arena.take(4);
      this.kernels.densityConstants(this.block, out);
      return this.context.arena.view(out, 4).slice();
    });

  private filter(weights: Float64Array, x: number, constant: number, out: number, from: Count, to: Count): void {
    const { reversed, lags } = this;
    const { arena } = this.context;
    arena.view(reversed, lags).set(weights.slice().reverse());
    const chunk = 4 * Math.ceil(WORK_PER_CALL / lags / 4);
    arena.scope(() => {
      const filter = arena.block(lagFilterBlock, { reversed, lags, x, constant, out });
      for (let at = from; at < to; at += chunk) {
        this.context.checkpoint();
        this.kernels.lagFilter(filter, at, Math.min(at + chunk, to));
      }
    });
  }

  private correlate(x: number): Float64Array {
    const { arena } = this.context;
    return arena.scope(() => {
      const out = arena.put(new Float64Array(this.lags));
      const chunk = 2 * Math.ceil(WORK_PER_CALL / this.lags / 2);
      inChunks(this.context, this.series.n, chunk, (from, to) => this.kernels.lagCorrelate(this.slopes, x, this.lags, out, from, to));
      return arena.view(out, this.lags).slice();
    });
  }

  /**
   * dh[t] over [from, to) by mu, ar 1.. and by each parameter of the variance: columns of `to - from` values, at least 64 bytes each. Call
   * in a scope.
   */
  private derivatives(from: Count, to: Count): number {
    const stride = Math.max(8, to - from) * VALUE_BYTES;
    const parameters = this.shape.byParameter;
    const columns = this.context.arena.takeBytes((parameters.length + this.means) * stride);
    const origin = columns - from * VALUE_BYTES;
    const doubled = this.shape.weights.map((weight) => -2 * weight);
    for (let i = 0; i < this.means; i++) this.filter(doubled, this.halfAt(i), 0, origin + i * stride, from, to);
    parameters.forEach(({ constant, weights }, i) => {
      const out = origin + (i + this.means) * stride;
      if (weights) this.filter(weights, this.squares, constant, out, from, to);
      else this.context.arena.view(out + from * VALUE_BYTES, to - from).fill(constant);
    });
    return columns;
  }

  /** Columns of the products: all parameters of mean and variance, and the two of the density. */
  private width = (): Count => this.shape.byParameter.length + this.means + 2;

  /** Column of each parameter among the products. */
  private places = (): number[] => this.keys.map((_, i) => i + this.means - this.head);

  private products(rows: Count, running = 0): Float64Array {
    const { arena } = this.context;
    const width = this.width();
    const count = width - 2;
    return arena.scope(() => {
      const matrix = arena.put(new Float64Array(width * width));
      const row = arena.take(width);
      for (let from = 0; from < rows; from += INFORMATION_ROWS) {
        const to = Math.min(from + INFORMATION_ROWS, rows);
        arena.scope(() => {
          const derivatives = this.derivatives(from, to);
          const stride = Math.max(8, to - from) * VALUE_BYTES;
          const scores = arena.block(lagScoresBlock, { derivatives, stride, count, row, matrix, sums: running });
          this.kernels.lagScores(this.pass, scores, from, to);
        });
      }
      return upperOf(arena.view(matrix, width * width), width, this.places());
    });
  }

  private prepare(theta: Float64Array): boolean {
    this.evaluations++;
    if (!theta.every(Number.isFinite)) return false;
    const { arena } = this.context;
    const mean = this.head > 0 ? theta.subarray(0, this.head) : Float64Array.of(this.series.moments.start[0]);
    arena.view(this.mean, this.means).set(mean);
    const count = this.form.keys.length;
    this.shape = this.form.shape(theta.subarray(this.head, this.head + count));
    const { value, slopes } = presampleAt(this.series, this.model, mean);
    this.before = value;
    arena.view(this.squares - this.lags * VALUE_BYTES, this.lags).fill(value);
    slopes.forEach((slope, i) => {
      arena.view(this.halfAt(i) - this.lags * VALUE_BYTES, this.lags).fill(-0.5 * slope);
    });
    const [nu = 0, lambda = 0] = theta.subarray(this.head + count);
    return this.kernels.densityPrepare(this.block, distributionCode[this.model.distribution], nu, lambda) === 0;
  }
}
