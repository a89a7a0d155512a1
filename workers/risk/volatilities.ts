import { type Count, VALUE_BYTES } from "../contract";
import type { RiskKernels } from "../performance";
import type { JobContext } from "../runtime/job";
import { type Returns, shapeAt } from "./shape-at";

/** The sample's annualized volatility by the conventions of different programs and venues; null if it is too short. */
export interface Volatilities {
  /** Simple returns, n - 1, with the steps per year of the settings. */
  sample: number | null;
  /** With n instead of n - 1. */
  population: number | null;
  /** Log returns, n - 1. */
  log: number | null;
  /** n - 1, 365 steps per year. */
  calendar: number | null;
  /** Monthly returns, n - 1, 12 per year. */
  monthly: number | null;
}

/** Default length of TradingView's Historical Volatility. */
const BARS: Count = 10;
/** Days in its year. */
const DAYS: Count = 365;
/** Up to this many steps per year, bars are longer than a day: they are annualized with 365 / 7. */
const WEEKLY: Count = 60;
/** Minimum number of months for a standard deviation. */
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
  const { deviation } = shapeAt(context, risk, address + (n - BARS) * VALUE_BYTES, BARS);
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
    // Wealth that overflows has no logarithm.
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
