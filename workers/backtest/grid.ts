import * as v from "valibot";
import type { Count } from "../contract";
import { type Axis, type FullStrategy, type SweptParameter, strategySchema } from "./schema";

const FACTORS: readonly SweptParameter[] = ["momentum", "meanReversion", "sentiment"];
/** What the columns of scores and weights depend on; the others are read by the engine. */
const SCORING: readonly SweptParameter[] = ["lookback", "targetVolatility", ...FACTORS];

export const combinations = (axes: readonly Axis[]): Count => axes.reduce((count, { values }) => count * values.length, 1);

/** Place on each axis of a combination; the last axis runs fastest. */
export function placesOf(axes: readonly Axis[], index: Count): Count[] {
  const places: Count[] = new Array(axes.length).fill(0);
  let rest = index;
  for (let axis = axes.length - 1; axis >= 0; axis--) {
    places[axis] = rest % axes[axis].values.length;
    rest = Math.floor(rest / axes[axis].values.length);
  }
  return places;
}

export const indexOf = (axes: readonly Axis[], places: readonly Count[]): Count =>
  places.reduce((index, place, axis) => index * axes[axis].values.length + place, 0);

/** The axes in the order the runs are made: what the scores depend on first, so that neighbors share their scores. */
export const runningOrder = (axes: readonly Axis[]): Axis[] => [
  ...axes.filter(({ parameter }) => SCORING.includes(parameter)),
  ...axes.filter(({ parameter }) => !SCORING.includes(parameter)),
];

/** The strategy with the values of one combination. */
export function strategyAt(base: FullStrategy, axes: readonly Axis[], places: readonly Count[]): FullStrategy {
  const parameters = { ...base.parameters };
  const behavioralFactors = { ...base.behavioralFactors };
  for (const [axis, { parameter, values }] of axes.entries()) {
    const value = values[places[axis]];
    if (parameter === "momentum" || parameter === "meanReversion" || parameter === "sentiment") behavioralFactors[parameter] = value;
    else parameters[parameter] = value;
  }
  return { ...base, parameters, behavioralFactors };
}

/** Equal where two strategies have the same scores and weights. */
export const scoreKey = ({ parameters, behavioralFactors }: FullStrategy): string =>
  [parameters.lookback, parameters.targetVolatility, ...Object.values(behavioralFactors)].join();

/** Whether a strategy of a grid can be run: its blocks are those of the strategy the grid is around. */
export const runnable = (strategy: FullStrategy): boolean => v.is(strategySchema, { ...strategy, rules: undefined });

/**
 * Mean of an objective over a combination and its grid neighbors: what remains of a peak when the parameters are slightly off.
 * @term Parameter plateau
 * @formula mean over all combinations within one grid step on every axis, excluding those without a value
 * @source definition
 * @tolerance plain twin, 1e-12
 */
export function plateau(axes: readonly Axis[], objective: Float64Array, out: Float64Array): void {
  let sums = Float64Array.from(objective, (value) => (Number.isNaN(value) ? 0 : value));
  let counts = Float64Array.from(objective, (value) => (Number.isNaN(value) ? 0 : 1));
  let step = 1;
  // Neighbors on one axis after the other add up to the neighbors on all.
  for (const { values } of axes.toReversed()) {
    sums = withNeighbors(sums, step, values.length);
    counts = withNeighbors(counts, step, values.length);
    step *= values.length;
  }
  for (let index = 0; index < out.length; index++) out[index] = counts[index] > 0 ? sums[index] / counts[index] : Number.NaN;
}

/** Each value with those beside it on an axis whose places lie `step` apart. */
function withNeighbors(values: Float64Array, step: Count, length: Count): Float64Array<ArrayBuffer> {
  return Float64Array.from(values, (value, index) => {
    const place = Math.floor(index / step) % length;
    return value + (place > 0 ? values[index - step] : 0) + (place < length - 1 ? values[index + step] : 0);
  });
}
