import type { Count } from "../contract";
import { Draws } from "../numerics/draws";
import type { JobContext } from "../runtime/job";
import { limitsOf, nearest } from "../runtime/schema";
import { type Axis, isDrawnByRatio, sweptSetting } from "./search-schema";

/** Draws per trial wanted, after which what is left of the ranges is taken to be tried already. */
const PATIENCE = 20;
/** Digits of a drawn value: enough to differ, few enough to be typed, and alike wherever powers differ in their last bit. */
const DIGITS = 4;

/**
 * Random trials between the lowest and the highest value of each axis, each trial once; the first of many are those of fewer.
 * @term Random search
 * @formula x = lo + u (hi − lo), u uniform on [0, 1); lo (hi / lo)^u where hi / lo ≥ 100; a lookback is rounded from [lo − 1/2, hi + 1/2)
 * @source Bergstra and Bengio 2012
 * @tolerance values in 4 significant digits, each trial in the bits of a single backtest
 * @returns the axes with one value per trial: fewer than `count` where the ranges have no more
 */
export function drawTrials(context: JobContext, axes: readonly Axis[], count: Count, seed: number): Axis[] {
  const draws = new Draws(context, seed);
  const ranges = axes.map(rangeOf);
  const trials = new Map<string, number[]>();
  for (let draw = 0; draw < count * PATIENCE && trials.size < count; draw++) {
    const trial = ranges.map((at) => at(draws.uniform()));
    const key = trial.join();
    if (!trials.has(key)) trials.set(key, trial);
  }
  const found = [...trials.values()];
  return axes.map(({ parameter }, axis) => ({ parameter, values: found.map((trial) => trial[axis]) }));
}

/** The value of an axis for a number between 0 and 1. */
function rangeOf({ parameter, values }: Axis): (uniform: number) => number {
  const setting = sweptSetting(parameter);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = limitsOf(setting).whole ? 0.5 : 0;
  const [low, high] = [least - margin, most + margin];
  const between = isDrawnByRatio(least, most)
    ? (uniform: number) => low * (high / low) ** uniform
    : (uniform: number) => low + uniform * (high - low);
  if (margin > 0) return (uniform) => nearest(setting, between(uniform));
  return (uniform) => Math.min(most, Math.max(least, Number(between(uniform).toPrecision(DIGITS))));
}
