import type { Cause, Count } from "../contract";
import { Draws } from "../numerics/draws";
import type { JobContext } from "../runtime/job";
import { limitsOf, nearest, readSettings } from "../runtime/schema";
import { type Axis, isDrawnByRatio, sweptSetting } from "./search-schema";

/** Draws per requested trial before giving up on new ones: for continuous ranges, and for countable ones, which can be exhausted. */
const PATIENCE = [20, 1000] as const;
/**
 * Significant digits of a drawn value: enough for distinct values, short enough to type, and the same in all engines, whose powers may differ in
 * the last bit.
 */
const DIGITS = 4;

/**
 * Distinct random trials between the lowest and the highest value of each axis; a longer search starts with the trials of a shorter one.
 * @term Random search
 * @formula x = lo + u (hi − lo), u uniform on [0, 1); lo (hi / lo)^u where hi / lo ≥ 100; a lookback is rounded from [lo − 1/2, hi + 1/2)
 * @source Bergstra and Bengio 2012
 * @tolerance values in 4 significant digits, each trial in the bits of a single backtest
 * @returns the axes with one value per trial: fewer than `count` if the ranges are exhausted
 */
export function drawTrials(context: JobContext, axes: readonly Axis[], count: Count, seed: number): Axis[] {
  const draws = new Draws(context, seed);
  const ranges = axes.map(rangeOf);
  const trials = new Map<string, number[]>();
  const distinct = axes.reduce((product, axis) => product * distinctOf(axis), 1);
  const wanted = Math.min(count, distinct);
  const most = count * PATIENCE[distinct === Infinity ? 0 : 1];
  for (let draw = 0; draw < most && trials.size < wanted; draw++) {
    const trial = ranges.map((at) => at(draws.uniform()));
    const key = trial.join();
    if (!trials.has(key)) trials.set(key, trial);
  }
  const found = [...trials.values()];
  return axes.map(({ parameter }, axis) => ({ parameter, values: found.map((trial) => trial[axis]) }));
}

/** The lowest and the highest value of an axis. */
const endsOf = ({ values }: Axis): [least: number, most: number] => [
  values.reduce((least, value) => Math.min(least, value)),
  values.reduce((most, value) => Math.max(most, value)),
];

/** Number of distinct values of an axis; finite only for integers or a single value. */
function distinctOf(axis: Axis): Count {
  const [least, most] = endsOf(axis);
  return least === most || limitsOf(sweptSetting(axis.parameter)).whole ? most - least + 1 : Infinity;
}

/** Why random trials cannot be drawn: a parameter does not allow an end of its range. */
export const refusalOf = (axes: readonly Axis[]): Cause | null =>
  axes
    .flatMap((axis) => endsOf(axis).map((end) => readSettings(sweptSetting(axis.parameter), end).refusal))
    .find((refusal) => refusal !== null) ?? null;

/** Maps a uniform number to the range of an axis. */
function rangeOf(axis: Axis): (uniform: number) => number {
  const setting = sweptSetting(axis.parameter);
  const [least, most] = endsOf(axis);
  const margin = limitsOf(setting).whole ? 0.5 : 0;
  const [low, high] = [least - margin, most + margin];
  const between = isDrawnByRatio(least, most)
    ? (uniform: number) => low * (high / low) ** uniform
    : (uniform: number) => low + uniform * (high - low);
  if (margin > 0) return (uniform) => nearest(setting, between(uniform));
  return (uniform) => Math.min(most, Math.max(least, Number(between(uniform).toPrecision(DIGITS))));
}
