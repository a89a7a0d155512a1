import type { KernelsOf } from "../runtime/wasm/kernels";

export type BacktestKernels = KernelsOf<"backtest">;

/** Sizes of the engine's blocks of values, mirrored from assembly/kernels/backtest/layout.ts. */
export const COLUMNS = 7;
export const SETTINGS = 18;
export const STATE = 62;
/** Sizes of the shared account of several instruments, and of the book of each instrument. */
export const ACCOUNT = 3;
export const BOOK = 3;
export const TRADE_RECORD = 12;
export const ORDER_RECORD = 3;
/** Maximum number of canceled orders whose rows are listed. */
export const REJECTED_LISTED = 64;
/** Values per run of `backtestSweep`: performance sums, their pivot, the state. */
export const SWEEP_SUMS = 13;
export const SWEEP_ROW = SWEEP_SUMS + 1 + STATE;

/** Indices into the state. */
export const AT = {
  quantity: 1,
  entry: 6,
  entryRow: 10,
  peak: 11,
  invested: 12,
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

/** Indices in the state of the totals of each side's closed trades. */
export const SIDES = { long: 41, short: 50 } as const;
/** Indices relative to these. */
export const SIDE = { trades: 0, wins: 1, net: 2, gains: 3, losses: 4, held: 5, heldWon: 6, best: 7, worst: 8 } as const;

/** Indexed by the engine's code. */
export const EXIT_REASONS = ["open", "signal", "reversal", "stop-loss", "trailing-stop", "take-profit", "end", "ruin"] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];
