import * as v from "valibot";
import { STRATEGY_TYPES } from "../../../workers/backtest/schema";
import { emptied } from "../../../workers/runtime/schema";
import { candidatesEntries } from "../../../workers/validation/schema";
import { strategyContentSchema } from "../../state/strategy-body";
import { dateEntries, TRADING_DEFAULTS, tradingEntries } from "../../strategies/backtest-settings";

export const METHODS = [
  { value: "walk-forward", label: "Walk-Forward Analysis", note: "selected in sample, tested on the following out-of-sample window" },
  { value: "cross-validation", label: "Cross Validation", note: "selected on all other folds, purged; tested on the held-out fold" },
  { value: "bootstrapping", label: "Bootstrapping", note: "block bootstrap of the returns" },
] as const;
export type Method = (typeof METHODS)[number]["value"];
export const methodLabel = (method: Method): string => METHODS.find(({ value }) => value === method)?.label ?? method;

export const HOLDS = [
  { value: "auto", label: "Auto-detect", note: "account columns of a statement and numbers below zero are a track record" },
  { value: "prices", label: "Prices", note: "the strategies below are backtested on these prices" },
  { value: "record", label: "Track record", note: "account values or returns" },
  { value: "log-returns", label: "Track record of log returns", note: "become simple returns: exp(r) − 1" },
] as const;

export const VARIATIONS = [
  { value: "1", label: "Current values only", note: "one set of parameters per strategy" },
  { value: "9", label: "9 sets each", note: "lookback × ½, 1, 2 and threshold × ½, 1, 1½" },
  { value: "25", label: "25 sets each", note: "five lookbacks and five thresholds" },
] as const;

export const BEATS = [
  { value: "risk-free", label: "Risk-free rate" },
  { value: "hold", label: "Buy and hold", note: "the prices themselves" },
] as const;

export const SCHEMES = [
  { value: "stationary", label: "Stationary", note: "blocks of random length" },
  { value: "circular", label: "Circular", note: "blocks of fixed length" },
] as const;

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
  method: v.picklist(["walk-forward", "cross-validation", "bootstrapping"]),
  ...emptied(amounts),
  ...choices,
  ...tradingEntries,
  holds: v.picklist(["auto", "prices", "record", "log-returns"]),
  returnUnit: v.picklist(["auto", "percent", "fraction"]),
  tested: v.nullable(testedSchema),
  families: v.array(v.picklist(STRATEGY_TYPES)),
  /** Ids of saved strategies. */
  saved: v.array(v.string()),
  variations: v.picklist(["1", "9", "25"]),
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
