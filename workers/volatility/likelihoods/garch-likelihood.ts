import type { Count } from "../../contract";
import type { ModelAsk } from "../garch-model";
import { inChunks, type JobContext } from "../job";
import { Constraints } from "./constraints";
import { fromEstimates, type NaturalPoint } from "./report";
import type { FitOptions } from "./search";
import { bestStarts, embed, startingNu } from "./starts";
import { densityNumber, garchSpace, type ParameterLayout, parameterLayout, Slot } from "./state";

/** Observations per kernel call: well under a millisecond, and a multiple of the look-ahead stride. */
const CHUNK = 16_384;
/** Rows the scoring matrix is made from. */
const INFORMATION_ROWS = 8192;
/** Rows by which points to start from are told apart. */
const RANKED_ROWS = 8192;

/** A standardised series in the kernels' memory. */
export interface StandardisedSeries {
  /** Address of y = (r - mean) / scale. */
  address: number;
  n: Count;
  /** Sums of y and y^2 over these n values. */
  sum: number;
  sumOfSquares: number;
  mean: number;
  scale: number;
}

/** The log-likelihood of one model on one series, with its gradient; parameters are those of the standardised series. */
export class GarchLikelihood {
  readonly layout: ParameterLayout;
  evaluations = 0;
  private readonly state: number;
  private readonly variances: number;
  private readonly slopes: number;
  private readonly products: number;

  /** Takes its buffers from the arena: call inside a scope. `backcast` is the fixed pre-sample variance of `ewma75`. */
  constructor(
    private readonly context: JobContext,
    readonly model: ModelAsk,
    readonly series: StandardisedSeries,
    private readonly backcast: number,
  ) {
    this.layout = parameterLayout(model);
    const { arena } = context;
    this.state = arena.take(Slot.length);
    this.variances = arena.take(series.n);
    this.slopes = arena.take(series.n);
    this.products = arena.take(context.kernels.garchProductsSize());
  }

  fromEstimates(values: number[]): Float64Array | null {
    return fromEstimates(this.layout.keys, this.layout.keys, values, this.series);
  }

  oneLag(): GarchLikelihood {
    return new GarchLikelihood(this.context, { ...this.model, p: 1, q: 1 }, this.series, this.backcast);
  }

  starts(kurtosis: number, options: FitOptions): Float64Array[] {
    return bestStarts(this, { nu: options.nuStart ?? startingNu(kurtosis), lambda: options.lambdaStart });
  }

  embed(simple: Float64Array, keys: string[]): Float64Array {
    return embed(simple, keys, this.layout.keys);
  }

  /** Where the parameters may lie. */
  constraints(): Constraints {
    return new Constraints(garchSpace(this.layout, this.model));
  }

  /** The likelihood of the same model on another series. */
  onSeries(series: StandardisedSeries): GarchLikelihood {
    return new GarchLikelihood(this.context, this.model, series, this.backcast);
  }

  /** Log-likelihood alone; -Infinity where the parameters define none. */
  value(theta: Float64Array): number {
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    const { kernels } = this.context;
    inChunks(this.context, this.series.n, CHUNK, (from, to) => kernels.garchLogLikelihood(this.state, this.series.address, from, to));
    return this.finish();
  }

  /** Log-likelihood of the first rows, enough to tell good points to start from. */
  rank(theta: Float64Array): number {
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    const rows = Math.min(this.series.n, RANKED_ROWS);
    this.view()[Slot.count] = rows;
    this.context.kernels.garchLogLikelihood(this.state, this.series.address, 0, rows);
    return this.finish();
  }

  /** Log-likelihood, keeping the variances that `gradient` and `information` need. */
  forward(theta: Float64Array): number {
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    const { kernels } = this.context;
    inChunks(this.context, this.series.n, CHUNK, (from, to) =>
      kernels.garchForward(this.state, this.series.address, this.variances, this.slopes, from, to),
    );
    return this.finish();
  }

  /** Gradient at the parameters of the last `forward`. */
  gradient(): Float64Array {
    const { kernels } = this.context;
    const last = Math.floor((this.series.n - 1) / CHUNK) * CHUNK;
    for (let from = last; from >= 0; from -= CHUNK) {
      this.context.checkpoint();
      kernels.garchBackward(this.state, this.series.address, this.variances, this.slopes, from, Math.min(from + CHUNK, this.series.n));
    }
    const state = this.view();
    return Float64Array.from(this.layout.slots, (slot) => state[Slot.gradient + slot]);
  }

  /**
   * Expected information (the scoring matrix) at the parameters of the last `forward`. It only points the way, so the first rows stand
   * for a long series.
   */
  information(): Float64Array {
    const { layout } = this;
    const { kernels, arena } = this.context;
    const rows = Math.min(this.series.n, INFORMATION_ROWS);
    const growth = this.series.n / rows;
    const partial = this.sumProducts(0, rows);
    const sums = (row: number, column: number) => growth * partial(row, column);
    const density = arena.scope(() => {
      const out = arena.take(16);
      kernels.garchDensityInformation(this.state, out, arena.take(4));
      return arena.view(out, 16).slice();
    });
    const { shape, length: k } = layout;
    const root = 2 * Math.ceil(shape / 2);
    const one = root + 1;
    const matrix = new Float64Array(k * k);
    const put = (i: number, j: number, value: number) => {
      matrix[i * k + j] = value;
      matrix[j * k + i] = value;
    };
    for (let i = 0; i < shape; i++) for (let j = i; j < shape; j++) put(i, j, density[5] * sums(i, j));
    // The location is mu's alone, and enters with a minus sign: e = r - mu.
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

  /** Sum of the outer products of the observations' scores at the parameters of the last `forward`. */
  outerProduct(): Float64Array {
    const { shape, length: k } = this.layout;
    const sums = this.sumProducts(1, this.series.n);
    const column = (i: number) => (i < shape ? i : 2 * Math.ceil(shape / 2) + i - shape);
    const matrix = new Float64Array(k * k);
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) matrix[i * k + j] = sums(column(Math.min(i, j)), column(Math.max(i, j)));
    return matrix;
  }

  /** The kernels' parameters are the free ones. */
  naturalAt(theta: Float64Array): NaturalPoint {
    const k = theta.length;
    return { keys: this.layout.keys, values: theta, jacobian: Float64Array.from({ length: k * k }, (_, i) => (i % (k + 1) === 0 ? 1 : 0)) };
  }

  finalProducts(): { scores: Float64Array; nextLogSlopes: Float64Array } {
    return { scores: this.outerProduct(), nextLogSlopes: this.nextLogSlopes() };
  }

  /** Gradient of ln h[n]; call right after `outerProduct`. */
  nextLogSlopes(): Float64Array {
    const { kernels, arena } = this.context;
    const next = this.nextVariance();
    return arena.scope(() => {
      const out = arena.take(this.layout.length);
      arena.view(out, this.layout.length).fill(0);
      kernels.garchNextSlopes(this.state, this.series.address, this.variances, this.products, out);
      return arena.view(out, this.layout.length).map((slope) => slope / next);
    });
  }

  /** Writes sigma[t] and the standardised residuals of the last `forward` into two columns. */
  columns(volatility: Float64Array, residuals: Float64Array | null): void {
    const { kernels, arena } = this.context;
    const { n, scale, address } = this.series;
    const mu = this.view()[Slot.mu];
    // The slopes are not needed any more: their place holds the volatility, and the variances give way to the residuals.
    inChunks(this.context, n, CHUNK, (from, to) =>
      kernels.garchColumns(address, this.variances, mu, scale, this.slopes, this.variances, from, to),
    );
    volatility.set(arena.view(this.slopes, n));
    if (residuals) residuals.set(arena.view(this.variances, n));
  }

  /** h[n] at the parameters of the last pass, in standardised units. */
  nextVariance(): number {
    return this.view()[Slot.nextVariance];
  }

  presampleVariance(): number {
    return this.view()[Slot.presample];
  }

  private sumProducts(mode: 0 | 1, rows: Count): (row: number, column: number) => number {
    const { kernels, arena } = this.context;
    inChunks(this.context, rows, CHUNK, (from, to) =>
      kernels.garchProducts(this.state, this.series.address, this.variances, this.slopes, this.products, from, to, mode),
    );
    const sums = arena.view(this.products, 256).slice();
    return (row, column) => sums[row * 16 + column];
  }

  private view(): Float64Array {
    return this.context.arena.view(this.state, Slot.length);
  }

  private prepare(theta: Float64Array): boolean {
    const { n, sum, sumOfSquares, scale } = this.series;
    const state = this.view();
    state.fill(0, 0, Slot.gradient + 16);
    this.layout.slots.forEach((slot, index) => {
      state[slot] = theta[index];
    });
    const mu = theta[0];
    const follows = this.model.preSample === "sample";
    state[Slot.presample] = follows ? sumOfSquares / n - (2 * mu * sum) / n + mu * mu : this.backcast;
    state[Slot.presampleSlope] = follows ? 2 * (mu - sum / n) : 0;
    state[Slot.shockLags] = this.model.q;
    state[Slot.varianceLags] = this.model.p;
    state[Slot.density] = densityNumber[this.model.distribution];
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
