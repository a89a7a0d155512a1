/** Byte offsets of the values that the engine reads and stores, mirrored in workers/backtest/layout.ts. */

/** Columns: addresses as numbers, 0 for none. */
export const CLOSE: usize = 0;
export const OPEN: usize = 8;
export const HIGH: usize = 16;
export const LOW: usize = 24;
export const SCORE: usize = 32;
export const LONG_WEIGHT: usize = 40;
export const SHORT_WEIGHT: usize = 48;
export const COLUMNS: usize = 7;

/** Settings of one run. */
export const CAPITAL: usize = 0;
export const FEE: usize = 8;
export const FIXED: usize = 16;
export const SLIPPAGE: usize = 24;
export const SIZE: usize = 32;
export const ENTER: usize = 40;
export const EXIT: usize = 48;
export const STOP_LOSS: usize = 56;
export const TAKE_PROFIT: usize = 64;
export const TRAILING: usize = 72;
export const BAND: usize = 80;
export const SHORTS: usize = 88;
export const ON_CLOSE: usize = 96;
export const WHOLE: usize = 104;
/** Rows after which a blocked side is released without a new signal; 0 for never. */
export const REENTRY: usize = 112;
/** Commission: per unit, and minimum per order. */
export const UNIT_FEE: usize = 120;
export const MIN_FEE: usize = 128;
/** Borrow fee of a short position per row, as a share of its value. */
export const BORROW: usize = 136;
export const SETTINGS: usize = 18;

/** State: the account. */
export const CASH: usize = 0;
export const QUANTITY: usize = 8;
/** Side signaled by the score, signed weight decided at the last close, weight last ordered, blocked side. */
export const SIDE: usize = 16;
export const TARGET: usize = 24;
export const APPLIED: usize = 32;
export const BLOCKED: usize = 40;
/** State: the open trade. */
export const ENTRY: usize = 48;
export const BEST: usize = 56;
export const STOP: usize = 64;
export const TAKE: usize = 72;
export const ENTRY_ROW: usize = 80;
export const PEAK: usize = 88;
export const INVESTED: usize = 96;
export const OPENED: usize = 104;
export const EXIT_VALUE: usize = 112;
export const CLOSED: usize = 120;
export const FLOW: usize = 128;
export const FEES: usize = 136;
export const SLIPPED: usize = 144;
export const ORDERS: usize = 152;
/** State: totals of closed trades and of all orders. */
export const TRADES: usize = 160;
export const WINS: usize = 168;
export const NET: usize = 176;
export const GAINS: usize = 184;
export const LOSSES: usize = 192;
export const MEAN: usize = 200;
export const SQUARES: usize = 208;
export const SHARES: usize = 216;
export const HELD: usize = 224;
export const GROSS: usize = 232;
/** Fees, followed by slippage: orders add them as a pair. */
export const ALL_FEES: usize = 240;
export const TURNOVER: usize = 256;
export const ALL_ORDERS: usize = 264;
export const REJECTED: usize = 272;
export const REJECTED_ROWS: usize = 280;
export const IN_MARKET: usize = 288;
export const RUINED: usize = 296;
/** Row at which a side was blocked. */
export const BLOCKED_ROW: usize = 304;
/** With several instruments sharing the cash: value of the other positions, and twice that of the other short ones, 0 or less. */
export const OTHERS: usize = 312;
export const RESERVED: usize = 320;
/** Totals of closed trades by side: long, then short. */
export const LONG_SUMS: usize = 328;
export const SHORT_SUMS: usize = 400;
/** Borrow fees of all short positions. */
export const ALL_BORROW: usize = 472;
/** Address and capacity of the list of orders. */
export const ORDER_LIST: usize = 480;
export const ORDER_ROOM: usize = 488;
export const STATE: usize = 62;

/** Offsets within the totals of a side. */
export const SIDE_TRADES: usize = 0;
export const SIDE_WINS: usize = 8;
export const SIDE_NET: usize = 16;
/** Gains, followed by losses: a closed trade adds them as a pair. */
export const SIDE_GAINS: usize = 24;
export const SIDE_HELD: usize = 40;
export const SIDE_HELD_WON: usize = 48;
/** Largest profit, at least 0, and largest loss, at most 0. */
export const SIDE_BEST: usize = 56;
export const SIDE_WORST: usize = 64;

/** Account of several instruments with shared cash. */
export const SHARED_CASH: usize = 0;
export const SHARED_RUINED: usize = 8;
export const SHARED_IN_MARKET: usize = 16;
export const ACCOUNT: usize = 3;

/** An order in the list: row, quantity (below 0 sold), price with slippage. */
export const ORDER_RECORD: usize = 3;

/** A closed trade in the list. */
export const TRADE_RECORD: usize = 12;

/** Why a trade ended. */
export const BY_SIGNAL: f64 = 1;
export const BY_REVERSAL: f64 = 2;
export const BY_STOP: f64 = 3;
export const BY_TRAILING: f64 = 4;
export const BY_TAKE: f64 = 5;
export const BY_END: f64 = 6;
export const BY_RUIN: f64 = 7;

@inline
export function add(state: usize, slot: usize, value: f64): void {
  store<f64>(state + slot, load<f64>(state + slot) + value);
}

/**
 * Address of a column, 0 for none. Added to 2^52, an integer occupies the low bits of its double: V8 would repeat a saturating conversion,
 * which branches, on every row of the loop that uses the address.
 */
@inline
export function column(columns: usize, slot: usize): usize {
  return <usize>reinterpret<u64>(load<f64>(columns + slot) + 4503599627370496.0);
}

@inline
export function at(values: usize, t: i32): f64 {
  return load<f64>(values + (<usize>t << 3));
}
