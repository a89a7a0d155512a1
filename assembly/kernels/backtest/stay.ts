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

/** Whether what a close decided differs from what is held: an entry, an exit, a reversal, or a weight beyond the band. */
@inline
export function isOrder(target: f64, quantity: f64, applied: f64, band: f64): bool {
  return quantity == 0 ? target != 0 : target * quantity <= 0 || abs(target - applied) > band;
}

/** Rows without a position up to the next signal. @returns the row of the signal, or `to` */
export function stayOut(scores: usize, from: i32, to: i32, enter: f64, shorts: bool, cash: f64, equity: usize, weight: usize): i32 {
  let t = from;
  for (; t < to; t++) {
    const score = at(scores, t);
    if (score > enter || (shorts && score < -enter)) break;
    store<f64>(equity + (<usize>t << 3), cash);
  }
  if (weight && t > from) memory.fill(weight + (<usize>from << 3), 0, <usize>(t - from) << 3);
  return t;
}

/**
 * Rows of an open trade on which nothing happens: the score keeps its side, no stop or goal is touched, no order waits. Leaves the last
 * decision and the best price in the state.
 * @returns the first row on which something does, or `to`
 */
export function stayIn(columns: usize, settings: usize, state: usize, from: i32, to: i32, decided: f64, equity: usize, weight: usize): i32 {
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
  // Surely held while the score, seen from the trade's side, has not come back to the exit.
  const leave = max(load<f64>(settings, EXIT), -load<f64>(settings, ENTER));
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
