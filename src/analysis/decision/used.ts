import { priceDecimals } from "./price-decimals.ts";
import type { DecisionRun } from "./use-decision.ts";

/** The settings a result was computed with, and the number of prices. */
export interface Used {
  n: number;
  annualization: number;
  smaPeriod: number;
  emaPeriod: number;
  rsiPeriod: number;
  /** Steps until the RSI no longer depends on its seed. */
  rsiWarmUp: number;
  /** Decimals of figures in units of the price. */
  decimals: number;
}

/** Settings and counts of a run, as used in its figures and their provenance. */
export const usedOf = ({ value: { statistics, periods, warmUp }, settings }: DecisionRun): Used => ({
  n: statistics.count,
  annualization: settings.annualization,
  smaPeriod: periods.sma,
  emaPeriod: periods.ema,
  rsiPeriod: periods.rsi,
  rsiWarmUp: warmUp.rsi,
  decimals: priceDecimals(statistics.mean),
});
