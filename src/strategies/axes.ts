import * as v from "valibot";
import {
  AXIS_RANGES,
  axisSteps,
  evenValues,
  MAX_AXES,
  type Search,
  SWEPT,
  type SweptParameter,
  USUAL_AXES,
} from "../../workers/backtest/search-schema";
import type { StrategyContent } from "../state/strategy-body";
import { PARAMETERS, type ParameterInfo } from "./families";

const bound = v.pipe(v.number(), v.finite());

/** A varied parameter, evenly spaced between two values; shares are fractions. */
const axisSchema = v.object({
  parameter: v.picklist(SWEPT),
  from: bound,
  to: bound,
  steps: axisSteps,
});
export type AxisChoice = v.InferOutput<typeof axisSchema>;
export const axesSchema = v.pipe(v.array(axisSchema), v.maxLength(MAX_AXES));

export function axisFor(parameter: SweptParameter): AxisChoice {
  const [from, to, steps] = AXIS_RANGES[parameter];
  return { parameter, from, to, steps };
}

export const AXES_DEFAULT: AxisChoice[] = USUAL_AXES.momentum.map(axisFor);

/** Parameters a kind of strategy uses. */
export const readBy = ({ type }: Pick<StrategyContent, "type">): readonly ParameterInfo[] =>
  PARAMETERS.filter(({ types }) => types.includes(type));

/** The axes a kind of strategy uses; two defaults if it uses none of them. */
export function usedAxes(axes: readonly AxisChoice[], strategy: Pick<StrategyContent, "type">): AxisChoice[] {
  const read = readBy(strategy).map(({ key }) => key);
  const used = axes.filter(({ parameter }) => read.includes(parameter));
  if (used.length > 0) return used;
  return USUAL_AXES[strategy.type].map(axisFor);
}

/** The values of an axis. */
export const valuesOf = ({ parameter, from, to, steps }: AxisChoice): number[] => evenValues(parameter, from, to, steps);

/** Axes as input of a search: all values for a grid, or the two ends for random trials. */
export const jobAxes = (axes: readonly AxisChoice[], search: Search = "grid") =>
  axes.map((axis) => ({ parameter: axis.parameter, values: search === "grid" ? valuesOf(axis) : [axis.from, axis.to] }));

export const combinationsOf = (axes: readonly AxisChoice[]): number => axes.reduce((count, axis) => count * valuesOf(axis).length, 1);
