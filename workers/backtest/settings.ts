import type { Count, Fraction, Millis } from "../contract";
import { messages } from "../messages";
import { ANNUALIZATION, RISK_FREE } from "../performance";
import { type Block, blockTrouble, RULES_DEFAULT } from "./blocks";

export const STRATEGY_TYPES = ["momentum", "mean-reversion", "behavioral", "smart-beta", "rules"] as const;
export type StrategyType = (typeof STRATEGY_TYPES)[number];

export interface StrategyParameters {
  /** Bars the scores look back on. */
  lookback: Count;
  /** Score beyond which a position is opened. */
  threshold: number;
  /** Score at which it is closed again. */
  exitThreshold: number;
  /** Below (short: above) the price paid; 0 for none. */
  stopLoss: Fraction;
  takeProfit: Fraction;
  /** Below the best price since entry; 0 for none. */
  trailingStop: Fraction;
  /** Yearly volatility Smart Beta aims at. */
  targetVolatility: Fraction;
}

export interface BehavioralFactors {
  momentum: Fraction;
  meanReversion: Fraction;
  sentiment: Fraction;
}

export interface Strategy {
  type: StrategyType;
  parameters?: Partial<StrategyParameters>;
  /** Weights of Behavioral Alpha. */
  behavioralFactors?: Partial<BehavioralFactors>;
  /** Blocks of a strategy of rules. */
  rules?: Block;
}

export interface BacktestSettings {
  /** First and last moment traded; null for all there is. Scores may look back beyond the first. */
  startDate: Millis | null;
  endDate: Millis | null;
  initialCapital: number;
  /** Of the value traded, both ways. */
  transactionCosts: Fraction;
  slippage: Fraction;
  /** Per order, in the currency of the capital. */
  fixedCosts: number;
  behavioralAdjustment: boolean;
  direction: "long-only" | "long-short";
  /** Share of the equity a position takes. */
  positionSize: Fraction;
  /** Cash of several instruments: an equal share for each, or the position size for whoever comes first. */
  allocation: "equal" | "first-come";
  /** Change of the weight asked for below which an open position is left alone. */
  resizeBand: Fraction;
  /** Quantities without fractions. */
  wholeUnits: boolean;
  /** Fills at the very close that decided: looks ahead, and is flagged. */
  tradeOnClose: boolean;
  /** Sells what is held at the last close instead of leaving the trade open. */
  closeAtEnd: boolean;
  riskFree: Fraction;
  periodsPerYear: number;
}

/** The specification's defaults where it has one. */
export const BACKTEST_DEFAULTS: BacktestSettings = {
  startDate: null,
  endDate: null,
  initialCapital: 1_000_000,
  transactionCosts: 0.001,
  slippage: 0.001,
  fixedCosts: 0,
  behavioralAdjustment: true,
  direction: "long-only",
  positionSize: 1,
  allocation: "equal",
  resizeBand: 0.1,
  wholeUnits: false,
  tradeOnClose: false,
  closeAtEnd: false,
  riskFree: RISK_FREE,
  periodsPerYear: ANNUALIZATION,
};

export const STRATEGY_DEFAULTS: StrategyParameters = {
  lookback: 20,
  threshold: 1.5,
  exitThreshold: 0,
  stopLoss: 0.02,
  takeProfit: 0.05,
  trailingStop: 0,
  targetVolatility: 0.15,
};

export const FACTOR_DEFAULTS: BehavioralFactors = { momentum: 0.3, meanReversion: 0.3, sentiment: 0.4 };

/** The behavioral adjustment: bars of the reference, loss aversion, and how much of a position full pressure takes away. */
export const ADJUSTMENT = { window: 22, lossAversion: 2.25, strength: 0.5 } as const;

export type FullStrategy = {
  type: StrategyType;
  parameters: StrategyParameters;
  behavioralFactors: BehavioralFactors;
  /** For the type "rules" only. */
  rules?: Block;
};

export const fullStrategy = ({ type, parameters, behavioralFactors, rules }: Strategy): FullStrategy => ({
  type,
  parameters: { ...STRATEGY_DEFAULTS, ...parameters },
  behavioralFactors: { ...FACTOR_DEFAULTS, ...behavioralFactors },
  ...(type === "rules" && { rules: rules ?? RULES_DEFAULT }),
});

const share = (value: number, most = 1) => value >= 0 && value <= most;
const MAX_LOOKBACK: Count = 10_000;

/** Why a strategy cannot be run; null where it can. */
export function strategyTrouble({ type, parameters, behavioralFactors, rules }: FullStrategy): string | null {
  const { lookback, threshold, exitThreshold, stopLoss, takeProfit, trailingStop, targetVolatility } = parameters;
  if (!STRATEGY_TYPES.includes(type)) return messages.backtestType;
  const blocks = rules ? blockTrouble(rules) : null;
  if (blocks) return blocks;
  if (!(Number.isInteger(lookback) && lookback >= 1 && lookback <= MAX_LOOKBACK)) return messages.backtestLookback;
  if (!(threshold >= 0 && Number.isFinite(threshold))) return messages.backtestThreshold;
  if (!(exitThreshold <= threshold && exitThreshold >= -threshold)) return messages.backtestExit;
  if (![stopLoss, takeProfit, trailingStop].every((level) => share(level))) return messages.backtestStops;
  if (!(targetVolatility > 0 && Number.isFinite(targetVolatility))) return messages.backtestTarget;
  const weights = [behavioralFactors.momentum, behavioralFactors.meanReversion, behavioralFactors.sentiment];
  return weights.every((weight) => share(weight)) && (type !== "behavioral" || weights.some((weight) => weight > 0))
    ? null
    : messages.backtestWeights;
}

/** Why the settings cannot be used; null where they can. */
export function settingsTrouble(settings: BacktestSettings): string | null {
  const { initialCapital, transactionCosts, slippage, fixedCosts, positionSize, allocation, resizeBand, riskFree, periodsPerYear } =
    settings;
  if (!(initialCapital > 0 && Number.isFinite(initialCapital))) return messages.rebalanceCapital;
  if (!(transactionCosts >= 0 && slippage >= 0 && transactionCosts + slippage < 1)) return messages.rebalanceCosts;
  if (!(fixedCosts >= 0 && Number.isFinite(fixedCosts))) return messages.backtestFixedCosts;
  if (!(positionSize > 0 && positionSize <= 1)) return messages.backtestSize;
  if (allocation !== "equal" && allocation !== "first-come") return messages.backtestAllocation;
  if (!share(resizeBand)) return messages.backtestBand;
  if (!(riskFree > -1 && Number.isFinite(riskFree))) return messages.riskRate;
  return periodsPerYear > 0 && Number.isFinite(periodsPerYear) ? null : messages.annualization;
}

const MIN_WEIGHT: Fraction = 1e-9;

/** One line of the kernels' table. */
export function settingsRow(settings: BacktestSettings, { type, parameters }: FullStrategy): number[] {
  const always = type === "smart-beta";
  // The score of rules is the weight they ask for: whatever is not nothing is held.
  const [enter, leave] = type === "rules" ? [MIN_WEIGHT, MIN_WEIGHT] : always ? [0, 0] : [parameters.threshold, parameters.exitThreshold];
  return [
    settings.initialCapital,
    settings.transactionCosts,
    settings.fixedCosts,
    settings.slippage,
    settings.positionSize,
    enter,
    leave,
    parameters.stopLoss,
    parameters.takeProfit,
    parameters.trailingStop,
    settings.resizeBand,
    settings.direction === "long-short" ? 1 : 0,
    settings.tradeOnClose ? 1 : 0,
    settings.wholeUnits ? 1 : 0,
    // Smart Beta has no signal to wait for: after a stop it stays out for a lookback.
    always ? parameters.lookback : 0,
  ];
}
