import type { Count } from "../contract";
import type { RiskKernels } from "../performance";
import type { JobContext } from "../runtime/job";
import { type Returns, shapeAt } from "./shape-at";

/** The same sample's volatility per year by the conventions programs and venues differ in; null where it is too short for one. */
export interface Volatilities {
  /** Simple returns, n - 1, the steps per year asked for. */
  sample: number | null;
  /** Divided by n. */
  population: number | null;
  /** Of log returns, n - 1. */
  log: number | null;
  /** n - 1, 365 steps a year. */
  calendar: number | null;
  /** Of monthly returns, n - 1, 12 a year. */
  monthly: number | null;
}

/** Bars of TradingView's Historical Volatility, unless others are set. */
const BARS: Count = 10;
/** Days of its year. */
const DAYS: Count = 365;
/** Fewer steps a year are no days: its year then has 365 / 7. */
const WEEKLY: Count = 60;
/** Fewer months are none to tell a deviation from. */
const MIN_MONTHS: Count = 3;

/**
 * Annualized volatility as in TradingView's Historical Volatility for the last bar, following its script.
 *
 * @formula standard deviation (over n) of the last 10 log returns, times sqrt(365) for daily and intraday bars, sqrt(365 / 7) for longer
 * ones
 * @source script of TradingView's built-in Historical Volatility
 * @tolerance the definition in numpy 2.4.6, 1e-12; of TradingView's own values the deviation over n, to the digits of its Bollinger bands
 */
export function barVolatility(context: JobContext, risk: RiskKernels, { address, n }: Returns, perYear: number): number | null {
  if (n < BARS) return null;
  const { deviation } = shapeAt(context, risk, address + (n - BARS) * Float64Array.BYTES_PER_ELEMENT, BARS);
  return deviation * Math.sqrt(((BARS - 1) / BARS) * (perYear > WEEKLY ? DAYS : DAYS / 7));
}

/**
 * Volatility under each convention.
 *
 * @formula standard deviation x sqrt(steps): of simple returns over n - 1 or n, of log returns, with 365 steps, and of monthly returns with
 * 12
 * @source numpy.std (n unless ddof is given), R's TTR volatility (log returns), Morningstar (monthly returns x sqrt(12))
 * @tolerance 1e-12 against numpy 2.4.6, pandas 3.0.6 and TTR 0.24.3
 * @param all simple returns; `logs`: their logarithms; `months`: monthly returns, where there are dates
 */
export function volatilities(
  context: JobContext,
  risk: RiskKernels,
  all: Returns,
  logs: Returns,
  months: Float64Array | null,
  perYear: number,
): Volatilities {
  const deviation = ({ address, n }: Returns) => {
    const shape = shapeAt(context, risk, address, n);
    // Wealth beyond what a number holds has no logarithm.
    return n < 2 || !Number.isFinite(shape.mean) ? null : shape.deviation;
  };
  const scaled = (value: number | null, steps: number) => (value === null ? null : value * Math.sqrt(steps));
  const sample = deviation(all);
  const ofMonths = months && months.length >= MIN_MONTHS ? deviation({ address: context.arena.put(months), n: months.length }) : null;
  return {
    sample: scaled(sample, perYear),
    population: scaled(sample, perYear * (1 - 1 / all.n)),
    log: scaled(deviation(logs), perYear),
    calendar: scaled(sample, DAYS),
    monthly: scaled(ofMonths, 12),
  };
}
