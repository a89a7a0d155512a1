import type { Count } from "../../contract";
import type { GarchModel } from "../garch-model";
import { inChunks, type JobContext } from "../job";
import { densityNumber, type ParameterLayout, parameterLayout, Slot } from "./state";

/** Observations per kernel call: well under a millisecond, and a multiple of the look-ahead stride. */
const CHUNK = 16_384;

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

  /** Takes its buffers from the arena: call inside a scope. `backcast` is the fixed pre-sample variance of `ewma75`. */
  constructor(
    private readonly context: JobContext,
    readonly model: GarchModel,
    readonly series: StandardisedSeries,
    private readonly backcast: number,
  ) {
    this.layout = parameterLayout(model);
    const { arena } = context;
    this.state = arena.take(Slot.length);
    this.variances = arena.take(series.n);
    this.slopes = arena.take(series.n);
  }

  /** Log-likelihood alone; -Infinity where the parameters define none. */
  value(theta: Float64Array): number {
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    const { kernels } = this.context;
    inChunks(this.context, this.series.n, CHUNK, (from, to) => kernels.garchLogLikelihood(this.state, this.series.address, from, to));
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

  /** h[n] at the parameters of the last pass, in standardised units. */
  nextVariance(): number {
    return this.view()[Slot.nextVariance];
  }

  presampleVariance(): number {
    return this.view()[Slot.presample];
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
