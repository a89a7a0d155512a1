import { type Count, type Fraction, type Outcome, succeed } from "../contract";
import type { JobContext } from "../lib/job";
import type { Alignment } from "../lib/portfolio/align";
import { type RebalanceEvent, type RebalancingInput, runRebalancing } from "../lib/portfolio/rebalancing";
import type { Performance } from "../lib/risk/performance";

export interface PortfolioBacktest {
  metrics: {
    totalReturn: Fraction;
    sharpeRatio: number | null;
    /** 0 or less. */
    maxDrawdown: Fraction;
    /** Share of closed sales with a profit, net of costs; holdings of the end count at their last price. */
    winRate: Fraction | null;
  };
  trades: {
    /** Orders: purchases and sales of single assets, the first purchases included. */
    total: Count;
    /** Mean time a closed holding was held: days where prices carry dates, else rows. */
    avgDuration: number | null;
    /** Profits over losses of closed sales; null without losses. */
    profitFactor: number | null;
    costs: number;
    /** Holdings still open at the end. */
    open: Count;
  };
  performance: Performance;
  list: RebalanceEvent[];
  names: string[];
  times: Float64Array | null;
  /** Portfolio value after every row, and of the first purchase left alone. */
  value: Float64Array;
  benchmark: Float64Array;
  notes: string[];
  alignment: Alignment;
}

/**
 * Holds given weights from a first to a last date, with costs on every purchase and sale, and rebalances as told.
 * @formula win rate = closed sales with a profit / closed sales; profit factor = sum of profits / sum of losses; costs = sum |traded value| (fee + slippage)
 * @source the specification's portfolio backtest result; mean prices paid as cost basis
 * @tolerance profits less losses equal the change of value within 1e-4 of it; values of the plain twin within 1e-12
 */
export async function backtestPortfolio(input: RebalancingInput, context: JobContext): Promise<Outcome<PortfolioBacktest>> {
  const [kernels, risk] = [await context.load("portfolio"), await context.load("risk")];
  return context.arena.scope(() => {
    const run = runRebalancing(context, kernels, risk, input, true);
    if (!run.ok) return run;
    const { trades, costs, list, performance, net, drift, times, rows, years, notes, alignment } = run.value;
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
      benchmark: drift,
      notes,
      alignment,
    });
  });
}
