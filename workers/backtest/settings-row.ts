import type { Fraction } from "../contract";
import type { BacktestSettings, FullStrategy } from "./schema";

const MIN_WEIGHT: Fraction = 1e-9;

/** One row of the kernels' settings table. */
export function settingsRow(settings: BacktestSettings, { type, parameters }: FullStrategy): number[] {
  const always = type === "smart-beta";
  // The score of rules is their target weight: any nonzero weight is traded.
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
    // Smart Beta has no entry signal: after a stop it stays flat for one lookback.
    always ? parameters.lookback : 0,
    settings.unitCommission,
    settings.minimumCommission,
    settings.borrowFee / settings.periodsPerYear,
  ];
}
