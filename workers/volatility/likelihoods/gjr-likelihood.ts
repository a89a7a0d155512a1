import { fitColumnsBlock, type GjrPassBlock, gjrPassBlock } from "../../../assembly/build/volatility-layouts.js";
import { type Count, VALUE_BYTES } from "../../contract";
import type { Constraints } from "../../numerics/constraints";
import { multiply, project, upperOf } from "../../numerics/linear-algebra";
import { inChunks, type JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { cuspStall, cuspStepFactor } from "../cusp";
import { type GarchModel, meanLags } from "../garch-model";
import type { Likelihood, ScoreHistory } from "../likelihood";
import { informationOf, scoreHistoryOf } from "../score-sums";
import type { NaturalPoint } from "../units";
import { presampleAt, type VolatilitySeries } from "../volatility-series";
import { GarchParametrization, NO_OMEGA } from "./garch-parameters";
import { distributionCode, Slot } from "./garch-state";

/** Slots of the kernels' state after those of the GARCH block, as `assembly/kernels/volatility/gjr-state.ts` lays it out. */
const GjrSlot = { mean: 160, gamma: 166, meanLags: 167, presampleSlopes: 168, meanGradient: 174, gammaGradient: 180 } as const;
/** Observations per kernel call: under a millisecond, and a multiple of the blocks of the passes. */
const CHUNK = 16_384;
/** Row length of the matrix of products. */
const ROW = 20;

/** Slot of a parameter in the kernels' state, and of its derivative. */
function slotOf(key: string): { slot: number; gradient: number } {
  const at = (slot: number) => ({ slot, gradient: Slot.gradient + slot });
  const lag = Number(/\d$/.exec(key)?.[0] ?? 1) - 1;
  if (key === "mu") return { slot: GjrSlot.mean, gradient: GjrSlot.meanGradient };
  if (key.startsWith("ar")) return { slot: GjrSlot.mean + 1 + lag, gradient: GjrSlot.meanGradient + 1 + lag };
  if (key === "gamma1") return { slot: GjrSlot.gamma, gradient: GjrSlot.gammaGradient };
  if (key.startsWith("alpha")) return at(Slot.alpha + lag);
  if (key.startsWith("beta")) return at(Slot.beta + lag);
  return at(key === "omega" ? Slot.omega : key === "nu" ? Slot.nu : Slot.lambda);
}

/**
 * The log-likelihood of a GARCH, GJR or EWMA model with any mean and density on a standardized series, whose first row is preceded by as
 * many returns as the mean has lags. Its parameters are those of `layout`.
 */
export class GjrLikelihood implements Likelihood {
  readonly layout: GarchParametrization;
  evaluations = 0;
  private readonly state: number;
  private readonly shocks: number;
  private readonly variances: number;
  private readonly slopes: number;
  private readonly pulls: number;
  private readonly pass: number;
  /** Columns read only by the backward pass are overwritten by each chunk. */
  private readonly once: boolean;
  private readonly places: { slot: number; gradient: number }[];
  private jacobian: Float64Array = new Float64Array(0);

  /**
   * Takes its buffers from the arena: call inside a scope.
   * @param once for a single `value` and its scores: no gradient, and without AR lags the shocks overwrite the series
   */
  constructor(
    private readonly context: JobContext,
    private readonly kernels: KernelsOf<"volatility">,
    readonly model: GarchModel,
    readonly series: VolatilitySeries,
    once = false,
  ) {
    this.once = once;
    this.layout = new GarchParametrization(kernels, model, series.moments.variance);
    this.places = this.layout.natural.map(slotOf);
    const { arena } = context;
    this.state = arena.take(kernels.gjrStateSize());
    this.variances = arena.take(series.n);
    this.shocks = once && meanLags(model) === 0 ? series.address : arena.take(series.n);
    [this.slopes, this.pulls] = Array.from({ length: 2 }, () => arena.take(once ? Math.min(series.n, CHUNK) : series.n));
    this.pass = arena.block(gjrPassBlock, this.columnsFrom(0));
  }

  get n(): Count {
    return this.series.n;
  }

  get naturalKeys(): string[] {
    return this.layout.natural;
  }

  get keys(): string[] {
    return this.layout.keys;
  }

  with({ model = this.model, series = this.series }: { model?: GarchModel; series?: VolatilitySeries }): GjrLikelihood {
    return new GjrLikelihood(this.context, this.kernels, model, series);
  }

  constraints(): Constraints {
    return this.layout.constraints();
  }

  value(theta: Float64Array): number {
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    const { kernels, state } = this;
    inChunks(this.context, this.series.n, CHUNK, (from, to) => {
      if (this.once) this.context.arena.rewrite(this.pass, gjrPassBlock, this.columnsFrom(from));
      kernels.gjrForward(this.pass, from, to);
    });
    return kernels.gjrFinish(state) === 0 ? this.view()[Slot.logLikelihood] : Number.NEGATIVE_INFINITY;
  }

  stepFactor(index: number): number {
    return cuspStepFactor(this.model, index, this.layout.meanCount);
  }

  get stallTolerance(): number | undefined {
    return cuspStall(this.model, this.layout.meanCount);
  }

  /** May be called once after each `value`. */
  gradient(): Float64Array {
    const { n } = this.series;
    for (let from = Math.floor((n - 1) / CHUNK) * CHUNK; from >= 0; from -= CHUNK) {
      this.context.checkpoint();
      this.kernels.gjrBackward(this.pass, from, Math.min(from + CHUNK, n));
    }
    const results = this.view();
    const natural = Float64Array.from(this.places, ({ gradient }) => results[gradient]);
    return multiply(natural, this.jacobian, 1, natural.length, this.layout.length);
  }

  /** Outer products of the scores, which only serve as a metric for the search direction: for a long series the first rows suffice. */
  information(): Float64Array {
    return this.context.arena.scope(() => informationOf(this.series.n, (rows) => this.products(this.takeWork(), rows)));
  }

  finalScores(): { scores: Float64Array; nextLogSlopes: Float64Array } {
    const { arena } = this.context;
    const next = this.nextVariance();
    return arena.scope(() => {
      const work = this.takeWork();
      const scores = this.products(work, this.series.n);
      const out = arena.take(ROW);
      arena.view(out, ROW).fill(0);
      this.kernels.gjrNextSlopes(this.pass, work, out);
      const slopes = arena.view(out, ROW);
      const nextLogSlopes = Float64Array.from(this.productColumns(), (column, i) =>
        /^(nu|lambda)$/.test(this.layout.natural[i]) ? 0 : slopes[column] / next,
      );
      return { scores, nextLogSlopes };
    });
  }

  scoreHistory(): ScoreHistory {
    const { jacobian, layout } = this;
    const columns = this.productColumns();
    const { total, scores, running } = scoreHistoryOf(this.context.arena, ROW, columns, (sums) =>
      this.products(this.takeWork(), this.series.n, sums),
    );
    return {
      total: multiply(total, jacobian, 1, columns.length, layout.length),
      scores,
      running: project(running, jacobian, columns.length, layout.length),
    };
  }

  columns(volatility: Float64Array, residuals: Float64Array | null): void {
    const { arena, kernels } = this.context;
    const { shocks, variances, slopes } = this;
    const { n, scale } = this.series;
    arena.scope(() => {
      const columns = arena.block(fitColumnsBlock, { y: shocks, spread: variances, mu: 0, scale, volatility: slopes, residuals: shocks });
      inChunks(this.context, n, CHUNK, (from, to) => kernels.garchColumns(columns, from, to));
    });
    volatility.set(arena.view(slopes, n));
    if (residuals) residuals.set(arena.view(shocks, n));
  }

  naturalAt(theta: Float64Array): NaturalPoint {
    return this.layout.naturalAt(theta);
  }

  nextVariance(): number {
    return this.view()[Slot.nextVariance];
  }

  presampleVariance(): number {
    return this.view()[Slot.presample];
  }

  /** The columns of the passes for a chunk starting at a row: those read only by the backward pass may be as short as a chunk. */
  private columnsFrom(row: Count): GjrPassBlock {
    const back = this.once ? row * VALUE_BYTES : 0;
    const { state, shocks: e, variances: h, slopes, pulls } = this;
    return { state, y: this.series.address, e, h, g: slopes - back, u: pulls - back };
  }

  private view(): Float64Array {
    return this.context.arena.view(this.state, this.kernels.gjrStateSize());
  }

  private takeWork(): number {
    return this.context.arena.take(this.kernels.gjrProductsSize());
  }

  /** Column of each kernel parameter among the products; the constant and gamma have one in every model. */
  private productColumns(): Count[] {
    const { p, q } = this.model;
    const omega = meanLags(this.model) + 1;
    return this.layout.natural.map((key) => {
      const lag = Number(/\d$/.exec(key)?.[0] ?? 1) - 1;
      if (key === "mu") return 0;
      if (key.startsWith("ar")) return 1 + lag;
      if (key === "omega") return omega;
      if (key.startsWith("alpha")) return omega + 1 + lag;
      if (key === "gamma1") return omega + 1 + q;
      if (key.startsWith("beta")) return omega + 2 + q + lag;
      return omega + 2 + q + p + (key === "nu" ? 0 : 1);
    });
  }

  private products(work: number, rows: Count, running = 0): Float64Array {
    inChunks(this.context, rows, CHUNK, (from, to) => this.kernels.gjrProducts(this.pass, work, from, to, running));
    const sums = this.context.arena.view(work, ROW * ROW);
    const columns = this.productColumns();
    return project(upperOf(sums, ROW, columns), this.jacobian, columns.length, this.layout.length);
  }

  private prepare(theta: Float64Array): boolean {
    const { model, layout, series, places } = this;
    const { n, scale } = series;
    const { values, jacobian } = layout.naturalAt(theta);
    this.jacobian = jacobian;
    const state = this.view().fill(0);
    state[GjrSlot.mean] = series.moments.start[0];
    state[Slot.omega] = NO_OMEGA;
    places.forEach(({ slot }, i) => {
      state[slot] = values[i];
    });
    const lags = meanLags(model);
    const { value, slopes } = presampleAt(series, model, state.subarray(GjrSlot.mean, GjrSlot.mean + lags + 1));
    state[Slot.presample] = value;
    // A fixed mean does not affect the pre-sample variance.
    if (model.mean !== "zero") state.set(slopes, GjrSlot.presampleSlopes);
    state[GjrSlot.meanLags] = lags;
    state[Slot.shockLags] = model.q;
    state[Slot.varianceLags] = model.p;
    state[Slot.density] = distributionCode[model.distribution];
    state[Slot.count] = n;
    state[Slot.scale] = scale;
    this.evaluations++;
    return this.kernels.gjrPrepare(this.state) === 0;
  }
}
