import type { Count } from "../contract";
import { Constraints } from "../numerics/constraints";
import type { Kernels, KernelsOf } from "../runtime/wasm/kernels";
import type { RegimeModel } from "./model";
import type { Expectation } from "./passes";
import { stationarySlopes } from "./stationary";

/**
 * Variances stay above this share of the variance of the data: a regime that collapses onto a few equal values would make the likelihood
 * unbounded (Hamilton 1991).
 */
const FLOOR_SHARE = 1e-4;
/** Bound on log odds: a transition is at least 1e-10 as probable as staying. */
const MAX_ODDS_LENGTH = 23;
const MIN_EXCESS = -23;
/** Expected number of transitions below which one counts as never occurring. */
const HARDLY = 0.02;

/** Mean and variance of the data, which scale the free parameters. */
export interface Units {
  mean: number;
  deviation: number;
}

/**
 * The free parameters of a model: for each regime the log odds of every other regime against staying, then the standardized means, then the
 * logarithms of the variances' excess over the floor.
 */
export class RegimeParameters {
  readonly floor: number;

  constructor(
    private readonly core: Kernels,
    private readonly kernels: KernelsOf<"regimes">,
    readonly units: Units,
    readonly states: Count,
  ) {
    this.floor = FLOOR_SHARE * units.deviation * units.deviation;
  }

  get size(): Count {
    return this.states * (this.states + 1);
  }

  private get meansFrom(): Count {
    return this.states * (this.states - 1);
  }

  /** Index of the log odds of the transition from i to j. */
  oddsAt(i: number, j: number): number {
    return i * (this.states - 1) + (j < i ? j : j - 1);
  }

  meanAt(i: number): number {
    return this.meansFrom + i;
  }

  varianceAt(i: number): number {
    return this.meansFrom + this.states + i;
  }

  fromModel({ transition, mean, variance }: RegimeModel): Float64Array {
    const theta = new Float64Array(this.size);
    const { naturalLog } = this.core;
    for (const [i, row] of transition.entries()) {
      for (const [j, p] of row.entries()) if (i !== j) theta[this.oddsAt(i, j)] = naturalLog(Math.max(p, 1e-12) / Math.max(row[i], 1e-12));
      theta[this.meanAt(i)] = (mean[i] - this.units.mean) / this.units.deviation;
      theta[this.varianceAt(i)] = naturalLog(Math.max(variance[i] / this.floor - 1, 1e-12) * FLOOR_SHARE);
    }
    return this.bound(theta);
  }

  /** The feasible set: beyond its bounds, parameters no longer have any effect. */
  constraints(): Constraints {
    const lower = new Float64Array(this.size).fill(-MAX_ODDS_LENGTH, 0, this.meansFrom);
    const upper = new Float64Array(this.size).fill(Number.POSITIVE_INFINITY).fill(MAX_ODDS_LENGTH, 0, this.meansFrom);
    lower.fill(Number.NEGATIVE_INFINITY, this.meansFrom).fill(MIN_EXCESS, this.varianceAt(0));
    return new Constraints(lower, upper);
  }

  /** Moves parameters that have diverged back to their bounds. */
  bound(theta: Float64Array): Float64Array {
    this.constraints().snap(theta);
    return theta;
  }

  /**
   * Bounds of the log odds: for transitions that hardly ever occur the likelihood increases monotonically towards probability 0, so they
   * are fixed at this value.
   */
  closing(theta: Float64Array, slope: Float64Array, { moves }: Expectation): Map<number, number> {
    const places = new Map<number, number>();
    for (const [i, row] of moves.entries()) {
      for (const [j, expected] of row.entries()) {
        const place = i === j ? -1 : this.oddsAt(i, j);
        if (place >= 0 && slope[place] < 0 && (expected < HARDLY || theta[place] <= -MAX_ODDS_LENGTH)) places.set(place, -MAX_ODDS_LENGTH);
      }
    }
    return places;
  }

  toModel(theta: Float64Array): RegimeModel {
    const { exponential } = this.kernels;
    const all = Array.from({ length: this.states }, (_, i) => i);
    const { mean, deviation } = this.units;
    return {
      transition: all.map((i) => {
        const odds = all.map((j) => (i === j ? 1 : exponential(theta[this.oddsAt(i, j)])));
        const total = odds.reduce((sum, value) => sum + value, 0);
        return odds.map((value) => value / total);
      }),
      mean: all.map((i) => mean + theta[this.meanAt(i)] * deviation),
      variance: all.map((i) => this.floor + exponential(theta[this.varianceAt(i)]) * deviation * deviation),
    };
  }

  /**
   * Exact gradient of the log-likelihood: the expected gradient of the complete data's, the start distribution included.
   * @formula dLL/dtheta = E[d ln f(y, regimes) / dtheta | y]
   * @source Fisher's identity; Louis (1982), JRSS B 44
   * @tolerance equals central differences of the log-likelihood within 1e-6 relative
   */
  gradient(model: RegimeModel, found: Expectation): Float64Array {
    const slope = new Float64Array(this.size);
    const { transition, variance } = model;
    const { deviation } = this.units;
    const pull = stationarySlopes(
      transition,
      found.start,
      found.first.map((share, i) => share / found.start[i]),
    );
    for (const [i, row] of transition.entries()) {
      const force = row.map((p, j) => found.moves[i][j] + p * found.start[i] * pull[j]);
      const total = force.reduce((sum, value) => sum + value, 0);
      for (const [j, p] of row.entries()) if (i !== j) slope[this.oddsAt(i, j)] = force[j] - p * total;
      slope[this.meanAt(i)] = (found.distances[i] / variance[i]) * deviation;
      const perVariance = (0.5 * (found.squares[i] / variance[i] - found.counts[i])) / variance[i];
      slope[this.varianceAt(i)] = perVariance * (variance[i] - this.floor);
    }
    return slope;
  }

  /** Information of the data if the regimes were observed: an upper bound of minus the Hessian. */
  information({ transition, variance }: RegimeModel, { counts }: Expectation): Float64Array {
    const k = this.size;
    const matrix = new Float64Array(k * k);
    const { deviation } = this.units;
    for (const [i, row] of transition.entries()) {
      const count = Math.max(counts[i], 1e-6);
      for (const [j, p] of row.entries()) {
        if (i === j) continue;
        const a = this.oddsAt(i, j);
        for (const [l, q] of row.entries()) if (l !== i) matrix[a * k + this.oddsAt(i, l)] = count * p * ((j === l ? 1 : 0) - q);
      }
      const [m, v] = [this.meanAt(i), this.varianceAt(i)];
      matrix[m * k + m] = (count * deviation * deviation) / variance[i];
      const share = (variance[i] - this.floor) / variance[i];
      matrix[v * k + v] = 0.5 * count * share * share;
    }
    return matrix;
  }

  /**
   * Jacobian of the reported quantities by the free parameters: transition probabilities (row by row), means, variances.
   * @returns row-major, K (K + 2) x size
   */
  jacobian({ transition, variance }: RegimeModel): Float64Array {
    const k = this.size;
    const s = this.states;
    const slopes = new Float64Array(s * (s + 2) * k);
    for (const [i, row] of transition.entries()) {
      for (const [j, p] of row.entries()) {
        const at = (i * s + j) * k;
        for (const [l, q] of row.entries()) if (l !== i) slopes[at + this.oddsAt(i, l)] = p * ((j === l ? 1 : 0) - q);
      }
      slopes[(s * s + i) * k + this.meanAt(i)] = this.units.deviation;
      slopes[(s * s + s + i) * k + this.varianceAt(i)] = variance[i] - this.floor;
    }
    return slopes;
  }
}
