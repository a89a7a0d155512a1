import * as v from "valibot";
import { seedSetting } from "../performance/schema";
import { nearest, numeric, refuses, valuesOf } from "../runtime/schema";
import { askedSchema, type BehavioralFactors, factorEntries, parameterEntries, type StrategyParameters, type StrategyType } from "./schema";

export const SWEPT = [
  "lookback",
  "threshold",
  "exitThreshold",
  "stopLoss",
  "takeProfit",
  "trailingStop",
  "targetVolatility",
  "momentum",
  "meanReversion",
  "sentiment",
] as const satisfies readonly (keyof (StrategyParameters & BehavioralFactors))[];
/** A parameter of a strategy, or one of its behavioral weights. */
export type SweptParameter = (typeof SWEPT)[number];
export const MAX_AXES = 4;
/** Number of values on an axis in a form. */
export const axisSteps = numeric({ label: "Values", whole: true, min: 1, max: 500, refusal: refuses("backtest/sweepAxes") });

const axis = v.object({
  parameter: v.picklist(SWEPT, refuses("backtest/sweepAxes")),
  values: v.pipe(v.array(v.number(refuses("backtest/sweepAxes"))), v.minLength(1, refuses("backtest/sweepAxes"))),
});
export type Axis = v.InferOutput<typeof axis>;
/** Parameters to vary, each at most once. */
export const axesSchema = v.pipe(
  v.array(axis),
  v.minLength(1, refuses("backtest/sweepAxes")),
  v.maxLength(MAX_AXES, refuses("backtest/sweepAxes")),
  v.check((axes) => new Set(axes.map(({ parameter }) => parameter)).size === axes.length, refuses("backtest/sweepAxes")),
);

/** Default range of each parameter: from, to, and number of values; percentages as fractions. */
export const AXIS_RANGES: Record<SweptParameter, readonly [from: number, to: number, steps: number]> = {
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

const SCORED = ["lookback", "threshold"] as const;
/** Parameters varied by default, per strategy type. */
export const USUAL_AXES: Record<StrategyType, readonly SweptParameter[]> = {
  momentum: SCORED,
  "mean-reversion": SCORED,
  behavioral: SCORED,
  "smart-beta": ["lookback", "targetVolatility"],
  rules: ["stopLoss", "takeProfit"],
};

/** The schema of a parameter that can be varied. */
export const sweptSetting = (parameter: SweptParameter) => ({ ...parameterEntries, ...factorEntries })[parameter];

/** Evenly spaced distinct values of an axis; integers for the lookback. */
export function evenValues(parameter: SweptParameter, from: number, to: number, steps: number): number[] {
  const step = steps > 1 ? (to - from) / (steps - 1) : 0;
  const values = Array.from({ length: steps }, (_, k) => Number((from + k * step).toPrecision(12)));
  return [...new Set(parameter === "lookback" ? values.map((value) => nearest(parameterEntries.lookback, value)) : values)];
}

/** Default grid of a strategy family. */
export const usualAxes = (type: StrategyType): Axis[] =>
  USUAL_AXES[type].map((parameter) => ({ parameter, values: evenValues(parameter, ...AXIS_RANGES[parameter]) }));

export const OBJECTIVES = [
  { value: "sharpeRatio", label: "Sharpe ratio" },
  { value: "returns", label: "Total return" },
  { value: "calmar", label: "Calmar ratio" },
] as const;
export type Objective = (typeof OBJECTIVES)[number]["value"];
const MAX_KEPT = 200;

export const SEARCHES = [
  { value: "grid", label: "Grid" },
  { value: "random", label: "Random" },
] as const;
export type Search = (typeof SEARCHES)[number]["value"];
const MAX_TRIALS = 5_000;
/** Maximum for a grid. */
export const MAX_COMBINATIONS = 50_000;
/** How to search the axes: all combinations, or random draws between the lowest and the highest value of each. */
export const searchEntries = {
  search: v.optional(v.picklist(valuesOf(SEARCHES), refuses("backtest/searchKind")), "grid"),
  trials: v.optional(
    numeric({ label: "Trials", whole: true, min: 1, max: MAX_TRIALS, refusal: refuses("backtest/searchTrials", { most: MAX_TRIALS }) }),
    200,
  ),
  seed: seedSetting,
};

/** Whether a range is drawn log-uniformly: it spans two decades or more. */
export const isDrawnByRatio = (from: number, to: number): boolean => Math.min(from, to) > 0 && Math.max(from / to, to / from) >= 100;

/** Settings of a grid or random search. */
export const sweepSchema = v.object({
  ...askedSchema.entries,
  axes: axesSchema,
  ...searchEntries,
  objective: v.optional(v.picklist(valuesOf(OBJECTIVES), refuses("backtest/sweepAxes")), "sharpeRatio"),
  /** Number of runs whose returns are returned, best first. */
  keep: v.optional(
    numeric({ label: "Runs stored", whole: true, min: 0, max: MAX_KEPT, refusal: refuses("backtest/sweepKeep", { most: MAX_KEPT }) }),
    10,
  ),
});

/** The same with walk-forward evaluation. */
export const searchSchema = v.object({
  ...sweepSchema.entries,
  windows: v.optional(
    numeric({ label: "Walk-forward windows", whole: true, min: 2, max: 50, refusal: refuses("backtest/searchWindows") }),
    5,
  ),
});
