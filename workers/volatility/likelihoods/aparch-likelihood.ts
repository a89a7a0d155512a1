import { aparchPassBlock, fitColumnsBlock } from "../../../assembly/build/volatility-layouts.js";
import type { Count } from "../../contract";
import { Constraints } from "../../numerics/constraints";
import { upperOf } from "../../numerics/linear-algebra";
import { inChunks, type JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { cuspStall, cuspStepFactor } from "../cusp";
import { type GarchModel, meanLags } from "../garch-model";
import type { Likelihood, ScoreHistory } from "../likelihood";
import { informationOf, scoreHistoryOf } from "../score-sums";
import { shapeBounds, shapeKeys } from "../shape";
import { freePoint, type NaturalPoint } from "../units";
import { presampleAt, type VolatilitySeries } from "../volatility-series";
import { MIN_OMEGA } from "./garch-bounds";
import { distributionCode } from "./garch-state";

/** Slots of the kernels' APARCH state, as `assembly/kernels/volatility/aparch-state.ts` lays it out. */
const Slot = {
  meanLags: 0,
  shockLags: 1,
  levelLags: 2,
  density: 3,
  count: 4,
  scale: 5,
  presample: 6,
  presampleSlopes: 7,
  logLikelihood: 13,
  next: 14,
  byNu: 15,
  byLambda: 16,
  theta: 17,
} as const;
/** Observations per kernel call: about a millisecond. */
const CHUNK = 8192;
/** Outer products cost several times a pass. */
const SCORES_CHUNK = 4096;
/** Python arch's bounds of gamma and of delta. */
export const MAX_GAMMA = 0.9997;
const DELTA_RANGE = [0.05, 4] as const;

const lagged = (name: string, count: Count): string[] => Array.from({ length: count }, (_, i) => `${name}${i + 1}`);

/** The log-likelihood of an APARCH(p, q), every lag of a shock with a tilt of its own, on a standardized series. */
export class AparchLikelihood implements Likelihood {
  readonly keys: string[];
  evaluations = 0;
  readonly stallTolerance: number | undefined;
  /** Parameters of the kernels that are not estimated stand before those that are: the mean of a model without one. */
  private readonly head: Count;
  private readonly width: Count;
  private readonly means: Count;
  private readonly state: number;
  private readonly pass: number;
  private known: { at: string; moments: Float64Array } | null = null;
  private readonly columnsAt: Record<"shocks" | "inverse" | "slopes" | "sizes", number>;

  /** Takes its buffers from the arena: call inside a scope. */
  constructor(
    private readonly context: JobContext,
    private readonly kernels: KernelsOf<"volatility">,
    readonly model: GarchModel,
    readonly series: VolatilitySeries,
  ) {
    const { p, q, distribution, mean } = model;
    this.means = 1 + meanLags(model);
    this.head = mean === "zero" ? 1 : 0;
    const means = ["mu", ...lagged("ar", meanLags(model))].slice(this.head);
    const weights = [...lagged("alpha", q), ...lagged("gamma", q), ...lagged("beta", p)];
    this.keys = [...means, "omega", ...weights, "delta", ...shapeKeys(distribution)];
    this.width = this.means + 1 + weights.length + 3;
    this.stallTolerance = cuspStall(model, means.length);
    const { arena } = context;
    this.state = arena.take(kernels.aparchStateSize());
    const [shocks, sizes, powers, levels, inverse, slopes] = Array.from({ length: 6 }, () => arena.take(series.n));
    this.columnsAt = { shocks, inverse, slopes, sizes };
    const { state } = this;
    this.pass = arena.block(aparchPassBlock, { state, y: series.address, shocks, sizes, powers, levels, inverse, slopes });
  }

  get n(): Count {
    return this.series.n;
  }

  get naturalKeys(): string[] {
    return this.keys;
  }

  with({ model = this.model, series = this.series }: { model?: GarchModel; series?: VolatilitySeries }): AparchLikelihood {
    return new AparchLikelihood(this.context, this.kernels, model, series);
  }

  readonly exponential = (x: number): number => this.kernels.exponential(x);

  /** A number above 0 to a power. */
  power(x: number, exponent: number): number {
    return this.exponential(exponent * this.context.kernels.naturalLog(x));
  }

  stepFactor = (index: number): number => cuspStepFactor(this.model, index, this.means - this.head);

  constraints(): Constraints {
    const bounds: Record<string, readonly [number, number]> = {
      omega: [MIN_OMEGA, Number.POSITIVE_INFINITY],
      alpha: [0, Number.POSITIVE_INFINITY],
      gamma: [-MAX_GAMMA, MAX_GAMMA],
      beta: [0, 1],
      delta: DELTA_RANGE,
    };
    shapeKeys(this.model.distribution).forEach((key, i) => {
      bounds[key] = shapeBounds(this.model.distribution)[i];
    });
    const side = (which: 0 | 1) =>
      Float64Array.from(this.keys, (key) => bounds[key.replace(/\d+$/, "")]?.[which] ?? (which ? 1 : -1) * Number.POSITIVE_INFINITY);
    return new Constraints(side(0), side(1), [
      {
        limit: 1,
        curved: true,
        value: (theta) => this.persistence(theta).value,
        slopes: (theta) => this.persistence(theta).slopes,
      },
    ]);
  }

  /** sum of alpha[i] E(|z| - gamma[i] z)^delta and of the betas, under the density at hand, with its derivatives. */
  persistence(theta: Float64Array): { value: number; slopes: Float64Array } {
    const { keys, context, model } = this;
    const at = (key: string) => keys.indexOf(key);
    const value = (key: string) => (at(key) < 0 ? 0 : theta[at(key)]);
    const delta = value("delta");
    const [nu, lambda] = [value("nu"), value("lambda")];
    const moments = this.momentsAt(delta, nu, lambda);
    const slopes = new Float64Array(keys.length);
    const raise = (key: string, by: number) => {
      if (at(key) >= 0) slopes[at(key)] += by;
    };
    let total = 0;
    for (let i = 1; i <= model.q; i++) {
      const alpha = value(`alpha${i}`);
      for (const [sign, side] of [
        [-1, moments.subarray(0, 4)],
        [1, moments.subarray(4, 8)],
      ] as const) {
        const weight = 1 + sign * value(`gamma${i}`);
        const log = context.kernels.naturalLog(weight);
        const power = this.exponential(delta * log);
        total += alpha * power * side[0];
        raise(`alpha${i}`, power * side[0]);
        raise(`gamma${i}`, (alpha * sign * delta * power * side[0]) / weight);
        raise("delta", alpha * power * (side[1] + log * side[0]));
        raise("nu", alpha * power * side[2]);
        raise("lambda", alpha * power * side[3]);
      }
    }
    for (let j = 1; j <= model.p; j++) {
      total += value(`beta${j}`);
      raise(`beta${j}`, 1);
    }
    return { value: total, slopes };
  }

  /** What `powerMoments` gives; a search asks about the same point several times. */
  private momentsAt(delta: number, nu: number, lambda: number): Float64Array {
    const at = [delta, nu, lambda].join();
    if (this.known?.at !== at) {
      const address = this.kernels.powerMoments(distributionCode[this.model.distribution], nu, lambda, delta);
      this.known = { at, moments: this.context.arena.view(address, 8).slice() };
    }
    return this.known.moments;
  }

  value(theta: Float64Array): number {
    if (!this.prepare(theta)) return Number.NEGATIVE_INFINITY;
    inChunks(this.context, this.series.n, CHUNK, (from, to) => this.kernels.aparchForward(this.pass, from, to));
    return this.kernels.aparchFinish(this.state) === 0 ? this.view()[Slot.logLikelihood] : Number.NEGATIVE_INFINITY;
  }

  gradient(): Float64Array {
    const { arena } = this.context;
    return arena.scope(() => {
      const ring = arena.take(this.kernels.aparchRingSize());
      const sums = arena.put(new Float64Array(this.width));
      inChunks(this.context, this.series.n, CHUNK, (from, to) => this.kernels.aparchScores(this.pass, from, to, ring, 0, sums));
      const total = arena.view(sums, this.width);
      total.set(this.view().subarray(Slot.byNu, Slot.byLambda + 1), this.width - 2);
      return this.estimated(total);
    });
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
    return scoreHistoryOf(this.context.arena, this.width, this.places(), (sums) => this.products(this.series.n, sums).scores);
  }

  nextVariance(): number {
    return this.kernels.exponential(this.view()[Slot.next]);
  }

  presampleVariance(): number {
    return this.view()[Slot.presample];
  }

  columns(volatility: Float64Array, residuals: Float64Array | null): void {
    const { arena } = this.context;
    const { n, scale } = this.series;
    const { shocks: y, inverse: spread, slopes, sizes } = this.columnsAt;
    arena.scope(() => {
      const columns = arena.block(fitColumnsBlock, { y, spread, mu: 0, scale, volatility: slopes, residuals: sizes });
      inChunks(this.context, n, CHUNK, (from, to) => this.kernels.rootColumns(columns, from, to));
    });
    volatility.set(arena.view(slopes, n));
    if (residuals) residuals.set(arena.view(sizes, n));
  }

  /** Place of each estimated parameter among those of the kernels. */
  private places = (): number[] => this.keys.map((_, i) => i + this.head);

  private estimated = (values: Float64Array): Float64Array => values.slice(this.head, this.head + this.keys.length);

  private products(rows: Count, running = 0): { scores: Float64Array; nextLogSlopes: Float64Array } {
    const { arena } = this.context;
    const { width, kernels, pass } = this;
    return arena.scope(() => {
      const ring = arena.take(kernels.aparchRingSize());
      const matrix = arena.put(new Float64Array(width * width));
      const next = arena.put(new Float64Array(width));
      inChunks(this.context, rows, SCORES_CHUNK, (from, to) => kernels.aparchScores(pass, from, to, ring, matrix, running));
      if (rows === this.series.n) kernels.aparchNextSlopes(pass, rows, ring, this.view()[Slot.next], next);
      return {
        scores: upperOf(arena.view(matrix, width * width), width, this.places()),
        nextLogSlopes: this.estimated(arena.view(next, width)),
      };
    });
  }

  private view(): Float64Array {
    return this.context.arena.view(this.state, this.kernels.aparchStateSize());
  }

  private prepare(theta: Float64Array): boolean {
    const { model, series } = this;
    const state = this.view().fill(0);
    state[Slot.theta] = series.moments.start[0];
    state.set(theta, Slot.theta + this.head);
    const { value, slopes } = presampleAt(series, model, state.subarray(Slot.theta, Slot.theta + this.means));
    state[Slot.meanLags] = this.means - 1;
    state[Slot.shockLags] = model.q;
    state[Slot.levelLags] = model.p;
    state[Slot.density] = distributionCode[model.distribution];
    state[Slot.count] = series.n;
    state[Slot.scale] = series.scale;
    state[Slot.presample] = value;
    state.set(slopes, Slot.presampleSlopes);
    this.evaluations++;
    return this.kernels.aparchPrepare(this.state) === 0;
  }
}
