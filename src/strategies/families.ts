import { type Block, factorEntries, RULES_DEFAULT, STRATEGIES, type StrategyType } from "../../workers/backtest/schema";
import { type SweptParameter, sweptSetting } from "../../workers/backtest/search-schema";
import { type Choice, limitsOf } from "../../workers/runtime/schema";
import { percent, plain, plural } from "../lib/format.ts";
import type { StrategyContent } from "../state/strategy-body";

interface Described {
  /** Description in a sentence. */
  rule: string;
  /** The same as a formula, for the designer. */
  formula: string;
}

export type Family = Choice<StrategyType> & Described;

const DESCRIPTIONS: Readonly<Record<StrategyType, Described>> = {
  momentum: {
    rule: "Long while the lookback return is above the threshold, in standard errors; flat, or short, below.",
    formula: "ln(c[t] / c[t − L]) / (σ · √L)",
  },
  "mean-reversion": {
    rule: "Long when the price is more than the threshold, in standard deviations, below its lookback mean; flat once it reverts.",
    formula: "−(c[t] − mean(c)) / sd(c) over L",
  },
  behavioral: {
    rule: "A weighted sum of momentum, mean reversion and news sentiment; the weights are the behavioral factors.",
    formula: "w₁ momentum + w₂ mean reversion + w₃ sentiment",
  },
  "smart-beta": {
    rule: "Always long, scaled to the target volatility over the lookback; at most 100%.",
    formula: "min(1, target / (σ · √N))",
  },
  rules: {
    rule: "Custom if/else rules on prices and indicators, evaluated at each close.",
    formula: "if … then … else …",
  },
};

/** The four kinds of strategies named in the specification, and a fifth made of blocks. */
export const FAMILIES: readonly Family[] = STRATEGIES.map((named) => ({ ...named, ...DESCRIPTIONS[named.value] }));

export const familyOf = (type: StrategyType): Family => FAMILIES.find(({ value }) => value === type) ?? FAMILIES[0];

const ifsIn = (block: Block): number => (block.kind === "hold" ? 0 : 1 + ifsIn(block.yes) + ifsIn(block.no));

/** "Momentum, lookback 20, threshold 1.5". */
export const strategyLine = ({ type, parameters, rules }: StrategyContent): string =>
  type === "rules"
    ? `${familyOf(type).label}, ${plural(ifsIn(rules ?? RULES_DEFAULT), "if")}`
    : `${familyOf(type).label}, lookback ${parameters.lookback}${type === "smart-beta" ? "" : `, threshold ${parameters.threshold}`}`;

export interface ParameterInfo {
  key: SweptParameter;
  label: string;
  /** Entered and shown as percent. */
  percent: boolean;
  types: readonly StrategyType[];
}

const SCORED: readonly StrategyType[] = ["momentum", "mean-reversion", "behavioral"];
const LOOKING_BACK: readonly StrategyType[] = [...SCORED, "smart-beta"];
const ALL: readonly StrategyType[] = [...LOOKING_BACK, "rules"];
/** Families that use a parameter. */
const READ_BY: Record<SweptParameter, readonly StrategyType[]> = {
  lookback: LOOKING_BACK,
  threshold: SCORED,
  exitThreshold: SCORED,
  stopLoss: ALL,
  takeProfit: ALL,
  trailingStop: ALL,
  targetVolatility: ["smart-beta"],
  momentum: ["behavioral"],
  meanReversion: ["behavioral"],
  sentiment: ["behavioral"],
};

/** Every numeric parameter of a strategy, with the families that use it. */
export const PARAMETERS: readonly ParameterInfo[] = (Object.keys(READ_BY) as SweptParameter[]).map((key) => {
  const { label, unit } = limitsOf(sweptSetting(key));
  return { key, label: key in factorEntries ? `Weight of ${label.toLowerCase()}` : label, percent: unit === "%", types: READ_BY[key] };
});

export const labelOf = (key: string): string => PARAMETERS.find((parameter) => parameter.key === key)?.label ?? key;

/** "20", "5%". */
export const valueText = (parameter: string, value: number): string =>
  PARAMETERS.find(({ key }) => key === parameter)?.percent ? percent(value, 4, 0) : plain(value);

/** "Lookback Period 20". */
export const parameterText = (parameter: string, value: number): string => `${labelOf(parameter)} ${valueText(parameter, value)}`;
