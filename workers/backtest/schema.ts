import * as v from "valibot";
import { seedSetting, yearEntries } from "../performance/schema";
import { numeric, refuses, valuesOf } from "../runtime/schema";
import { accountEntries, affordable, orderEntries } from "./account-schema";

/** Measures that conditions compare; all except the first two have a lookback window. */
export const MEASURES = [
  "price",
  "number",
  "average",
  "exponential",
  "strength",
  "highest",
  "lowest",
  "change",
  "volatility",
  "momentum",
  "distance",
] as const;
export const COMPARISONS = ["above", "below", "crosses-above", "crosses-below"] as const;
const MAX_WINDOW = 1_000;
export const MAX_CONDITIONS = 5;
export const MAX_DEPTH = 5;

/** Lookback of a measure. */
export const windowSetting = numeric({
  label: "Rows",
  whole: true,
  min: 1,
  max: MAX_WINDOW,
  refusal: refuses("backtest/blocksWindow", { most: MAX_WINDOW }),
});
/** Weight of a block, as a fraction of the position size. */
export const holdWeight = numeric({ label: "Hold", unit: "%", min: -1, max: 1, refusal: refuses("backtest/blocksWeight") });

/** One side of a comparison. */
const operandSchema = v.object({
  measure: v.picklist(MEASURES, refuses("backtest/blocksOperand")),
  window: windowSetting,
  /** The value of the measure "number". */
  value: numeric({ label: "Number", refusal: refuses("backtest/blocksOperand") }),
});
export type Operand = v.InferOutput<typeof operandSchema>;

const conditionSchema = v.object({
  left: operandSchema,
  is: v.picklist(COMPARISONS, refuses("backtest/blocksOperand")),
  right: operandSchema,
});
export type Condition = v.InferOutput<typeof conditionSchema>;

/** The target of a strategy of rules: a weight, or a choice between two blocks. */
export type Block = { kind: "hold"; weight: number } | { kind: "if"; match: "all" | "any"; conditions: Condition[]; yes: Block; no: Block };

const conditionCount = refuses("backtest/blocksConditions", { most: MAX_CONDITIONS });

/** Schema of blocks with a limited nesting depth. */
function nested(depth: number): v.GenericSchema<Block> {
  const hold = v.object({ kind: v.literal("hold"), weight: holdWeight });
  if (depth === 0) return v.variant("kind", [hold], refuses("backtest/blocksDepth", { most: MAX_DEPTH }));
  const inner = nested(depth - 1);
  const choice = v.object({
    kind: v.literal("if"),
    match: v.picklist(["all", "any"]),
    conditions: v.pipe(v.array(conditionSchema), v.minLength(1, conditionCount), v.maxLength(MAX_CONDITIONS, conditionCount)),
    yes: inner,
    no: inner,
  });
  return v.variant("kind", [hold, choice], refuses("backtest/blocksDepth", { most: MAX_DEPTH }));
}

export const blockSchema = nested(MAX_DEPTH);

export const operand = (measure: Operand["measure"], window = 1, value = 0): Operand => ({ measure, window, value });

/** Long above the 50-bar moving average, flat below. */
export const RULES_DEFAULT: Block = {
  kind: "if",
  match: "all",
  conditions: [{ left: operand("price"), is: "above", right: operand("average", 50) }],
  yes: { kind: "hold", weight: 1 },
  no: { kind: "hold", weight: 0 },
};

export const STRATEGIES = [
  { value: "momentum", label: "Momentum" },
  { value: "mean-reversion", label: "Mean Reversion" },
  { value: "behavioral", label: "Behavioral Alpha" },
  { value: "smart-beta", label: "Smart Beta" },
  { value: "rules", label: "Block Rules" },
] as const;
export const STRATEGY_TYPES = valuesOf(STRATEGIES);
export type StrategyType = (typeof STRATEGIES)[number]["value"];

const percent = (label: string, refusal: string) => numeric({ label, unit: "%", min: 0, max: 1, refusal });
const threshold = (label: string, refusal: string, min?: number) => numeric({ label, min, refusal });

export const parameterEntries = {
  /** Lookback of the scores in bars. */
  lookback: v.optional(
    numeric({ label: "Lookback Period", unit: "bars", whole: true, min: 1, max: 10_000, refusal: refuses("backtest/lookback") }),
    20,
  ),
  /** Score above which a position is opened. */
  threshold: v.optional(threshold("Signal Threshold", refuses("backtest/threshold"), 0), 1.5),
  /** Score at which it is closed. */
  exitThreshold: v.optional(threshold("Exit Threshold", refuses("backtest/exit")), 0),
  /** Relative to the entry price, below it (above it for a short position); 0 for none. */
  stopLoss: v.optional(percent("Stop Loss", refuses("backtest/stops")), 0.02),
  takeProfit: v.optional(percent("Take Profit", refuses("backtest/stops")), 0.05),
  /** Relative to the best price since entry; 0 for none. */
  trailingStop: v.optional(percent("Trailing Stop", refuses("backtest/stops")), 0),
  /** Annual target volatility of Smart Beta. */
  targetVolatility: v.optional(numeric({ label: "Target Volatility", unit: "%", above: 0, refusal: refuses("backtest/target") }), 0.15),
};
export const parametersSchema = v.object(parameterEntries);
export type StrategyParameters = v.InferOutput<typeof parametersSchema>;
export const STRATEGY_DEFAULTS: StrategyParameters = v.getDefaults(parametersSchema);

const weight = (label: string) => percent(label, refuses("backtest/weights"));

/** Weights of Behavioral Alpha, with the builder's defaults. */
export const factorEntries = {
  momentum: v.optional(weight("Momentum"), 0.3),
  meanReversion: v.optional(weight("Mean Reversion"), 0.3),
  sentiment: v.optional(weight("Sentiment"), 0.4),
};
export const factorsSchema = v.object(factorEntries);
export type BehavioralFactors = v.InferOutput<typeof factorsSchema>;
export const FACTOR_DEFAULTS: BehavioralFactors = v.getDefaults(factorsSchema);
/** Defaults of the editor form. */
export const FORM_FACTORS: BehavioralFactors = { momentum: 0.33, meanReversion: 0.33, sentiment: 0.34 };

export const strategyEntries = {
  type: v.picklist(STRATEGY_TYPES, refuses("backtest/strategyType")),
  parameters: v.optional(parametersSchema, {}),
  behavioralFactors: v.optional(factorsSchema, {}),
  /** Blocks of a strategy of type "rules". */
  rules: v.optional(blockSchema),
};
const strategyObject = v.object(strategyEntries);
export type Strategy = v.InferInput<typeof strategyObject>;
export type FullStrategy = v.InferOutput<typeof strategyObject>;

const exitWithin = ({ threshold: enter, exitThreshold: leave }: StrategyParameters) => leave <= enter && leave >= -enter;
const someWeight = ({ type, behavioralFactors }: FullStrategy) =>
  type !== "behavioral" || Object.values(behavioralFactors).some((own) => own > 0);

/** A valid strategy; only type "rules" keeps its blocks. */
export const strategySchema = v.pipe(
  strategyObject,
  v.check(({ parameters }) => exitWithin(parameters), refuses("backtest/exit")),
  v.check(someWeight, refuses("backtest/weights")),
  v.transform(({ rules, ...rest }): FullStrategy => (rest.type === "rules" ? { ...rest, rules: rules ?? RULES_DEFAULT } : rest)),
);

const moment = v.optional(v.nullable(v.number()), null);

export const DIRECTIONS = [
  { value: "long-only", label: "Long only" },
  { value: "long-short", label: "Long and short" },
] as const;
export const FILLS = [
  { value: "next-open", label: "Next open", note: "next close if there are no opens" },
  { value: "same-close", label: "Same close", note: "look-ahead: filled at the close that gives the signal" },
] as const;
export const ALLOCATIONS = [
  { value: "equal", label: "Equal shares", note: "the position size, divided by the number of assets" },
  { value: "first-come", label: "First come, first served", note: "the position size each, strongest signal first" },
] as const;

export const backtestEntries = {
  /** First and last time to trade; null for all. Scores may use earlier data. */
  startDate: moment,
  endDate: moment,
  ...accountEntries,
  ...orderEntries,
  behavioralAdjustment: v.optional(v.boolean(), true),
  direction: v.optional(v.picklist(valuesOf(DIRECTIONS)), "long-only"),
  /** Share of equity per position. */
  positionSize: v.optional(numeric({ label: "Position size", unit: "%", above: 0, max: 1, refusal: refuses("backtest/size") }), 1),
  /** Cash of several instruments: an equal share for each, or the position size on a first-come basis. */
  allocation: v.optional(v.picklist(valuesOf(ALLOCATIONS), refuses("backtest/allocation")), "equal"),
  /** Minimum change of the target weight for which an open position is adjusted. */
  resizeBand: v.optional(percent("Rebalancing band", refuses("backtest/band")), 0.1),
  /** Whether quantities are integers. */
  wholeUnits: v.optional(v.boolean(), false),
  /** Fills at the close of the decision itself: look-ahead, which is flagged. */
  tradeOnClose: v.optional(v.boolean(), false),
  /** Closes the position at the last close instead of leaving it open. */
  closeAtEnd: v.optional(v.boolean(), false),
  ...yearEntries,
};
const backtestObject = v.object(backtestEntries);
export type BacktestSettings = v.InferOutput<typeof backtestObject>;
export const BACKTEST_DEFAULTS: BacktestSettings = v.getDefaults(backtestObject);
export const backtestSchema = v.pipe(
  backtestObject,
  v.check((settings) => affordable(settings), refuses("portfolio/rebalanceCosts")),
);

/** A strategy and its backtest settings. */
export const askedSchema = v.object({ strategy: strategySchema, settings: backtestSchema });

/** Dates of a new form: the specification's year. */
export const FORM_DATES = { startDate: "2023-01-01", endDate: "2023-12-31" };

/** Settings of the Monte Carlo runs that resample trades. */
export const stressSchema = v.object({
  iterations: v.optional(
    numeric({ label: "Runs", whole: true, min: 100, max: 100_000, refusal: refuses("backtest/stressIterations") }),
    1000,
  ),
  seed: seedSetting,
});

/** Settings of rolling figures. */
export const rollingSchema = v.object({
  window: v.optional(
    numeric({ label: "Rolling window", unit: "steps", whole: true, min: 3, max: 10_000, refusal: refuses("backtest/rollingWindow") }),
    126,
  ),
  ...yearEntries,
});
