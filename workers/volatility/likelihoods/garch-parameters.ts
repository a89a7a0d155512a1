import type { Count } from "../../contract";
import { Constraints } from "../../numerics/constraints";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { type GarchModel, meanLags } from "../garch-model";
import { shapeKeys } from "../shape";
import type { NaturalPoint } from "../units";
import { boundsOf, largestWeight } from "./garch-bounds";

/** EWMA has no omega: this value, in standardized units, keeps the variance of a series of zeros above 0. */
export const NO_OMEGA = 1e-16;
/** Minimum omega under targeting, as a share of the sample variance. */
const LEFT_TO_OMEGA = 1e-9;
const DECAY_RANGE = [0.01, 1] as const;
/** Step of the differences for the derivatives of the loss share; Richardson extrapolation leaves an error of about 1e-11. */
const STEP = 1e-3;

const lagged = (name: string, count: Count) => Array.from({ length: count }, (_, i) => `${name}${i + 1}`);

/** Which parameters of a model are free, and how the others follow from them. */
export class GarchParametrization {
  /**
   * The free parameters. "gamma1" stands for the total weight of a loss, alpha1 + gamma1: both weights of a shock are then bounded below by
   * 0.
   */
  readonly keys: string[];
  /** The parameters of the kernels: mu, ar1.., omega, alpha1.., gamma1, beta1.., nu, lambda. */
  readonly natural: string[];
  readonly meanCount: Count;
  readonly alpha: Count;
  readonly beta: Count;
  readonly shape: Count;
  private readonly asymmetric: boolean;
  private readonly smoothed: boolean;

  /** @param target long-run variance under targeting */
  constructor(
    private readonly kernels: KernelsOf<"volatility">,
    readonly model: GarchModel,
    private readonly target: number,
  ) {
    const { mean, variance, distribution, targeting, decay, p, q } = model;
    this.asymmetric = variance === "gjr";
    this.smoothed = variance === "ewma";
    const constants = mean === "zero" ? [] : ["mu", ...lagged("ar", meanLags(model))];
    const weights = [...lagged("alpha", q), ...(this.asymmetric ? ["gamma1"] : []), ...lagged("beta", p)];
    const shapes = shapeKeys(distribution);
    this.meanCount = constants.length;
    this.natural = [...constants, ...(this.smoothed ? [] : ["omega"]), ...weights, ...shapes];
    const moving = this.smoothed ? (decay === null ? ["decay"] : []) : [...(targeting ? [] : ["omega"]), ...weights];
    this.keys = [...constants, ...moving, ...shapes];
    const first = constants.length + (this.smoothed || targeting ? 0 : 1);
    this.alpha = first;
    this.beta = this.smoothed ? first : first + q + (this.asymmetric ? 1 : 0);
    this.shape = this.smoothed ? first : this.beta + p;
  }

  get length(): Count {
    return this.keys.length;
  }

  /** Share of a variance that comes from losses, and its derivatives by nu and lambda. */
  private lossShare(theta: Float64Array): { share: number; byNu: number; byLambda: number } {
    if (!this.asymmetric || this.model.distribution !== "skewt") return { share: 0.5, byNu: 0, byLambda: 0 };
    const [nu, lambda] = theta.subarray(this.shape);
    const at = (x: number, y: number) => this.kernels.skewedTLossShare(x, y);
    const slope = (difference: (step: number) => number) => (4 * difference(STEP) - difference(2 * STEP)) / 3;
    const scale = Math.min(1, 0.2 * (nu - 2));
    return {
      share: at(nu, lambda),
      byNu: slope((step) => (at(nu + step * scale, lambda) - at(nu - step * scale, lambda)) / (2 * step * scale)),
      byLambda: slope((step) => (at(nu, lambda + step) - at(nu, lambda - step)) / (2 * step)),
    };
  }

  /** The feasible set of the free parameters. */
  constraints(): Constraints {
    const { alpha, shape, smoothed, asymmetric, model } = this;
    const { lower, upper } = boundsOf(this.keys, model.distribution);
    this.keys.forEach((key, i) => {
      if (key === "gamma1") lower[i] = 0;
      // With separate weights for gains and losses, one alone may exceed 1: the persistence bounds them.
      if (asymmetric && key === "alpha1") upper[i] = Number.POSITIVE_INFINITY;
      if (key === "decay") [lower[i], upper[i]] = DECAY_RANGE;
    });
    // The persistence of an EWMA is 1 by construction, so there is no constraint.
    if (smoothed) return new Constraints(lower, upper);
    return new Constraints(lower, upper, [
      {
        limit: model.targeting ? 1 - LEFT_TO_OMEGA : 1,
        curved: asymmetric && model.distribution === "skewt",
        value: (theta) => this.persistence(theta),
        slopes: (theta) => this.persistenceSlopes(theta),
        pivot: largestWeight(alpha, shape),
      },
    ]);
  }

  persistence(theta: Float64Array): number {
    if (this.smoothed) return 1;
    const gamma = this.keys.indexOf("gamma1");
    const { share } = this.lossShare(theta);
    let total = 0;
    for (let i = this.alpha; i < this.shape; i++) {
      total += gamma < 0 ? theta[i] : i === this.alpha ? (1 - share) * theta[i] : i === gamma ? share * theta[i] : theta[i];
    }
    return total;
  }

  persistenceSlopes(theta: Float64Array): Float64Array {
    const slopes = new Float64Array(this.length);
    if (this.smoothed) return slopes;
    slopes.fill(1, this.alpha, this.shape);
    const gamma = this.keys.indexOf("gamma1");
    if (gamma < 0) return slopes;
    const { share, byNu, byLambda } = this.lossShare(theta);
    const difference = theta[gamma] - theta[this.alpha];
    slopes[this.alpha] = 1 - share;
    slopes[gamma] = share;
    if (this.model.distribution === "skewt") {
      slopes[this.shape] = difference * byNu;
      slopes[this.shape + 1] = difference * byLambda;
    }
    return slopes;
  }

  /** The kernels' parameters at given free ones, with the derivatives. */
  naturalAt(theta: Float64Array): NaturalPoint {
    const { keys, natural, length: k } = this;
    const values = new Float64Array(natural.length);
    const jacobian = new Float64Array(natural.length * k);
    natural.forEach((key, row) => {
      const free = keys.indexOf(key);
      if (this.smoothed && /^(alpha|beta)1$/.test(key)) {
        const decay = keys.indexOf("decay");
        const weight = decay < 0 ? (this.model.decay ?? 0) : theta[decay];
        values[row] = key === "beta1" ? weight : 1 - weight;
        if (decay >= 0) jacobian[row * k + decay] = key === "beta1" ? 1 : -1;
      } else if (key === "gamma1") {
        values[row] = theta[free] - theta[this.alpha];
        jacobian[row * k + free] = 1;
        jacobian[row * k + this.alpha] = -1;
      } else if (free >= 0) {
        values[row] = theta[free];
        jacobian[row * k + free] = 1;
      } else {
        // omega under targeting
        values[row] = this.target * (1 - this.persistence(theta));
        jacobian.set(
          this.persistenceSlopes(theta).map((slope) => -this.target * slope),
          row * k,
        );
      }
    });
    return { keys: natural, values, jacobian };
  }
}
