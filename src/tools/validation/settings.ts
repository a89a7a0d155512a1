import * as v from "valibot";
import { STRATEGY_TYPES } from "../../../workers/backtest/schema";
import { choiceLabel, emptied, valuesOf } from "../../../workers/runtime/schema";
import { UNITS } from "../../../workers/series/schema";
import { candidatesEntries, HOLDS, METHODS, VARIATIONS } from "../../../workers/validation/schema";
import { strategyContentSchema } from "../../state/strategy-body";
import { dateEntries, TRADING_DEFAULTS, tradingEntries } from "../../strategies/backtest-settings";

export type Method = (typeof METHODS)[number]["value"];
export const methodLabel = (method: Method): string => choiceLabel(METHODS, method);

const { windowSize, outOfSamplePct, stepSize, significanceLevel, iterations, folds, purge, embargoFraction, blockLength } =
  candidatesEntries;
const { pathFolds, testFolds, scheme, beat, trialOverride: trials, seed, riskFree, perYear } = candidatesEntries;
/** Settings whose boxes may be empty. */
const amounts = {
  windowSize,
  outOfSamplePct,
  stepSize,
  significanceLevel,
  iterations,
  folds,
  seed,
  riskFree,
  embargoFraction,
  /** Null: the longest lookback, the automatic rule's length, the counted trials. */
  purge,
  blockLength,
  trials,
};
const choices = { pathFolds, testFolds, scheme, beat };

/** Parts of a backtest that are not validated, as text. */
export const LEFT_OUT = {
  assets: "Assets with shared cash are not validated: one column is traded.",
  benchmark: "Validated against the benchmark chosen here, not the backtest's.",
};

/** The strategy of the backtest passed on, as tested. */
const testedSchema = v.object({ strategy: strategyContentSchema, leftOut: v.array(v.picklist(["assets", "benchmark"])) });
export type Tested = v.InferOutput<typeof testedSchema>;

/** All inputs of the screen except the data; stored across a reload. Shares are fractions. */
export const validationInputsSchema = v.object({
  method: v.picklist(valuesOf(METHODS)),
  ...emptied(amounts),
  ...choices,
  ...tradingEntries,
  holds: v.picklist(valuesOf(HOLDS)),
  returnUnit: v.picklist(valuesOf(UNITS)),
  tested: v.nullable(testedSchema),
  families: v.array(v.picklist(STRATEGY_TYPES)),
  /** Ids of saved strategies. */
  saved: v.array(v.string()),
  variations: v.picklist(valuesOf(VARIATIONS)),
  ...dateEntries,
  /** Steps per year; null: the user's setting. */
  ...emptied({ annualization: perYear }),
  /** Column of the data; null for the one detected by the reader. */
  column: v.nullable(v.string()),
});

export type ValidationInputs = v.InferOutput<typeof validationInputsSchema>;

/** The specification's defaults where it defines them. */
export const VALIDATION_DEFAULTS: ValidationInputs = {
  method: "walk-forward",
  ...v.getDefaults(v.object({ ...amounts, ...choices })),
  ...TRADING_DEFAULTS,
  holds: "auto",
  returnUnit: "auto",
  tested: null,
  families: ["momentum", "mean-reversion", "behavioral"],
  saved: [],
  variations: "9",
  startDate: null,
  endDate: null,
  annualization: null,
  column: null,
};

export type ChangeInputs = (changes: Partial<ValidationInputs>) => void;
