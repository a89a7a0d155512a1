import * as v from "valibot";
import { axisSteps, MAX_AXES, SWEPT, type SweptParameter } from "../../workers/backtest/schema";
import { nearest } from "../../workers/runtime/schema";
import type { StrategyContent } from "../state/strategy-body";
import { PARAMETERS, type ParameterInfo, settingOf } from "./families";

const bound = v.pipe(v.number(), v.finite());

/** A parameter that is varied, evenly from one value to another; shares are fractions of one. */
export const axisSchema = v.object({
  parameter: v.picklist(SWEPT),
  from: bound,
  to: bound,
  steps: axisSteps,
});
export type AxisChoice = v.InferOutput<typeof axisSchema>;
export const axesSchema = v.pipe(v.array(axisSchema), v.maxLength(MAX_AXES));

/** What each parameter is varied over unless told. */
const RANGES: Record<SweptParameter, [number, number, number]> = {
  lookback: [5, 60, 12],
  threshold: [0.25, 2.5, 10],
  exitThreshold: [-0.5, 0.5, 5],
  stopLoss: [0.01, 0.1, 10],
  takeProfit: [0.02, 0.2, 10],
  trailingStop: [0.02, 0.2, 10],
  targetVolatility: [0.05, 0.3, 6],
  momentum: [0, 1, 11],
  meanReversion: [0, 1, 11],
  sentiment: [0, 1, 11],
};

export function axisFor(parameter: SweptParameter): AxisChoice {
  const [from, to, steps] = RANGES[parameter];
  return { parameter, from, to, steps };
}

export const AXES_DEFAULT: AxisChoice[] = [axisFor("lookback"), axisFor("threshold")];

/** Parameters a kind of strategy reads. */
export const readBy = ({ type }: Pick<StrategyContent, "type">): readonly ParameterInfo[] =>
  PARAMETERS.filter(({ types }) => types.includes(type));

const SCORED = ["lookback", "threshold"] as const;
const USUAL: Record<StrategyContent["type"], readonly SweptParameter[]> = {
  momentum: SCORED,
  "mean-reversion": SCORED,
  behavioral: SCORED,
  "smart-beta": ["lookback", "targetVolatility"],
  rules: ["stopLoss", "takeProfit"],
};

/** The axes a kind of strategy reads; two of its own where it reads none of them. */
export function usedAxes(axes: readonly AxisChoice[], strategy: Pick<StrategyContent, "type">): AxisChoice[] {
  const read = readBy(strategy).map(({ key }) => key);
  const used = axes.filter(({ parameter }) => read.includes(parameter));
  if (used.length > 0) return used;
  return USUAL[strategy.type].map(axisFor);
}

/** The values of an axis: even steps, whole numbers for the lookback, each once. */
export function valuesOf({ parameter, from, to, steps }: AxisChoice): number[] {
  const step = steps > 1 ? (to - from) / (steps - 1) : 0;
  const values = Array.from({ length: steps }, (_, k) => Number((from + k * step).toPrecision(12)));
  return [...new Set(parameter === "lookback" ? values.map((value) => nearest(settingOf(parameter), value)) : values)];
}

export const jobAxes = (axes: readonly AxisChoice[]) => axes.map((axis) => ({ parameter: axis.parameter, values: valuesOf(axis) }));

export const combinationsOf = (axes: readonly AxisChoice[]): number => axes.reduce((count, axis) => count * valuesOf(axis).length, 1);
