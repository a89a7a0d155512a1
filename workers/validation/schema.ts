import * as v from "valibot";
import { seedSetting, yearEntries } from "../performance/schema";
import { numeric, refuses, valuesOf } from "../runtime/schema";
import { AUTO, PRICES } from "../series/schema";

export const METHODS = [
  { value: "walk-forward", label: "Walk-Forward Analysis", note: "selected in sample, tested on the following out-of-sample window" },
  { value: "cross-validation", label: "Cross Validation", note: "selected on all other folds, purged; tested on the held-out fold" },
  { value: "bootstrapping", label: "Bootstrapping", note: "block bootstrap of the returns" },
] as const;
export const HOLDS = [
  { ...AUTO, note: "account columns of a statement and numbers below zero are a track record" },
  { ...PRICES, note: "the strategies below are backtested on these prices" },
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

const FOLDS = { label: "Folds", whole: true, min: 2, max: 20, refusal: refuses("validation/foldCount") } as const;
/** Limit on combinatorial folds, which keeps the time acceptable: 12 over 6 are 924 splits. */
const MAX_PATH_FOLDS = 12;
const moment = v.optional(v.nullable(v.number()), null);

export const validationEntries = {
  /** Window length and step in days, and the out-of-sample share of a window. */
  windowSize: v.optional(numeric({ label: "Window Size (days)", whole: true, min: 1, refusal: refuses("validation/windowSize") }), 252),
  stepSize: v.optional(numeric({ label: "Step Size (days)", whole: true, min: 1, refusal: refuses("validation/stepSize") }), 21),
  outOfSamplePct: v.optional(
    numeric({ label: "Out-of-Sample %", unit: "%", min: 0, max: 1, refusal: refuses("validation/outOfSample") }),
    0.3,
  ),
  significanceLevel: v.optional(
    numeric({ label: "Significance Level", above: 0, below: 1, refusal: refuses("validation/significanceLevel") }),
    0.05,
  ),
  /** Bootstrap replicates. */
  iterations: v.optional(
    numeric({ label: "Iterations", whole: true, min: 1, max: 100_000, refusal: refuses("risk/replicates", { least: 1 }) }),
    1000,
  ),
  /** Block scheme for the intervals, and (mean) block length; null for the automatic rule. */
  scheme: v.optional(v.picklist(valuesOf(SCHEMES), refuses("validation/resamplingScheme")), "stationary"),
  blockLength: v.optional(v.nullable(numeric({ label: "Block length", min: 1, refusal: refuses("validation/blockLength") })), null),
  folds: v.optional(numeric(FOLDS), 5),
  /** Combinatorial cross-validation: folds, and number of folds tested at once. */
  pathFolds: v.optional(numeric({ ...FOLDS, label: "CPCV folds", max: MAX_PATH_FOLDS, refusal: refuses("validation/pathFolds") }), 6),
  testFolds: v.optional(
    numeric({ ...FOLDS, label: "Test folds", min: 1, max: MAX_PATH_FOLDS - 1, refusal: refuses("validation/pathFolds") }),
    2,
  ),
  perYear: yearEntries.periodsPerYear,
  riskFree: yearEntries.riskFree,
  seed: seedSetting,
  startDate: moment,
  endDate: moment,
};

const rows = (label: string) => numeric({ label, whole: true, min: 0, refusal: refuses("validation/purging") });
const trials = v.optional(v.nullable(numeric({ label: "Trials (override)", min: 1, refusal: refuses("validation/trialCount") })), null);
const fewerTested = ({ pathFolds, testFolds }: { pathFolds: number; testFolds: number }) => testFolds < pathFolds;

const validationObject = v.object({
  ...validationEntries,
  /** Rows omitted on both sides of a test, and further rows after it. */
  purge: v.optional(rows("Purge (rows)"), 0),
  embargoRows: v.optional(rows("Embargo (rows)"), 0),
  /** Total number of strategies tried; null counts those given. */
  trials,
});
export type ValidationSettings = v.InferOutput<typeof validationObject>;
/** Validation of returns. */
export const validationSchema = v.pipe(
  validationObject,
  v.check((settings) => fewerTested(settings), refuses("validation/pathFolds")),
);

export const candidatesEntries = {
  ...validationEntries,
  /** Rows omitted on both sides of a test; null for the longest lookback. */
  purge: v.optional(v.nullable(rows("Purge (rows)")), null),
  /** Rows omitted after a test, as a share of the sample. */
  embargoFraction: v.optional(numeric({ label: "Embargo", unit: "%", min: 0, max: 0.5, refusal: refuses("validation/purging") }), 0.01),
  /** The benchmark. */
  beat: v.optional(v.picklist(valuesOf(BEATS)), "risk-free"),
  /** Configurations tried before on the same data that are not among the candidates. */
  earlierTrials: v.optional(numeric({ label: "Earlier trials", min: 0, refusal: refuses("validation/trialCount") }), 0),
  /** Total number of trials, if set by the user; null counts candidates and earlier trials. */
  trialOverride: trials,
};
const candidatesObject = v.object(candidatesEntries);
export type CandidatesSettings = v.InferOutput<typeof candidatesObject>;
/** Validation of a choice among strategies that are backtested first. */
export const candidatesSchema = v.pipe(
  candidatesObject,
  v.check((settings) => fewerTested(settings), refuses("validation/pathFolds")),
);

/**
 * Position of a row without a date, in months counted from 1: the steps of a year make twelve. The fractional part is the position within
 * the month.
 */
export const monthAt = (row: number, perYear: number): number => (12 * row) / perYear + 1;
