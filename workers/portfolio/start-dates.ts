import { type Count, type Fraction, type Millis, VALUE_BYTES } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import type { RiskKernels } from "../performance";
import { performanceAt } from "../performance";
import type { JobContext } from "../runtime/job";
import { basisOf, type OpenRebalancing, walk } from "./rebalancing";

/** The same portfolio, started at another row and held to the same end. */
export interface StartDate {
  row: Count;
  time: Millis | null;
  /** Annualized compound growth. */
  growth: number;
  totalReturn: Fraction;
  /** At most 0. */
  maxDrawdown: Fraction;
  sharpe: number | null;
}

/** Starts are within this fraction of the rows, so that enough rows follow each. */
const EARLY = 2 / 3;
/** Minimum distance between starts: closer ones add no information. */
const APART: Count = 5;
/** Total rows of all walks: a second or two. */
const BUDGET = 4e7;
const MIN_STARTS: Count = 12;

/** Evenly spaced start rows, including the first row. */
export function startsOf(rows: Count, most: Count): Count[] {
  const last = Math.floor(rows * EARLY);
  const affordable = Math.max(MIN_STARTS, Math.floor(BUDGET / rows));
  const starts = Math.min(most, affordable, Math.floor(last / APART) + 1);
  if (starts < 2) return [];
  return Array.from({ length: starts }, (_, k) => Math.floor((k * last) / (starts - 1)));
}

/**
 * Sensitivity to the start date: the whole backtest from later rows, including the costs of the first purchase. Call it within an arena
 * scope.
 * @formula annual growth of the backtest over rows [s, n), s evenly spaced over the first two thirds
 * @source definition
 * @tolerance the backtest with that start date, same bits
 */
export function varyStart(
  context: JobContext,
  kernels: PortfolioKernels,
  risk: RiskKernels,
  opened: OpenRebalancing,
  most: Count,
): StartDate[] {
  const { arena } = context;
  const { table, settings } = opened;
  const starts = startsOf(table.rows, most);
  return starts.map((row, k) => {
    const shift = row * VALUE_BYTES;
    const rows = table.rows - row;
    const later = { ...table, columns: table.columns + shift, times: table.times === 0 ? 0 : table.times + shift, rows };
    return arena.scope(() => {
      const time = later.times === 0 ? null : arena.read(later.times);
      const walked = walk(context, kernels, { ...opened, table: later }, { entry: true }, () =>
        context.progress(k / starts.length, `Trying start dates, ${k} of ${starts.length}`),
      );
      // Short holdings started on another day may be wiped out.
      if (!walked.ok) return { row, time, growth: -1, totalReturn: -1, maxDrawdown: -1, sharpe: null };
      const basis = basisOf(context, later, settings);
      const { cagr, totalReturn, maxDrawdown, sharpe } = performanceAt(context, risk, walked.value.before, rows + 1, basis);
      return { row, time, growth: cagr, totalReturn, maxDrawdown, sharpe };
    });
  });
}
