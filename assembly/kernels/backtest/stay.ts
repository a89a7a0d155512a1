import {
  APPLIED,
  at,
  BAND,
  BEST,
  CASH,
  CLOSE,
  column,
  ENTER,
  EXIT,
  HIGH,
  LONG_WEIGHT,
  LOW,
  ON_CLOSE,
  OPEN,
  QUANTITY,
  SCORE,
  SHORT_WEIGHT,
  SIZE,
  STOP,
  STOP_LOSS,
  TAKE,
  TAKE_PROFIT,
  TARGET,
  TRAILING,
} from "./layout";

/** Whether the decision of a close differs from the position: an entry, an exit, a reversal, or a weight change beyond the band. */
@inline
export function isOrder(target: f64, quantity: f64, applied: f64, band: f64): bool {
  return quantity == 0 ? target != 0 : target * quantity <= 0 || abs(target - applied) > band;
}

/** Score, signed by the side of the trade, from which a position is certainly held. */
@inline
export function exitScore(settings: usize): f64 {
  return max(load<f64>(settings, EXIT), -load<f64>(settings, ENTER));
}

/** Rows without a position up to the next signal. @returns the row of the signal, or `to` */
export function skipFlat(scores: usize, from: i32, to: i32, enter: f64, shorts: bool, cash: f64, equity: usize, weight: usize): i32 {
  // A score below the negative threshold is a signal only if short positions are allowed.
  const lowest = shorts ? -enter : -Infinity;
  const above = f64x2.splat(enter);
  const below = f64x2.splat(lowest);
  const worth = f64x2.splat(cash);
  let t = from;
  for (; t + 1 < to; t += 2) {
    const place = <usize>t << 3;
    const score = v128.load(scores + place);
    if (v128.any_true(v128.or(f64x2.gt(score, above), f64x2.lt(score, below)))) break;
    v128.store(equity + place, worth);
  }
  for (; t < to; t++) {
    const score = at(scores, t);
    if (score > enter || score < lowest) break;
    store<f64>(equity + (<usize>t << 3), cash);
  }
  if (weight && t > from) memory.fill(weight + (<usize>from << 3), 0, <usize>(t - from) << 3);
  return t;
}

/** Rows on which a stopped-out side remains blocked: its score has not returned to the exit. @returns the first other row, or `to` */
export function skipBlocked(
  scores: usize,
  from: i32,
  to: i32,
  side: f64,
  settings: usize,
  cash: f64,
  equity: usize,
  weight: usize,
): i32 {
  const leave = exitScore(settings);
  let t = from;
  for (; t < to; t++) {
    if (!(side * at(scores, t) >= leave)) break;
    store<f64>(equity + (<usize>t << 3), cash);
  }
  if (weight && t > from) memory.fill(weight + (<usize>from << 3), 0, <usize>(t - from) << 3);
  return t;
}

/**
 * Rows of an open trade on which nothing happens: the score keeps its side, no stop or goal is touched, no order is pending. Leaves the
 * last decision and, for a trailing stop, the best price in the state.
 * @returns the first other row, or `to`
 */
export function skipHolding(columns: usize, settings: usize, state: usize, from: i32, to: i32, decided: f64, equity: usize, weight: usize): i32 {
  const quantity = load<f64>(state, QUANTITY);
  const applied = load<f64>(state, APPLIED);
  const band = load<f64>(settings, BAND);
  if (isOrder(decided, quantity, applied, band)) return from;
  const side: f64 = quantity > 0 ? 1 : -1;
  const full = side * load<f64>(settings, SIZE);
  if (column(columns, side > 0 ? LONG_WEIGHT : SHORT_WEIGHT) == 0 && load<f64>(settings, TRAILING) == 0) {
    // Every row makes the same decision; a resulting order is pending for the next row, or executed at this close.
    const orders = isOrder(full, quantity, applied, band);
    if (orders && load<f64>(settings, ON_CLOSE) != 0) return from;
    const t = stayLevel(columns, settings, state, from, orders ? min(from + 1, to) : to, side, equity, weight);
    store<f64>(state, t > from ? full : decided, TARGET);
    return t;
  }
  return stayMoving(columns, settings, state, from, to, decided, equity, weight);
}

/** `skipHolding` with fixed levels and constant weights: two rows at a time. */
function stayLevel(
  columns: usize,
  settings: usize,
  state: usize,
  from: i32,
  to: i32,
  side: f64,
  equity: usize,
  weight: usize,
): i32 {
  const closes = column(columns, CLOSE);
  const opens = column(columns, OPEN);
  const scores = column(columns, SCORE);
  const highs = column(columns, HIGH);
  // Columns of the extremes against the trade, and in its favor.
  const against = highs == 0 ? closes : side > 0 ? column(columns, LOW) : highs;
  const towards = highs == 0 ? closes : side > 0 ? highs : column(columns, LOW);
  // Without highs and lows, the range of a bar is from open to close.
  const others = highs == 0 ? opens : 0;
  const sides = f64x2.splat(side);
  const leave = f64x2.splat(exitScore(settings));
  const stop = f64x2.splat(side * load<f64>(state, STOP));
  const take = f64x2.splat(side * load<f64>(state, TAKE));
  const cash = f64x2.splat(load<f64>(state, CASH));
  const quantity = f64x2.splat(load<f64>(state, QUANTITY));
  const zero = f64x2.splat(0);
  let t = from;
  for (; t < to; t += 2) {
    const place = <usize>t << 3;
    const value = f64x2.mul(quantity, v128.load(closes + place));
    const worth = f64x2.add(cash, value);
    let stays = v128.and(f64x2.ge(f64x2.mul(sides, v128.load(scores + place)), leave), f64x2.gt(worth, zero));
    stays = v128.and(stays, f64x2.gt(f64x2.mul(sides, v128.load(against + place)), stop));
    stays = v128.and(stays, f64x2.lt(f64x2.mul(sides, v128.load(towards + place)), take));
    if (others) {
      const open = f64x2.mul(sides, v128.load(others + place));
      stays = v128.and(stays, v128.and(f64x2.gt(open, stop), f64x2.lt(open, take)));
    }
    const quiet = i64x2.bitmask(stays);
    if (quiet == 3 && t + 1 < to) {
      v128.store(equity + place, worth);
      if (weight) v128.store(weight + place, f64x2.div(value, worth));
      continue;
    }
    if (quiet & 1) {
      store<f64>(equity + place, f64x2.extract_lane(worth, 0));
      if (weight) store<f64>(weight + place, f64x2.extract_lane(value, 0) / f64x2.extract_lane(worth, 0));
      t++;
    }
    break;
  }
  return min(t, to);
}

/** `skipHolding` with changing weights or a trailing stop. */
function stayMoving(
  columns: usize,
  settings: usize,
  state: usize,
  from: i32,
  to: i32,
  decided: f64,
  equity: usize,
  weight: usize,
): i32 {
  const closes = column(columns, CLOSE);
  const opens = column(columns, OPEN);
  const highs = column(columns, HIGH);
  const lows = column(columns, LOW);
  const scores = column(columns, SCORE);
  const cash = load<f64>(state, CASH);
  const quantity = load<f64>(state, QUANTITY);
  const applied = load<f64>(state, APPLIED);
  const side: f64 = quantity > 0 ? 1 : -1;
  const weights = column(columns, quantity > 0 ? LONG_WEIGHT : SHORT_WEIGHT);
  const full = side * load<f64>(settings, SIZE);
  const band = load<f64>(settings, BAND);
  // Certainly held while the score, signed by the side of the trade, has not returned to the exit.
  const leave = exitScore(settings);
  const onClose = load<f64>(settings, ON_CLOSE) != 0;
  const trailing = load<f64>(settings, TRAILING);
  const stops = trailing > 0 || load<f64>(settings, STOP_LOSS) > 0 || load<f64>(settings, TAKE_PROFIT) > 0;
  const fixed = side * load<f64>(state, STOP);
  const goal = side * load<f64>(state, TAKE);
  const share = 1.0 - side * trailing;
  let best = load<f64>(state, BEST);
  let target = decided;
  let t = from;
  for (; t < to; t++) {
    if (isOrder(target, quantity, applied, band)) break;
    if (!(side * at(scores, t) >= leave)) break;
    const close = at(closes, t);
    let top = close;
    let bottom = close;
    if (stops) {
      let high = close;
      let low = close;
      if (highs) {
        high = at(highs, t);
        low = at(lows, t);
        top = high;
        bottom = low;
      } else if (opens) {
        const open = at(opens, t);
        if (open > high) high = open;
        if (open < low) low = open;
      }
      const worst = side > 0 ? low : -high;
      if (worst <= fixed || (side > 0 ? high : -low) >= goal) break;
      if (trailing > 0 && worst <= side * (best * share)) break;
    }
    const next = weights ? full * at(weights, t) : full;
    if (onClose && !(next * quantity > 0 && abs(next - applied) <= band)) break;
    const worth = cash + quantity * close;
    if (worth <= 0) break;
    if (side > 0) {
      if (top > best) best = top;
    } else if (bottom < best) best = bottom;
    target = next == next ? next : 0.0;
    store<f64>(equity + (<usize>t << 3), worth);
    if (weight) store<f64>(weight + (<usize>t << 3), (quantity * close) / worth);
  }
  store<f64>(state, best, BEST);
  store<f64>(state, target, TARGET);
  return t;
}
