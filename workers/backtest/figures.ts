import type { Count, Fraction } from "../contract";
import { type Performance, performanceTexts } from "../performance";
import { performanceReason } from "../risk";
import { AT, SIDE, SIDES } from "./layout";
import * as messages from "./messages";

/** Totals of closed trades, of all or of one side, net of costs; null if undefined. */
interface SideFigures {
  trades: Count;
  wins: Count;
  winRate: Fraction | null;
  netProfit: number;
  /** Sums of profits and of losses, net of costs. */
  grossProfit: number;
  grossLoss: number;
  profitFactor: number | null;
  /** Mean net profit per trade. */
  expectancy: number | null;
  averageWin: number | null;
  averageLoss: number | null;
  /** Average win over average loss. */
  payoff: number | null;
  largestWin: number | null;
  largestLoss: number | null;
  /** Mean holding period in rows: of all trades, of winners, and of all others. */
  averageDuration: number | null;
  averageDurationWon: number | null;
  averageDurationLost: number | null;
}

/** Totals of all closed trades. */
export interface TradeFigures extends SideFigures {
  /** Mean of net profit divided by the amount invested. */
  meanReturn: Fraction | null;
  kelly: Fraction | null;
  sqn: number | null;
}

/** Totals of long and of short trades. */
export interface TradeSides {
  long: SideFigures;
  short: SideFigures;
}

/** Totals of the account over the whole run. */
export interface AccountFigures {
  fees: number;
  slippage: number;
  /** Borrow fees, if any were paid. */
  borrow?: number;
  costs: number;
  /** Total value of all orders, and the same divided by the capital. */
  traded: number;
  turnover: number;
  orders: Count;
  canceled: Count;
  /** Share of closes with an open position. */
  exposure: Fraction;
}

type Sums = Record<keyof typeof SIDE, number>;

const sumsOf = (state: ArrayLike<number>, side: keyof typeof SIDES): Sums =>
  Object.fromEntries(Object.entries(SIDE).map(([name, place]) => [name, state[SIDES[side] + place]])) as Sums;

function figuresOfSums({ trades, wins, net, gains, losses, held, heldWon, best, worst }: Sums): SideFigures {
  // Breakeven trades count as losers.
  const lost = trades - wins;
  const averageWin = wins > 0 ? gains / wins : null;
  const averageLoss = losses > 0 ? losses / lost : null;
  return {
    trades,
    wins,
    winRate: trades > 0 ? wins / trades : null,
    netProfit: net,
    grossProfit: gains,
    grossLoss: losses,
    profitFactor: losses > 0 ? gains / losses : null,
    expectancy: trades > 0 ? net / trades : null,
    averageWin,
    averageLoss,
    payoff: averageWin !== null && averageLoss !== null ? averageWin / averageLoss : null,
    largestWin: wins > 0 ? best : null,
    largestLoss: losses > 0 ? -worst : null,
    averageDuration: trades > 0 ? held / trades : null,
    averageDurationWon: wins > 0 ? heldWon / wins : null,
    averageDurationLost: losses > 0 ? (held - heldWon) / lost : null,
  };
}

/** Figures of the closed trades of each side. */
export const tradeSides = (state: ArrayLike<number>): TradeSides => ({
  long: figuresOfSums(sumsOf(state, "long")),
  short: figuresOfSums(sumsOf(state, "short")),
});

/**
 * Statistics of the closed trades.
 * @formula profit factor = sum of profits / sum of losses; expectancy = mean profit; payoff W/L = mean profit of winners / mean loss of losers; Kelly = p - (1 - p) / (W/L); SQN = sqrt(n) mean / sd, sd with n - 1
 * @source Kelly 1956; Tharp 2008 (SQN)
 * @tolerance plain twin, 1e-9
 */
export function tradeFigures(state: ArrayLike<number>): TradeFigures {
  const [long, short] = [sumsOf(state, "long"), sumsOf(state, "short")];
  const figures = figuresOfSums({
    trades: state[AT.trades],
    wins: state[AT.wins],
    net: state[AT.net],
    gains: state[AT.gains],
    losses: state[AT.losses],
    held: state[AT.held],
    heldWon: long.heldWon + short.heldWon,
    best: Math.max(long.best, short.best),
    worst: Math.min(long.worst, short.worst),
  });
  const { trades, expectancy: mean, winRate, payoff } = figures;
  const deviation = trades > 1 ? Math.sqrt(Math.max(state[AT.squares], 0) / (trades - 1)) : 0;
  // The deviation of equal profits is only rounding error.
  const varies = mean !== null && deviation > 1e-12 * Math.abs(mean);
  return {
    ...figures,
    meanReturn: trades > 0 ? state[AT.shares] / trades : null,
    kelly: payoff !== null && winRate !== null ? winRate - (1 - winRate) / payoff : null,
    sqn: varies ? (Math.sqrt(trades) * mean) / deviation : null,
  };
}

export function accountFigures(state: ArrayLike<number>, capital: number, rows: Count): AccountFigures {
  const [fees, slippage, borrow] = [state[AT.allFees], state[AT.allSlippage], state[AT.allBorrow]];
  return {
    fees,
    slippage,
    ...(borrow > 0 && { borrow }),
    costs: fees + slippage + borrow,
    traded: state[AT.turnover],
    turnover: state[AT.turnover] / capital,
    orders: state[AT.allOrders],
    canceled: state[AT.rejected],
    exposure: state[AT.inMarket] / rows,
  };
}

const OF_LOSSES: ReadonlySet<string> = new Set<keyof SideFigures>(["averageLoss", "profitFactor", "largestLoss", "averageDurationLost"]);

function tradeReason(name: string, { trades, wins }: TradeFigures): string {
  if (trades === 0) return messages.noTrades;
  if (name === "sqn") return messages.equalTrades;
  if (wins === 0 && !OF_LOSSES.has(name)) return messages.noWins;
  return messages.noLosses;
}

const REASONED = ["volatility", "sharpe", "sortino", "calmar", "omega", "skewness", "kurtosis"] as const;

/** Reasons for the figures that are null. */
export function reasonsOf(performance: Performance, figures: TradeFigures, returns: Count): Record<string, string> {
  const missing: [string, string][] = [];
  for (const name of REASONED) {
    if (performance[name] === null)
      missing.push([
        name,
        name === "sortino" && performance.sharpe !== null ? performanceTexts.noShortfall : performanceReason(name, returns),
      ]);
  }
  for (const [name, value] of Object.entries(figures)) if (value === null) missing.push([name, tradeReason(name, figures)]);
  return Object.fromEntries(missing);
}
