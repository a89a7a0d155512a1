import { getDefault } from "valibot";
import { intervalEntries } from "../../workers/risk/schema";
import type { IntervalQuestion } from "../analysis/intervals/use-intervals";
import type { BacktestValue } from "./backtest-input";
import type { BacktestSettings } from "./backtest-settings";

interface Tested {
  value: BacktestValue;
  settings: BacktestSettings;
  annualization: number;
}

/** Job input for the intervals of a backtest's figures; null if they are turned off. */
export function intervalsQuestion({ value, settings, annualization }: Tested): IntervalQuestion | null {
  const iterations = settings.resamples ?? getDefault(intervalEntries.iterations);
  const { equity, times, statistics } = value;
  const trades = { count: statistics.trades, won: statistics.wins };
  return iterations === 0 ? null : { values: equity, times, trades, iterations, perYear: annualization, riskFree: value.settings.riskFree };
}
