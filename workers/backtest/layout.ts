import type { KernelsOf } from "../runtime/wasm/kernels";

export type BacktestKernels = KernelsOf<"backtest">;

/** Places of the engine's values, mirrored from assembly/kernels/backtest/layout.ts. */
export const COLUMNS = 7;
export const SETTINGS = 18;
export const STATE = 62;
/** Values of an account that several instruments share, and of the book kept per instrument. */
export const ACCOUNT = 3;
export const BOOK = 3;
export const TRADE_RECORD = 12;
export const ORDER_RECORD = 3;
/** Rows of canceled orders that are listed. */
export const REJECTED_LISTED = 64;
/** Values per run of `backtestSweep`: sums of performance, their pivot, the state. */
export const SWEEP_SUMS = 13;
export const SWEEP_ROW = SWEEP_SUMS + 1 + STATE;

/** Indices into the state. */
export const AT = {
  quantity: 1,
  entry: 6,
  entryRow: 10,
  peak: 11,
  putIn: 12,
  opened: 13,
  flow: 16,
  fees: 17,
  slippage: 18,
  orders: 19,
  trades: 20,
  wins: 21,
  net: 22,
  gains: 23,
  losses: 24,
  mean: 25,
  squares: 26,
  shares: 27,
  held: 28,
  gross: 29,
  allFees: 30,
  allSlippage: 31,
  turnover: 32,
  allOrders: 33,
  rejected: 34,
  inMarket: 36,
  ruined: 37,
  allBorrow: 59,
  orderList: 60,
  orderRoom: 61,
} as const;

/** Index in the state of what the closed trades of each side came to. */
export const SIDES = { long: 41, short: 50 } as const;
/** Indices into that. */
export const SIDE = { trades: 0, wins: 1, net: 2, gains: 3, losses: 4, held: 5, heldWon: 6, best: 7, worst: 8 } as const;

/** By the number the engine gives. */
export const EXIT_REASONS = ["open", "signal", "reversal", "stop-loss", "trailing-stop", "take-profit", "end", "ruin"] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];
