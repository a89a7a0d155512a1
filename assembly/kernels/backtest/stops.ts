import { BEST, BY_STOP, BY_TAKE, BY_TRAILING, QUANTITY, STOP, TAKE, TRAILING } from "./layout";
import { block, closeTrade } from "./orders";

/** The stop in force: the tighter of the fixed and the trailing one. */
function stopLevel(side: f64, settings: usize, state: usize): f64 {
  const fixed = load<f64>(state, STOP);
  const share = load<f64>(settings, TRAILING);
  if (share == 0) return fixed;
  const trailing = load<f64>(state, BEST) * (1.0 - side * share);
  return side * trailing > side * fixed ? trailing : fixed;
}

function leave(row: i32, price: f64, take: bool, level: f64, settings: usize, state: usize, records: usize, room: i32): void {
  const reason = take ? BY_TAKE : level == load<f64>(state, STOP) ? BY_STOP : BY_TRAILING;
  // The side is blocked until the score has left it: otherwise the next open would undo the stop.
  block(row, load<f64>(state, QUANTITY) > 0 ? 1 : -1, state);
  closeTrade(row, price, reason, settings, state, records, room);
}

/** A price that opens beyond a level fills there. @returns whether the trade ended */
export function gapExit(row: i32, open: f64, settings: usize, state: usize, records: usize, room: i32): bool {
  const side: f64 = load<f64>(state, QUANTITY) > 0 ? 1 : -1;
  const level = stopLevel(side, settings, state);
  const take = side * open >= side * load<f64>(state, TAKE);
  if (!take && !(side * open <= side * level)) return false;
  leave(row, open, take, level, settings, state, records, room);
  return true;
}

/**
 * A level between low and high fills there, the stop first if both are; an entry at this open may already be beyond its stop.
 * @returns whether the trade ended
 */
export function rangeExit(row: i32, open: f64, high: f64, low: f64, settings: usize, state: usize, records: usize, room: i32): bool {
  const quantity = load<f64>(state, QUANTITY);
  const side: f64 = quantity > 0 ? 1 : -1;
  const level = stopLevel(side, settings, state);
  const worst = quantity > 0 ? low : high;
  const best = quantity > 0 ? high : low;
  const stopped = side * worst <= side * level;
  const goal = load<f64>(state, TAKE);
  if (!stopped && !(side * best >= side * goal)) return false;
  const price = side * open < side * level ? open : level;
  leave(row, stopped ? price : goal, !stopped, level, settings, state, records, room);
  return true;
}

/**
 * Without highs and lows the close decides: a stop fills at the close, which is beyond its level, a goal at its level. @returns whether the
 * trade ended
 */
export function closeExit(row: i32, close: f64, settings: usize, state: usize, records: usize, room: i32): bool {
  const side: f64 = load<f64>(state, QUANTITY) > 0 ? 1 : -1;
  const level = stopLevel(side, settings, state);
  const goal = load<f64>(state, TAKE);
  const stopped = side * close <= side * level;
  if (!stopped && !(side * close >= side * goal)) return false;
  leave(row, stopped ? close : goal, !stopped, level, settings, state, records, room);
  return true;
}

/** Whether a bar reaches the stop or the goal of the open trade. */
@inline
export function touches(high: f64, low: f64, settings: usize, state: usize): bool {
  if (load<f64>(state, QUANTITY) > 0) return low <= stopLevel(1, settings, state) || high >= load<f64>(state, TAKE);
  return high >= stopLevel(-1, settings, state) || low <= load<f64>(state, TAKE);
}

/** The best price since entry, used by the trailing stop from the next bar on. */
@inline
export function follow(high: f64, low: f64, state: usize): void {
  const best = load<f64>(state, BEST);
  store<f64>(state, load<f64>(state, QUANTITY) > 0 ? max(best, high) : min(best, low), BEST);
}
