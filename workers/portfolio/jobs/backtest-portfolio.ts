import { type Count, type Fraction, type Outcome, succeed } from "../../contract";
import { type Benchmark, type MonthlyReturns, monthlyReturns, type Performance } from "../../performance";
import type { JobContext } from "../../runtime/job";
import type { Alignment } from "../../series";
import { type HeldBenchmark, holdBenchmark } from "../benchmark";
import { openRebalancing, type RebalanceEvent, type RebalancingInput, rebalanceOpen } from "../rebalancing";
import { type RollingReturn, rollingReturns } from "../rolling-returns";
import { type StartDate, varyStart } from "../start-dates";

export interface BacktestPortfolioInput extends RebalancingInput {
  /** A series to compare with, matched by date. */
  benchmark?: Benchmark | null;
  /** Maximum number of alternative start dates; 0 by default. */
  starts?: Count;
}

export interface PortfolioBacktest {
  metrics: {
    totalReturn: Fraction;
    sharpeRatio: number | null;
    /** At most 0. */
    maxDrawdown: Fraction;
    /** Share of closed sales with a profit, net of costs; open holdings count at their last price. */
    winRate: Fraction | null;
  };
  trades: {
    /** Orders: purchases and sales of single assets, including the initial ones. */
    total: Count;
    /** Mean holding period of closed holdings: in days if prices have dates, otherwise in rows. */
    avgDuration: number | null;
    /** Profits divided by losses of closed sales; null without losses. */
    profitFactor: number | null;
    costs: number;
    /** Number of holdings still open at the end. */
    open: Count;
  };
  performance: Performance;
  list: RebalanceEvent[];
  names: string[];
  times: Float64Array | null;
  /** Portfolio value after every row, and of buy and hold. */
  value: Float64Array;
  valueUntouched: Float64Array;
  /** The benchmark; null if none was given, or there is nothing to match it by. */
  benchmark: HeldBenchmark | null;
  /** By month and year; null if rows have no dates. */
  months: MonthlyReturns | null;
  /** For the spans that the rows cover. */
  rolling: RollingReturn[];
  starts: StartDate[];
  notes: string[];
  alignment: Alignment;
}

/**
 * Holds given weights between two dates, with costs on every trade, and rebalances as specified.
 * @formula win rate = closed sales with a profit / closed sales; profit factor = sum of profits / sum of losses; costs = sum |traded value| (fee + slippage)
 * @source the specification's portfolio backtest result; average purchase price as cost basis
 * @tolerance profits minus losses equal the change of value within 1e-4 of it; values of the plain twin within 1e-12
 */
export async function backtestPortfolio(input: BacktestPortfolioInput, context: JobContext): Promise<Outcome<PortfolioBacktest>> {
  const [kernels, risk] = [await context.load("portfolio"), await context.load("risk")];
  return context.arena.scope(() => {
    const opened = openRebalancing(context, kernels, input);
    if (!opened.ok) return opened;
    const run = rebalanceOpen(context, kernels, risk, opened.value, { entry: true });
    if (!run.ok) return run;
    const against = input.benchmark
      ? holdBenchmark(context, kernels, risk, opened.value, input.benchmark)
      : succeed({ held: null, notes: [] });
    if (!against.ok) return against;
    const starts = varyStart(context, kernels, risk, opened.value, input.starts ?? 0);
    const { trades, costs, list, performance, net, drift, times, rows, years, notes, alignment } = run.value;
    const { table, settings } = opened.value;
    const column = { values: context.arena.put(net), times: table.times, rows };
    const { closed, wins, profits, losses, held, orders, open } = trades;
    const daysPerRow = years === null ? 1 : (years * 365.25) / (rows - 1);
    return succeed<PortfolioBacktest>({
      metrics: {
        totalReturn: performance.net.totalReturn,
        sharpeRatio: performance.net.sharpe,
        maxDrawdown: performance.net.maxDrawdown,
        winRate: closed > 0 ? wins / closed : null,
      },
      trades: {
        total: orders,
        avgDuration: closed > 0 ? (held / closed) * daysPerRow : null,
        profitFactor: losses > 0 ? profits / losses : null,
        costs,
        open,
      },
      performance: performance.net,
      list,
      names: input.assets.map(({ name }) => name),
      times,
      value: net,
      valueUntouched: drift,
      benchmark: against.value.held,
      months: times && monthlyReturns(times, net, settings.initialCapital),
      rolling: rollingReturns(context, kernels, column, settings.periodsPerYear),
      starts,
      notes: [...notes, ...against.value.notes],
      alignment,
    });
  });
}
