import { fitColumnsBlock, garchCurvatureBlock, garchProductsBlock } from "../../../assembly/build/volatility-layouts.js";
import type { Count } from "../../contract";
import { Constraints } from "../../numerics/constraints";
import { inChunks, type JobContext } from "../../runtime/job";
import type { StandardizedSeries } from "../../series";
import { completeModel, type GarchModel, type ModelAsk } from "../garch-model";
import type { Likelihood, ScoreHistory } from "../likelihood";
import { INFORMATION_ROWS } from "../score-sums";
import { freePoint, type NaturalPoint } from "../units";
import type { VolatilitySeries } from "../volatility-series";
import { boundsOf, persistenceConstraint } from "./garch-bounds";
import { distributionCode, type ParameterLayout, parameterLayout, Slot } from "./garch-state";

/** Observations per kernel call: well under a millisecond, and a multiple of the look-ahead stride. */
const CHUNK = 16_384;
/** Rows used to rank starting points. */
const RANKED_ROWS = 8192;

/** The log-likelihood of one model on one series, with its gradient; parameters are those of the standardized series. */
export class GarchLikelihood implements Likelihood {
  readonly model: GarchModel;
  readonly layout: ParameterLayout;
  evaluations = 0;
  protected readonly state: number;
  protected readonly variances: number;
  protected readonly slopes: number;
  protected readonly products: number;

  /** Takes its buffers from the arena: call inside a scope. `backcast` is the fixed pre-sample variance of `ewma75`. */
  constructor(
    protected readonly context: JobContext,
    ask: ModelAsk,
    readonly series: StandardizedSeries,
    private readonly backcast: number,
    columns?: readonly [variances: number, slopes: number],
  ) {
    this.model = completeModel(ask);
    this.layout = parameterLayout(ask);
    const { arena } = context;
    this.state = arena.take(Slot.length);
    [this.variances, this.slopes] = columns ?? [arena.take(series.n), arena.take(series.n)];
    this.products = arena.take(context.kernels.garchProductsSize());
  }

  get n(): Count {
    return this.series.n;
  }

  get knowsCurvature(): boolean {
    return this.model.p * this.model.q === 1;
  }

  get naturalKeys(): string[] {
    return this.layout.keys;
  }

  get keys(): string[] {
    return this.layout.keys;
  }

  with({ model = this.model, series }: { model?: ModelAsk; series?: VolatilitySeries }): GarchLikelihood {
    return new GarchLikelihood(this.context, model, series ?? this.series, series?.moments.backcast ?? this.backcast);
  }

  constraints(): Constraints {
    const { keys, alpha, shape } = this.layout;
    const { lower, upper } = boundsOf(keys, this.model.distribution);
    return new Constraints(lower, upper, [persistenceConstraint(new Float64Array(keys.length).fill(1, alpha, shape), alpha, shape)]);
  }

  /**
   * Log-likelihood of the first rows only, -Infinity if the parameters define none: faster than `value`, and cannot be followed by a
   * gradient.
   */
  quickValue(theta: Float64Array, rows: Count = this.n): number {
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    const { kernels } = this.context;
    this.view()[Slot.count] = rows;
    inChunks(this.context, rows, CHUNK, (from, to) => kernels.garchLogLikelihood(this.state, this.series.address, from, to));
    return this.finish();
  }

  rank(theta: Float64Array): number {
    return this.quickValue(theta, Math.min(this.n, RANKED_ROWS));
  }

  value(theta: Float64Array): number {
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    const { kernels } = this.context;
    inChunks(this.context, this.series.n, CHUNK, (from, to) =>
      kernels.garchForward(this.state, this.series.address, this.variances, this.slopes, from, to),
    );
    return this.finish();
  }

  gradient(): Float64Array {
    const { kernels } = this.context;
    this.backwards((from, to) => kernels.garchBackward(this.state, this.series.address, this.variances, this.slopes, from, to));
    const state = this.view();
    const { slots, length } = this.layout;
    const slopes = new Float64Array(length);
    for (let i = 0; i < length; i++) slopes[i] = state[Slot.gradient + slots[i]];
    return slopes;
  }

  /**
   * Minus the second derivatives by mu, omega, alpha and beta of a GARCH(1,1), at the parameters of the last `value`, of which only the
   * variances are preserved.
   */
  curvature(): { block: Float64Array; size: Count } | null {
    if (!this.knowsCurvature) return null;
    const twice = this.curvatureSums();
    const [first] = this.context.arena.view(this.slopes, 1);
    const parameters = this.view();
    const [alpha, beta] = [parameters[Slot.alpha], parameters[Slot.beta]];
    const bending = this.model.preSample === "sample" ? 2 * (alpha + beta) : 0;
    const [b00, b01, b02, b03, b11, b12, b13, b22, b23, b33, c0, c1, c2, c3, d0, d1, d2, d3, direct, total, shocks] = twice;
    const upper = [
      [b00 - 2 * c0 + direct + 2 * alpha * (total - first) + bending * first, b01 - c1, b02 - c2 - 2 * shocks, b03 - c3 + d0],
      [0, b11, b12, b13 + d1],
      [0, 0, b22, b23 + d2],
      [0, 0, 0, b33 + 2 * d3],
    ];
    const block = new Float64Array(16);
    for (let i = 0; i < 16; i++) block[i] = -0.5 * upper[Math.min(i >> 2, i & 3)][Math.max(i >> 2, i & 3)];
    return { block, size: 4 };
  }

  /** The sums of `garchCurvature`; overwrites the slopes with the adjoints. */
  protected curvatureSums(): Float64Array {
    const { state, variances, slopes, context } = this;
    const { kernels, arena } = context;
    const { address, n } = this.series;
    this.backwards((from, to) => kernels.garchAdjoints(state, address, variances, slopes, from, to));
    return arena.scope(() => {
      const sums = arena.put(new Float64Array(21));
      const block = arena.block(garchCurvatureBlock, { state, y: address, h: variances, adjoint: slopes, carry: arena.take(8), sums });
      inChunks(context, n, CHUNK, (from, to) => kernels.garchCurvature(block, from, to));
      return arena.view(sums, 21).slice();
    });
  }

  /** Fisher information. It only serves as a metric for the search direction, so for a long series the first rows suffice. */
  information(): Float64Array {
    const { layout } = this;
    const { kernels, arena } = this.context;
    const rows = Math.min(this.series.n, INFORMATION_ROWS);
    const growth = this.series.n / rows;
    const density = arena.scope(() => {
      const out = arena.take(16);
      kernels.garchDensityInformation(this.state, out, arena.take(4));
      return arena.view(out, 16).slice();
    });
    const partial = this.sumProducts(0, rows);
    const sums = (row: number, column: number) => growth * partial(row, column);
    const { shape, length: k } = layout;
    const root = 2 * Math.ceil(shape / 2);
    const one = root + 1;
    const matrix = new Float64Array(k * k);
    const put = (i: number, j: number, value: number) => {
      matrix[i * k + j] = value;
      matrix[j * k + i] = value;
    };
    for (let i = 0; i < shape; i++) for (let j = i; j < shape; j++) put(i, j, density[5] * sums(i, j));
    // Only mu affects the location, with a negative sign: e = r - mu.
    for (let j = 1; j < shape; j++) put(0, j, matrix[j] - density[1] * sums(j, root));
    put(0, 0, matrix[0] - 2 * density[1] * sums(0, root) + density[0] * sums(root, root));
    for (let a = shape; a < k; a++) {
      const which = 2 + a - shape;
      for (let i = 0; i < shape; i++) put(i, a, density[4 + which] * sums(i, one));
      put(0, a, matrix[a] - density[which] * sums(root, one));
      for (let b = a; b < k; b++) put(a, b, this.series.n * density[4 * which + 2 + b - shape]);
    }
    return matrix;
  }

  /** Sum of the outer products of the observations' scores at the parameters of the last `value`. */
  outerProduct(): Float64Array {
    const { shape, length: k } = this.layout;
    const sums = this.sumProducts(1, this.series.n);
    const column = (i: number) => (i < shape ? i : 2 * Math.ceil(shape / 2) + i - shape);
    const matrix = new Float64Array(k * k);
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) matrix[i * k + j] = sums(column(Math.min(i, j)), column(Math.max(i, j)));
    return matrix;
  }

  naturalAt(theta: Float64Array): NaturalPoint {
    return freePoint(this.keys, theta);
  }

  finalScores(): { scores: Float64Array; nextLogSlopes: Float64Array } {
    return { scores: this.outerProduct(), nextLogSlopes: this.nextLogSlopes() };
  }

  scoreHistory(): ScoreHistory {
    throw new Error("no scores are kept");
  }

  /** Gradient of ln h[n]; call right after `outerProduct`. */
  nextLogSlopes(): Float64Array {
    const { kernels, arena } = this.context;
    const next = this.nextVariance();
    return arena.scope(() => {
      const out = arena.put(new Float64Array(this.layout.length));
      kernels.garchNextSlopes(this.state, this.series.address, this.variances, this.products, out);
      return arena.view(out, this.layout.length).map((slope) => slope / next);
    });
  }

  /** Writes sigma[t] and the standardized residuals of the last `value` into two columns. */
  columns(volatility: Float64Array, residuals: Float64Array | null): void {
    const { kernels, arena } = this.context;
    const { n, scale, address } = this.series;
    const mu = this.view()[Slot.mu];
    // The slopes are no longer needed: their memory receives the volatility, and the residuals overwrite the variances.
    arena.scope(() => {
      const { slopes, variances } = this;
      const columns = arena.block(fitColumnsBlock, { y: address, spread: variances, mu, scale, volatility: slopes, residuals: variances });
      inChunks(this.context, n, CHUNK, (from, to) => kernels.garchColumns(columns, from, to));
    });
    volatility.set(arena.view(this.slopes, n));
    if (residuals) residuals.set(arena.view(this.variances, n));
  }

  /** h[n] at the parameters of the last pass, in standardized units. */
  nextVariance(): number {
    return this.view()[Slot.nextVariance];
  }

  presampleVariance(): number {
    return this.view()[Slot.presample];
  }

  private backwards(step: (from: Count, to: Count) => void): void {
    const { n } = this.series;
    for (let from = Math.floor((n - 1) / CHUNK) * CHUNK; from >= 0; from -= CHUNK) {
      this.context.checkpoint();
      step(from, Math.min(from + CHUNK, n));
    }
  }

  /** Sums of the products of two columns; to be read before the next arena allocation. */
  protected sumProducts(mode: 0 | 1, rows: Count): (row: number, column: number) => number {
    const { kernels, arena } = this.context;
    arena.scope(() => {
      const { state, variances, slopes, products } = this;
      const block = arena.block(garchProductsBlock, { state, y: this.series.address, h: variances, g: slopes, work: products, mode });
      inChunks(this.context, rows, CHUNK, (from, to) => kernels.garchProducts(block, from, to));
    });
    const sums = arena.view(this.products, 256);
    return (row, column) => sums[row * 16 + column];
  }

  protected view(): Float64Array {
    return this.context.arena.view(this.state, Slot.length);
  }

  protected prepare(theta: Float64Array): boolean {
    const { n, sum, sumOfSquares, scale } = this.series;
    const state = this.view();
    state.fill(0, 0, Slot.gradient + 16);
    const { slots } = this.layout;
    for (let i = 0; i < slots.length; i++) state[slots[i]] = theta[i];
    const mu = theta[0];
    const follows = this.model.preSample === "sample";
    state[Slot.presample] = follows ? sumOfSquares / n - (2 * mu * sum) / n + mu * mu : this.backcast;
    state[Slot.presampleSlope] = follows ? 2 * (mu - sum / n) : 0;
    state[Slot.shockLags] = this.model.q;
    state[Slot.varianceLags] = this.model.p;
    state[Slot.density] = distributionCode[this.model.distribution];
    state[Slot.count] = n;
    state[Slot.scale] = scale;
    this.evaluations++;
    return this.context.kernels.garchPrepare(this.state) === 0;
  }

  private finish(): number {
    const code = this.context.kernels.garchFinishForward(this.state);
    return code === 0 ? this.view()[Slot.logLikelihood] : Number.NEGATIVE_INFINITY;
  }
}
