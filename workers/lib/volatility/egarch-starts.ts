import { type GarchModel, meanLags } from "../garch-model";

/** Weights of the size and of the sign of a shock, and of the past logarithm: every combination is tried. */
const SIZES = [0.05, 0.12, 0.25];
const SIGNS = [-0.1, 0, 0.1];
const DECAYS = [0.75, 0.9, 0.98];

const first = (value: number, lags: number) => [value, ...new Array<number>(lags - 1).fill(0)];

/** One lag of each kind, in standardised units: a long-run variance of 1. @param meanStart the constant of the mean and its weights */
export function egarchStarts({ mean }: GarchModel, meanStart: number[], shape: number[]): Float64Array[] {
  const head = mean === "zero" ? [0] : [...meanStart, 0];
  return SIZES.flatMap((size) => SIGNS.flatMap((sign) => DECAYS.map((decay) => Float64Array.of(...head, size, sign, decay, ...shape))));
}

/** An EGARCH(1,1) as a model of more lags: the rest at 0, or its weights shared out. */
export function embedEgarch(simple: Float64Array, model: GarchModel): Float64Array[] {
  const { p, q } = model;
  const at = model.mean === "zero" ? 1 : 2 + meanLags(model);
  const [size, sign, decay] = simple.subarray(at);
  const head = simple.subarray(0, at);
  const shape = simple.subarray(at + 3);
  const even = (value: number, lags: number) => new Array<number>(lags).fill(value / lags);
  return [first, even].map((share) => Float64Array.of(...head, ...share(size, q), ...share(sign, q), ...share(decay, p), ...shape));
}
