import * as v from "valibot";
import type { Count, Range } from "../contract";
import { type FullStrategy, strategySchema } from "./schema";
import type { Axis, SweptParameter } from "./search-schema";

const FACTORS: readonly SweptParameter[] = ["momentum", "meanReversion", "sentiment"];
/** Parameters that affect scores and weights; the others are only used by the engine. */
const SCORING: readonly SweptParameter[] = ["lookback", "targetVolatility", ...FACTORS];

export const combinations = (axes: readonly Axis[]): Count => axes.reduce((count, { values }) => count * values.length, 1);

/** Index on each axis of a combination; the last axis varies fastest. */
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

/** Trials of a search: all combinations of the axes' values, or if paired, the first value of each axis, the second of each, and so on. */
export interface Trials {
  axes: Axis[];
  paired: boolean;
}

export const trialCount = ({ axes, paired }: Trials): Count => (paired ? axes[0].values.length : combinations(axes));

/** Index on each axis of a trial. */
export const trialPlaces = ({ axes, paired }: Trials, index: Count): Count[] => (paired ? axes.map(() => index) : placesOf(axes, index));

/** The strategy with the parameters of a trial. */
export const trialAt = (base: FullStrategy, trials: Trials, index: Count): FullStrategy =>
  strategyAt(base, trials.axes, trialPlaces(trials, index));

const isScoring = ({ parameter }: Axis) => SCORING.includes(parameter);

/** Trials in running order, with their original indices: trials with the same scores are adjacent. */
export interface Running {
  trials: Trials;
  order: Uint32Array;
}

/** @param pieces trials to run together: random trials are only reordered within a piece, so that the first pieces are a shorter search */
export const runningOrder = (trials: Trials, pieces: readonly Range[]): Running =>
  trials.paired ? pairedOrder(trials, pieces) : gridOrder(trials.axes);

function gridOrder(axes: Axis[]): Running {
  const running = [...axes.filter(isScoring), ...axes.filter((axis) => !isScoring(axis))];
  const axisOf = running.map(({ parameter }) => axes.findIndex((axis) => axis.parameter === parameter));
  const order = Uint32Array.from({ length: combinations(axes) }, (_, run) => {
    const places: Count[] = new Array(axes.length).fill(0);
    for (const [axis, place] of placesOf(running, run).entries()) places[axisOf[axis]] = place;
    return indexOf(axes, places);
  });
  return { trials: { axes: running, paired: false }, order };
}

function pairedOrder({ axes }: Trials, pieces: readonly Range[]): Running {
  const scoring = axes.filter(isScoring);
  const byScores = (a: Count, b: Count) =>
    scoring.map(({ values }) => values[a] - values[b]).find((difference) => difference !== 0) ?? a - b;
  const order = Uint32Array.from(pieces.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, k) => from + k).sort(byScores)));
  const running = axes.map(({ parameter, values }) => ({ parameter, values: Array.from(order, (place) => values[place]) }));
  return { trials: { axes: running, paired: true }, order };
}

/** The strategy with the parameters of a combination. */
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

/** The same key for strategies with the same scores and weights. */
export const scoreKey = ({ parameters, behavioralFactors }: FullStrategy): string =>
  [parameters.lookback, parameters.targetVolatility, ...Object.values(behavioralFactors)].join();

/** Whether a strategy of a grid is valid; its blocks are not checked, as they are those of the original strategy. */
export const runnable = (strategy: FullStrategy): boolean => v.is(strategySchema, { ...strategy, rules: undefined });

/**
 * Mean of the objective over a combination and its grid neighbors: how robust a peak is to small changes of the parameters.
 * @term Parameter plateau
 * @formula mean over all combinations within one grid step on every axis, excluding those without a value
 * @source definition
 * @tolerance plain twin, 1e-12
 */
export function plateau(axes: readonly Axis[], objective: Float64Array, out: Float64Array): void {
  let sums = Float64Array.from(objective, (value) => (Number.isNaN(value) ? 0 : value));
  let counts = Float64Array.from(objective, (value) => (Number.isNaN(value) ? 0 : 1));
  let step = 1;
  // Summing neighbors axis by axis gives the sum over neighbors on all axes.
  for (const { values } of axes.toReversed()) {
    sums = withNeighbors(sums, step, values.length);
    counts = withNeighbors(counts, step, values.length);
    step *= values.length;
  }
  for (let index = 0; index < out.length; index++) out[index] = counts[index] > 0 ? sums[index] / counts[index] : Number.NaN;
}

/** Sum of each value and its neighbors on an axis with stride `step`. */
function withNeighbors(values: Float64Array, step: Count, length: Count): Float64Array<ArrayBuffer> {
  return Float64Array.from(values, (value, index) => {
    const place = Math.floor(index / step) % length;
    return value + (place > 0 ? values[index - step] : 0) + (place < length - 1 ? values[index + step] : 0);
  });
}
