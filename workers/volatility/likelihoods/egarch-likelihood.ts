import { egarchPassBlock, fitColumnsBlock } from "../../../assembly/build/volatility-layouts.js";
import type { Count } from "../../contract";
import { Constraints, linearConstraint } from "../../numerics/constraints";
import { upperOf } from "../../numerics/linear-algebra";
import { inChunks, type JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { type GarchModel, meanLags } from "../garch-model";
import type { Likelihood, ScoreHistory } from "../likelihood";
import { informationOf, scoreHistoryOf } from "../score-sums";
import { shapeBounds, shapeKeys } from "../shape";
import { freePoint, type NaturalPoint } from "../units";
import { presampleAt, type VolatilitySeries } from "../volatility-series";
import { distributionCode } from "./garch-state";

/** Slots of the kernels' EGARCH state, as `assembly/kernels/volatility/egarch-state.ts` lays it out. */
const Slot = {
  mu: 0,
  ar: 1,
  omega: 6,
  alpha: 7,
  gamma: 12,
  beta: 17,
  nu: 22,
  lambda: 23,
  parameters: 24,
  presample: 25,
  presampleSlopes: 26,
  sizeLags: 32,
  signLags: 33,
  logLags: 34,
  density: 35,
  count: 36,
  scale: 37,
  logLikelihood: 38,
  next: 39,
  frozen: 40,
  meanLags: 41,
  gradient: 44,
} as const;
/** Observations per kernel call: about a millisecond. */
const CHUNK = 16_384;
/** Outer products cost several times as much as a pass. */
const SCORES_CHUNK = 4096;
/** Margin by which the sum of the betas stays below 1: at 1 the log variance is a random walk. */
const MARGIN = 1e-6;

const lagged = (name: string, slot: number, count: Count): [string, number][] =>
  Array.from({ length: count }, (_, i) => [`${name}${i + 1}`, slot + i]);

/** The log-likelihood of an EGARCH(p, q) with as many sign lags as size lags, on a standardized series. */
export class EgarchLikelihood implements Likelihood {
  readonly keys: string[];
  evaluations = 0;
  /** A maximum may be on a kink of |z|, where the gradient does not vanish: tolerated decrement. */
  readonly stallTolerance = 1e-3;
  private frozen = false;
  private readonly slots: number[];
  private readonly state: number;
  private readonly logs: number;
  private readonly inverse: number;
  private readonly slopes: number;
  private readonly pass: number;

  /** Takes its buffers from the arena: call inside a scope. */
  constructor(
    private readonly context: JobContext,
    private readonly kernels: KernelsOf<"volatility">,
    readonly model: GarchModel,
    readonly series: VolatilitySeries,
  ) {
    const named: [string, number][] = [
      ...(model.mean === "zero" ? [] : [["mu", Slot.mu] as [string, number]]),
      ...lagged("ar", Slot.ar, meanLags(model)),
      ["omega", Slot.omega],
      ...lagged("alpha", Slot.alpha, model.q),
      ...lagged("gamma", Slot.gamma, model.q),
      ...lagged("beta", Slot.beta, model.p),
      ...shapeKeys(model.distribution).map((key, i): [string, number] => [key, Slot.nu + i]),
    ];
    this.keys = named.map(([key]) => key);
    this.slots = named.map(([, slot]) => slot);
    const { arena } = context;
    this.state = arena.take(kernels.egarchStateSize());
    this.logs = arena.take(series.n);
    this.inverse = arena.take(series.n);
    this.slopes = arena.take(series.n);
    const { state, logs, inverse, slopes } = this;
    this.pass = arena.block(egarchPassBlock, { state, y: series.address, logs, inverse, slopes });
  }

  get n(): Count {
    return this.series.n;
  }

  get naturalKeys(): string[] {
    return this.keys;
  }

  with({ model = this.model, series = this.series }: { model?: GarchModel; series?: VolatilitySeries }): EgarchLikelihood {
    return new EgarchLikelihood(this.context, this.kernels, model, series);
  }

  constraints(): Constraints {
    const lower = Float64Array.from(this.keys, (key) => (key.startsWith("beta") && this.model.p > 1 ? -1 : Number.NEGATIVE_INFINITY));
    const upper = new Float64Array(this.keys.length).fill(Number.POSITIVE_INFINITY);
    shapeBounds(this.model.distribution).forEach(([least, most], i, { length }) => {
      lower[this.keys.length - length + i] = least;
      upper[this.keys.length - length + i] = most;
    });
    const betas = Float64Array.from(this.keys, (key) => (key.startsWith("beta") ? 1 : 0));
    const joint = [linearConstraint(betas, 1 - MARGIN)];
    if (this.model.p === 1)
      joint.push(
        linearConstraint(
          betas.map((weight) => -weight),
          1 - MARGIN,
        ),
      );
    return new Constraints(lower, upper, joint);
  }

  exponential(x: number): number {
    return this.kernels.exponential(x);
  }

  value(theta: Float64Array): number {
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    inChunks(this.context, this.series.n, CHUNK, (from, to) => this.kernels.egarchForward(this.pass, from, to));
    return this.kernels.egarchFinish(this.state) === 0 ? this.view()[Slot.logLikelihood] : Number.NEGATIVE_INFINITY;
  }

  freeze(frozen: boolean): void {
    this.frozen = frozen;
  }

  gradient(): Float64Array {
    const { n } = this.series;
    for (let from = Math.floor((n - 1) / CHUNK) * CHUNK; from >= 0; from -= CHUNK) {
      this.context.checkpoint();
      this.kernels.egarchBackward(this.pass, from, Math.min(from + CHUNK, n));
    }
    const state = this.view();
    return Float64Array.from(this.slots, (slot) => state[Slot.gradient + slot]);
  }

  information(): Float64Array {
    return informationOf(this.series.n, (rows) => this.products(rows).scores);
  }

  naturalAt(theta: Float64Array): NaturalPoint {
    return freePoint(this.keys, theta);
  }

  finalScores(): { scores: Float64Array; nextLogSlopes: Float64Array } {
    return this.products(this.series.n);
  }

  scoreHistory(): ScoreHistory {
    return scoreHistoryOf(this.context.arena, Slot.parameters, this.slots, (sums) => this.products(this.series.n, sums).scores);
  }

  nextVariance(): number {
    return this.kernels.exponential(this.view()[Slot.next]);
  }

  presampleVariance(): number {
    return this.kernels.exponential(this.view()[Slot.presample]);
  }

  columns(volatility: Float64Array, residuals: Float64Array | null): void {
    const { arena } = this.context;
    const { n, scale, address } = this.series;
    arena.scope(() => {
      const { logs, inverse, slopes } = this;
      const columns = arena.block(fitColumnsBlock, { y: logs, spread: inverse, mu: 0, scale, volatility: slopes, residuals: logs });
      inChunks(this.context, n, CHUNK, (from, to) => {
        this.kernels.egarchShocks(this.state, address, logs, from, to);
        this.kernels.rootColumns(columns, from, to);
      });
    });
    volatility.set(arena.view(this.slopes, n));
    if (residuals) residuals.set(arena.view(this.logs, n));
  }

  private products(rows: Count, running = 0): { scores: Float64Array; nextLogSlopes: Float64Array } {
    const { arena } = this.context;
    const width = Slot.parameters;
    return arena.scope(() => {
      const ring = arena.take(this.kernels.egarchRingSize());
      const matrix = arena.put(new Float64Array(width * width));
      const next = arena.take(width);
      inChunks(this.context, rows, SCORES_CHUNK, (from, to) => this.kernels.egarchScores(this.pass, from, to, ring, matrix, running));
      this.kernels.egarchNextSlopes(this.pass, rows, ring, next);
      const scores = upperOf(arena.view(matrix, width * width), width, this.slots);
      const gradients = arena.view(next, width);
      return { scores, nextLogSlopes: Float64Array.from(this.slots, (slot) => (slot < Slot.nu ? gradients[slot] : 0)) };
    });
  }

  private view(): Float64Array {
    return this.context.arena.view(this.state, this.kernels.egarchStateSize());
  }

  private prepare(theta: Float64Array): boolean {
    const { n, scale, moments } = this.series;
    const state = this.view().fill(0);
    state[Slot.mu] = moments.start[0];
    this.slots.forEach((slot, i) => {
      state[slot] = theta[i];
    });
    const lags = meanLags(this.model);
    const mean = state.subarray(Slot.mu, Slot.mu + lags + 1);
    const { value, slopes } = presampleAt(this.series, this.model, mean);
    state[Slot.presample] = this.context.kernels.naturalLog(value);
    slopes.forEach((slope, i) => {
      state[Slot.presampleSlopes + i] = slope / value;
    });
    state[Slot.meanLags] = lags;
    state[Slot.sizeLags] = this.model.q;
    state[Slot.signLags] = this.model.q;
    state[Slot.logLags] = this.model.p;
    state[Slot.density] = distributionCode[this.model.distribution];
    state[Slot.count] = n;
    state[Slot.scale] = scale;
    state[Slot.frozen] = this.frozen ? 1 : 0;
    this.evaluations++;
    return this.kernels.egarchPrepare(this.state) === 0;
  }
}
