import type { Count, Fraction } from "../../contract";
import { messages } from "../messages";
import type { Performance } from "../risk/performance";
import { performanceReason } from "../risk/reasons";
import { AT } from "./layout";

/** What the closed trades come to, net of costs; null where a figure is not defined. */
export interface TradeFigures {
  trades: Count;
  wins: Count;
  winRate: Fraction | null;
  /** Sums of profits and of losses, net of costs. */
  grossProfit: number;
  grossLoss: number;
  profitFactor: number | null;
  /** Mean net profit of a trade. */
  expectancy: number | null;
  /** Mean of net profit over the amount put in. */
  meanReturn: Fraction | null;
  averageWin: number | null;
  averageLoss: number | null;
  /** Average win over average loss. */
  payoff: number | null;
  kelly: Fraction | null;
  sqn: number | null;
  /** Rows from entry to exit. */
  averageDuration: number | null;
}

/** What trading came to over the whole run. */
export interface AccountFigures {
  fees: number;
  slippage: number;
  costs: number;
  /** Value of all orders, and the same over the capital. */
  traded: number;
  turnover: number;
  orders: Count;
  cancelled: Count;
  /** Share of the closes with a position. */
  exposure: Fraction;
}

/**
 * Figures of the closed trades.
 * @formula profit factor = sum of profits / sum of losses; expectancy = mean profit; payoff W/L = mean profit of winners / mean loss of losers; Kelly = p - (1 - p) / (W/L); SQN = sqrt(n) mean / sd (n - 1)
 * @source Kelly 1956; Tharp 2008 (SQN)
 * @tolerance plain twin, 1e-9
 */
export function tradeFigures(state: ArrayLike<number>): TradeFigures {
  const trades = state[AT.trades];
  const wins = state[AT.wins];
  const [gains, losses] = [state[AT.gains], state[AT.losses]];
  // A trade that neither won nor lost counts as one that did not win.
  const beaten = trades - wins;
  const averageWin = wins > 0 ? gains / wins : null;
  const averageLoss = losses > 0 ? losses / beaten : null;
  const payoff = averageWin !== null && averageLoss !== null ? averageWin / averageLoss : null;
  const deviation = trades > 1 ? Math.sqrt(Math.max(state[AT.squares], 0) / (trades - 1)) : 0;
  const mean = trades > 0 ? state[AT.net] / trades : null;
  // Rounding of equal profits is no spread.
  const varies = mean !== null && deviation > 1e-12 * Math.abs(mean);
  const winRate = trades > 0 ? wins / trades : null;
  return {
    trades,
    wins,
    winRate,
    grossProfit: gains,
    grossLoss: losses,
    profitFactor: losses > 0 ? gains / losses : null,
    expectancy: mean,
    meanReturn: trades > 0 ? state[AT.shares] / trades : null,
    averageWin,
    averageLoss,
    payoff,
    kelly: payoff !== null && winRate !== null ? winRate - (1 - winRate) / payoff : null,
    sqn: varies ? (Math.sqrt(trades) * mean) / deviation : null,
    averageDuration: trades > 0 ? state[AT.held] / trades : null,
  };
}

export function accountFigures(state: ArrayLike<number>, capital: number, rows: Count): AccountFigures {
  const [fees, slippage] = [state[AT.allFees], state[AT.allSlippage]];
  return {
    fees,
    slippage,
    costs: fees + slippage,
    traded: state[AT.turnover],
    turnover: state[AT.turnover] / capital,
    orders: state[AT.allOrders],
    cancelled: state[AT.rejected],
    exposure: state[AT.inMarket] / rows,
  };
}

function tradeReason(name: string, { trades, wins }: TradeFigures): string {
  if (trades === 0) return messages.backtestNoTrades;
  if (name === "sqn") return messages.backtestEqualTrades;
  if (wins === 0 && name !== "averageLoss" && name !== "profitFactor") return messages.backtestNoWins;
  return messages.backtestNoLosses;
}

const REASONED = ["volatility", "sharpe", "sortino", "calmar", "omega", "skewness", "kurtosis"] as const;

/** Why each figure that is null is not defined. */
export function reasonsOf(performance: Performance, figures: TradeFigures, returns: Count): Record<string, string> {
  const missing: [string, string][] = [];
  for (const name of REASONED) {
    if (performance[name] === null)
      missing.push([name, name === "sortino" && performance.sharpe !== null ? messages.noShortfall : performanceReason(name, returns)]);
  }
  for (const [name, value] of Object.entries(figures)) if (value === null) missing.push([name, tradeReason(name, figures)]);
  return Object.fromEntries(missing);
}
