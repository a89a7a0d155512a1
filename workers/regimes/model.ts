import type { Count } from "../contract";

/** Values y[t] ~ N(mean, variance) of the regime at t, which follows a Markov chain that starts in its stationary distribution. */
export interface RegimeModel {
  /** Transition probability from regime i (row) to j; rows sum to 1. */
  transition: number[][];
  mean: number[];
  variance: number[];
}

/** The fitted model, bit for bit. */
export const modelOf = ({
  transition,
  regimes,
}: {
  transition: number[][];
  regimes: readonly { mean: number; variance: number }[];
}): RegimeModel => ({
  transition,
  mean: regimes.map(({ mean }) => mean),
  variance: regimes.map(({ variance }) => variance),
});

/** Capacity of a model in the kernels' memory, in regimes; laid out as in `assembly/kernels/regimes/layout.ts`. */
export const LANES = 4;
const MEANS = 16;
const VARIANCES = 20;
const START = 24;
const MODEL_SIZE = 28;

export const statesOf = (model: RegimeModel): Count => model.mean.length;

/** Free parameters of K regimes: transitions, means and variances. */
export const parameterCount = (states: Count): Count => states * (states - 1) + 2 * states;

/** The model in the kernels' layout; unused regimes are never entered. */
export function modelColumn({ transition, mean, variance }: RegimeModel, start: ArrayLike<number>): Float64Array {
  const column = new Float64Array(MODEL_SIZE).fill(1, VARIANCES, START);
  for (const [i, row] of transition.entries()) {
    column.set(row, LANES * i);
    column[MEANS + i] = mean[i];
    column[VARIANCES + i] = variance[i];
    column[START + i] = start[i];
  }
  return column;
}

/** The same model with its regimes in another order. */
export function reordered({ transition, mean, variance }: RegimeModel, order: readonly number[]): RegimeModel {
  return {
    transition: order.map((i) => order.map((j) => transition[i][j])),
    mean: order.map((i) => mean[i]),
    variance: order.map((i) => variance[i]),
  };
}
