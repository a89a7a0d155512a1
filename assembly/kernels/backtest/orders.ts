import {
  ALL_BORROW,
  ALL_FEES,
  ALL_ORDERS,
  APPLIED,
  add,
  BAND,
  BEST,
  BLOCKED,
  BLOCKED_ROW,
  BORROW,
  BY_REVERSAL,
  BY_SIGNAL,
  CASH,
  CLOSED,
  ENTRY,
  ENTRY_ROW,
  EXIT_VALUE,
  FEE,
  FEES,
  FIXED,
  FLOW,
  GAINS,
  GROSS,
  HELD,
  MIN_FEE,
  LONG_SUMS,
  MEAN,
  NET,
  OPENED,
  ORDER_LIST,
  ORDER_RECORD,
  ORDER_ROOM,
  ORDERS,
  OTHERS,
  PEAK,
  INVESTED,
  QUANTITY,
  REJECTED,
  REJECTED_ROWS,
  RESERVED,
  SHARES,
  SHORT_SUMS,
  SIDE_BEST,
  SIDE_GAINS,
  SIDE_HELD,
  SIDE_HELD_WON,
  SIDE_NET,
  SIDE_TRADES,
  SIDE_WINS,
  SIDE_WORST,
  SLIPPAGE,
  SLIPPED,
  SQUARES,
  STOP,
  STOP_LOSS,
  TAKE,
  TAKE_PROFIT,
  TRADE_RECORD,
  TRADES,
  TURNOVER,
  UNIT_FEE,
  WHOLE,
  WINS,
} from "./layout";

/** Number of rows of canceled orders that are listed. */
const REJECTED_LISTED: i32 = 64;

/** Adds to two sums that are adjacent in the layout: half the loads and stores. */
@inline
function addPair(state: usize, slot: usize, pair: v128): void {
  v128.store(state + slot, f64x2.add(v128.load(state + slot), pair));
}

/**
 * Commission of an order: on its value and per unit, at least the minimum, plus the fixed costs. A sale worth less than its costs takes
 * cash below 0.
 */
@inline
function commission(size: f64, price: f64, settings: usize): f64 {
  const fee = size * price * load<f64>(settings, FEE) + size * load<f64>(settings, UNIT_FEE);
  return larger(fee, load<f64>(settings, MIN_FEE)) + load<f64>(settings, FIXED);
}

/** Appends an order to the list, which has room for it. */
function listOrder(row: i32, amount: f64, price: f64, state: usize): void {
  const record = <usize>load<f64>(state, ORDER_LIST) + <usize>load<f64>(state, ALL_ORDERS) * (ORDER_RECORD << 3);
  store<f64>(record, <f64>row);
  store<f64>(record, amount, 8);
  store<f64>(record, price, 16);
}

/** Buys (above 0) or sells a quantity at a reference price, moved against the buyer or seller by the slippage. */
@inline
function fill(row: i32, amount: f64, reference: f64, settings: usize, state: usize): f64 {
  const slippage = load<f64>(settings, SLIPPAGE);
  const price = reference * (amount > 0 ? 1.0 + slippage : 1.0 - slippage);
  if (load<f64>(state, ALL_ORDERS) < load<f64>(state, ORDER_ROOM)) listOrder(row, amount, price, state);
  const size = abs(amount);
  const fee = commission(size, price, settings);
  const slipped = size * abs(price - reference);
  add(state, CASH, -amount * price - fee);
  addPair(state, FLOW, f64x2(-amount * reference, fee));
  addPair(state, SLIPPED, f64x2(slipped, 1));
  addPair(state, ALL_FEES, f64x2(fee, slipped));
  addPair(state, TURNOVER, f64x2(size * price, 1));
  return price;
}

/**
 * Largest quantity that can be added on a side: a long position is paid from cash, a short one may not exceed equity after costs; short
 * proceeds of other instruments are not available cash. The larger of proportional and minimum commission is the binding one.
 */
@inline
function affordable(side: f64, reference: f64, settings: usize, state: usize): f64 {
  const fee = load<f64>(settings, FEE);
  const slippage = load<f64>(settings, SLIPPAGE);
  const cash = load<f64>(state, CASH) - load<f64>(settings, FIXED) + load<f64>(state, RESERVED);
  const unit = load<f64>(settings, UNIT_FEE);
  const least = load<f64>(settings, MIN_FEE);
  const price = reference * (1.0 + slippage);
  if (side > 0) {
    const room = cash / ((1.0 + fee) * price + unit);
    return least > 0 ? min(room, (cash - least) / price) : room;
  }
  const owned = cash + 2.0 * load<f64>(state, QUANTITY) * reference;
  const room = owned / (reference * (1.0 + slippage + fee * (1.0 - slippage)) + unit);
  return least > 0 ? min(room, (owned - least) / price) : room;
}

/** Adds to a position, or opens one; stop levels follow the mean entry price. */
function enlarge(row: i32, side: f64, amount: f64, reference: f64, settings: usize, state: usize): void {
  const price = fill(row, side * amount, reference, settings, state);
  // Buying with all cash can leave a rounding error below zero. Its sign is random, so a branch would be mispredicted half the time, after
  // two divisions.
  if (side > 0) store<f64>(state, larger(load<f64>(state, CASH), 0), CASH);
  add(state, QUANTITY, side * amount);
  add(state, INVESTED, amount * price);
  add(state, OPENED, amount);
  const size = abs(load<f64>(state, QUANTITY));
  const entry = load<f64>(state, ENTRY) + (price - load<f64>(state, ENTRY)) * (amount / size);
  store<f64>(state, entry, ENTRY);
  store<f64>(state, max(load<f64>(state, PEAK), size), PEAK);
  const loss = load<f64>(settings, STOP_LOSS);
  const gain = load<f64>(settings, TAKE_PROFIT);
  store<f64>(state, loss > 0 ? entry * (1.0 - side * loss) : -side * Infinity, STOP);
  store<f64>(state, gain > 0 ? entry * (1.0 + side * gain) : side * Infinity, TAKE);
}

/** The larger value, by a branchless instruction: `max` branches on the values, and the sign of a profit cannot be predicted. */
@inline
function larger(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}

/** Books a closed trade in the totals of its side. @param parts gain and loss, each at least 0, one of them 0 @param won 1 or 0 */
@inline
function bookSide(sums: usize, net: f64, parts: v128, won: f64, rows: f64): void {
  add(sums, SIDE_TRADES, 1);
  add(sums, SIDE_WINS, won);
  add(sums, SIDE_NET, net);
  addPair(sums, SIDE_GAINS, parts);
  add(sums, SIDE_HELD, rows);
  add(sums, SIDE_HELD_WON, won * rows);
  store<f64>(sums, larger(load<f64>(sums, SIDE_BEST), net), SIDE_BEST);
  store<f64>(sums, -larger(-load<f64>(sums, SIDE_WORST), -net), SIDE_WORST);
}

/** Charges the borrow fee of a short position for the last step. @param value of the position at the previous close, below 0 */
export function payBorrow(value: f64, settings: usize, state: usize): void {
  const fee = -value * load<f64>(settings, BORROW);
  add(state, CASH, -fee);
  add(state, FEES, fee);
  add(state, ALL_BORROW, fee);
}

/** Closes the open trade at a reference price and books it. */
export function closeTrade(row: i32, reference: f64, reason: f64, settings: usize, state: usize, records: usize, room: i32): void {
  const quantity = load<f64>(state, QUANTITY);
  const price = fill(row, -quantity, reference, settings, state);
  add(state, EXIT_VALUE, abs(quantity) * price);
  add(state, CLOSED, abs(quantity));
  store<f64>(state, 0, QUANTITY);
  store<f64>(state, 0, APPLIED);
  const gross = load<f64>(state, FLOW);
  const net = gross - load<f64>(state, FEES) - load<f64>(state, SLIPPED);
  const invested = load<f64>(state, INVESTED);
  const count = load<f64>(state, TRADES);
  if (count < <f64>room) {
    const record = records + <usize>count * (TRADE_RECORD << 3);
    store<f64>(record, load<f64>(state, ENTRY_ROW));
    store<f64>(record, <f64>row, 8);
    store<f64>(record, quantity > 0 ? 1 : -1, 16);
    store<f64>(record, load<f64>(state, PEAK), 24);
    store<f64>(record, invested / load<f64>(state, OPENED), 32);
    store<f64>(record, load<f64>(state, EXIT_VALUE) / load<f64>(state, CLOSED), 40);
    store<f64>(record, gross, 48);
    store<f64>(record, load<f64>(state, FEES), 56);
    store<f64>(record, load<f64>(state, SLIPPED), 64);
    store<f64>(record, invested, 72);
    store<f64>(record, reason, 80);
    store<f64>(record, load<f64>(state, ORDERS), 88);
  }
  const distance = net - load<f64>(state, MEAN);
  const mean = load<f64>(state, MEAN) + distance / (count + 1.0);
  store<f64>(state, mean, MEAN);
  add(state, SQUARES, distance * (net - mean));
  add(state, TRADES, 1);
  const parts = f64x2.pmax(f64x2(net, -net), f64x2.splat(0));
  const won = <f64>(<i32>(net > 0));
  add(state, WINS, won);
  add(state, NET, net);
  addPair(state, GAINS, parts);
  add(state, SHARES, net / invested);
  add(state, HELD, <f64>row - load<f64>(state, ENTRY_ROW));
  add(state, GROSS, gross);
  bookSide(state + (quantity > 0 ? LONG_SUMS : SHORT_SUMS), net, parts, won, <f64>row - load<f64>(state, ENTRY_ROW));
}

/** Blocks a side until the score has left it. */
export function block(row: i32, side: f64, state: usize): void {
  store<f64>(state, side, BLOCKED);
  store<f64>(state, <f64>row, BLOCKED_ROW);
}

/** Lists an order that cannot be paid, and blocks its side until a new signal. */
function reject(row: i32, side: f64, state: usize): void {
  const count = load<f64>(state, REJECTED);
  const rejected = <usize>load<f64>(state, REJECTED_ROWS);
  if (rejected && count < <f64>REJECTED_LISTED) store<f64>(rejected + (<usize>count << 3), <f64>row);
  add(state, REJECTED, 1);
  block(row, side, state);
}

function openTrade(row: i32, target: f64, reference: f64, settings: usize, state: usize): void {
  const side: f64 = target > 0 ? 1 : -1;
  const room = affordable(side, reference, settings, state);
  let amount = min(abs(target) * ((load<f64>(state, CASH) + load<f64>(state, OTHERS)) / reference), room);
  if (load<f64>(settings, WHOLE) != 0) amount = Math.floor(amount);
  if (!(amount > 0)) {
    reject(row, side, state);
    return;
  }
  const zero = f64x2.splat(0);
  v128.store(state, zero, ENTRY);
  v128.store(state, zero, STOP);
  v128.store(state, zero, ENTRY_ROW);
  v128.store(state, zero, INVESTED);
  v128.store(state, zero, EXIT_VALUE);
  v128.store(state, zero, FLOW);
  v128.store(state, zero, SLIPPED);
  store<f64>(state, <f64>row, ENTRY_ROW);
  store<f64>(state, target, APPLIED);
  enlarge(row, side, amount, reference, settings, state);
  store<f64>(state, load<f64>(state, ENTRY), BEST);
}

/** Resizes an open trade to a new weight, as far as cash allows. */
function resize(row: i32, target: f64, reference: f64, settings: usize, state: usize): void {
  const quantity = load<f64>(state, QUANTITY);
  const side: f64 = quantity > 0 ? 1 : -1;
  const worth = load<f64>(state, CASH) + quantity * reference + load<f64>(state, OTHERS);
  if (!(worth > 0)) return;
  let amount = abs(target) * (worth / reference) - abs(quantity);
  if (amount > 0) amount = max(0.0, min(amount, affordable(side, reference, settings, state)));
  if (load<f64>(settings, WHOLE) != 0) amount = Math.floor(abs(amount)) * (amount > 0 ? 1.0 : -1.0);
  if (amount > 0) enlarge(row, side, amount, reference, settings, state);
  else if (amount < 0) {
    const fee = load<f64>(settings, FEE);
    const slippage = load<f64>(settings, SLIPPAGE);
    const value = -amount * reference * (1.0 - slippage);
    const kept = min(value * (1.0 - fee) + amount * load<f64>(settings, UNIT_FEE), value - load<f64>(settings, MIN_FEE));
    const proceeds = kept - load<f64>(settings, FIXED);
    if (side > 0 && !(load<f64>(state, CASH) + proceeds >= 0)) return;
    const price = fill(row, side * amount, reference, settings, state);
    add(state, QUANTITY, side * amount);
    add(state, EXIT_VALUE, -amount * price);
    add(state, CLOSED, -amount);
  }
  store<f64>(state, target, APPLIED);
}

/**
 * Executes what was decided at a close: closes a trade the score no longer supports, opens one, or changes its weight by more than the
 * band.
 * @param target signed weight
 */
export function carryOut(row: i32, target: f64, reference: f64, settings: usize, state: usize, records: usize, room: i32): void {
  const quantity = load<f64>(state, QUANTITY);
  if (quantity != 0) {
    if (target * quantity > 0) {
      if (abs(target - load<f64>(state, APPLIED)) > load<f64>(settings, BAND)) resize(row, target, reference, settings, state);
      return;
    }
    closeTrade(row, reference, target == 0 ? BY_SIGNAL : BY_REVERSAL, settings, state, records, room);
  }
  if (target != 0) openTrade(row, target, reference, settings, state);
}
