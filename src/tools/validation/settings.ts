import * as v from "valibot";
import { STRATEGY_TYPES } from "../../../workers/backtest/schema";

export const METHODS = [
  { value: "walk-forward", label: "Walk-Forward Analysis", note: "chosen on the past of each window, judged on what follows" },
  { value: "cross-validation", label: "Cross Validation", note: "chosen on all other folds, purged; judged on the fold left out" },
  { value: "bootstrapping", label: "Bootstrapping", note: "the returns drawn anew in blocks" },
] as const;
export type Method = (typeof METHODS)[number]["value"];
export const methodLabel = (method: Method): string => METHODS.find(({ value }) => value === method)?.label ?? method;

export const HOLDS = [
  { value: "auto", label: "Detect", note: "account columns of a statement and numbers below zero are a track record" },
  { value: "prices", label: "Prices to trade", note: "the strategies below are backtested on them" },
  { value: "record", label: "A track record", note: "account values or returns, validated as they are" },
] as const;

export const VARIATIONS = [
  { value: "1", label: "As given", note: "one set of parameters per strategy" },
  { value: "9", label: "9 sets each", note: "lookback × ½, 1, 2 and threshold × ½, 1, 1½" },
  { value: "25", label: "25 sets each", note: "five lookbacks and five thresholds" },
] as const;

export const BEATS = [
  { value: "risk-free", label: "Risk-free rate" },
  { value: "hold", label: "Buy and hold", note: "the prices themselves, held" },
] as const;

export const SCHEMES = [
  { value: "stationary", label: "Stationary", note: "blocks of random length" },
  { value: "circular", label: "Circular", note: "blocks of one length" },
] as const;

export const DIRECTIONS = [
  { value: "long-only", label: "Long only" },
  { value: "long-short", label: "Long and short" },
] as const;

const figure = v.nullable(v.pipe(v.number(), v.finite()));
const isoDay = v.nullable(v.pipe(v.string(), v.isoDate()));
/** More would take longer than anyone waits: 12 over 6 are 924 splits. */
export const MAX_PATH_FOLDS = 12;

/** Every input of the screen but the data; kept over a reload. Shares are fractions of one. */
export const validationInputsSchema = v.object({
  method: v.picklist(["walk-forward", "cross-validation", "bootstrapping"]),
  windowSize: figure,
  outOfSamplePct: figure,
  stepSize: figure,
  significanceLevel: figure,
  iterations: figure,
  folds: figure,
  pathFolds: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(MAX_PATH_FOLDS)),
  testFolds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PATH_FOLDS - 1)),
  /** Rows; null for the longest lookback. */
  purge: figure,
  embargo: figure,
  scheme: v.picklist(["stationary", "circular"]),
  /** Null for the automatic rule's. */
  blockLength: figure,
  holds: v.picklist(["auto", "prices", "record"]),
  families: v.array(v.picklist(STRATEGY_TYPES)),
  /** Saved strategies, by their entries. */
  saved: v.array(v.string()),
  variations: v.picklist(["1", "9", "25"]),
  beat: v.picklist(["risk-free", "hold"]),
  /** Trials in all, in the place of those counted. */
  trials: figure,
  seed: figure,
  startDate: isoDay,
  endDate: isoDay,
  transactionCosts: figure,
  slippage: figure,
  behavioralAdjustment: v.boolean(),
  direction: v.picklist(["long-only", "long-short"]),
  riskFree: figure,
  /** Steps per year; null for the person's setting. */
  annualization: figure,
  /** Column of the data; null for the one the reader picked. */
  column: v.nullable(v.string()),
});

export type ValidationInputs = v.InferOutput<typeof validationInputsSchema>;

/** The specification's defaults where it has one. */
export const VALIDATION_DEFAULTS: ValidationInputs = {
  method: "walk-forward",
  windowSize: 252,
  outOfSamplePct: 0.3,
  stepSize: 21,
  significanceLevel: 0.05,
  iterations: 1000,
  folds: 5,
  pathFolds: 6,
  testFolds: 2,
  purge: null,
  embargo: 0.01,
  scheme: "stationary",
  blockLength: null,
  holds: "auto",
  families: ["momentum", "mean-reversion", "behavioral"],
  saved: [],
  variations: "9",
  beat: "risk-free",
  trials: null,
  seed: 1,
  startDate: null,
  endDate: null,
  transactionCosts: 0.001,
  slippage: 0.001,
  behavioralAdjustment: true,
  direction: "long-only",
  riskFree: 0.02,
  annualization: null,
  column: null,
};

export type ChangeInputs = (changes: Partial<ValidationInputs>) => void;

/** What a link carries: names of columns and saved strategies belong to this device. */
export const sharedInputs = ({ column: _, saved: __, ...inputs }: ValidationInputs) => inputs;
