import {
  add,
  at,
  BLOCKED,
  BLOCKED_ROW,
  BY_END,
  BY_RUIN,
  CAPITAL,
  CASH,
  CLOSE,
  column,
  ENTER,
  EXIT,
  HIGH,
  IN_MARKET,
  LONG_WEIGHT,
  LOW,
  ON_CLOSE,
  OPEN,
  QUANTITY,
  REENTRY,
  REJECTED_ROWS,
  RUINED,
  SCORE,
  SHORT_WEIGHT,
  SHORTS,
  SIDE,
  SIZE,
  STATE,
  STOP_LOSS,
  TAKE_PROFIT,
  TARGET,
  TRAILING,
} from "./layout";
import { carryOut, closeTrade } from "./orders";
import { closeExit, follow, gapExit, rangeExit } from "./stops";

/** Sets the state of a run before its first row. @param rejected room for 64 rows of cancelled orders, or 0 */
export function backtestStart(settings: usize, rejected: usize, state: usize): void {
  memory.fill(state, 0, STATE << 3);
  store<f64>(state, load<f64>(settings, CAPITAL), CASH);
  store<f64>(state, <f64>rejected, REJECTED_ROWS);
}

/** Side the score asks for: in beyond the threshold, out where it has come back to the exit. */
@inline
function sideOf(score: f64, before: f64, enter: f64, leave: f64, shorts: bool): f64 {
  if (score > enter) return 1;
  if (score < -enter) return shorts ? -1 : 0;
  if (before > 0) return score >= leave ? before : 0;
  return before < 0 && score <= -leave ? before : 0;
}

/**
 * A backtest of one instrument, event by event: what a close decides is filled at the next open, or at the next close where there are no opens.
 *
 * Order within a bar: (1) an exit or reversal decided at the last close, at the open; (2) a stop or goal the open has gone beyond, at the
 * open; (3) an entry or new weight, at the open; (4) a stop, else a goal, between low and high, at its level, also on the bar of an entry
 * at the open; without highs and lows at the close instead; (5) without opens: what was decided at the last close, at the close; (6) the
 * score of this close decides; (7) the account is valued at the close. After a stop, a goal or a cancelled order the side stays out until the
 * score has left it, or for the rows the settings name. Chunks in ascending order give the same bits.
 *
 * @formula fill = reference (1 + slippage) for purchases, (1 - slippage) for sales; fee = rate x notional + fixed, both sides; quantity = min(|weight| equity / reference, (cash - fixed) / ((1 + fee) fill)); stop = entry (1 - loss), goal = entry (1 + gain), trailing = best price so far (1 - share), mirrored for short positions
 * @source event-driven rules as in backtesting.py, vectorbt and Pine
 * @tolerance equity and every trade of a plain twin within 1e-9 of the capital, over random bars and settings
 * @param columns addresses, `layout.ts`
 * @param first row of the capital, whose close is the first to decide
 * @param equity cash and position at each close
 * @param weight share of the equity in the instrument at each close, signed; 0 leaves it out
 * @param records 12 values per closed trade for the first `room` of them: row of entry and exit, side, largest quantity, mean prices
 *   paid and got, profit at reference prices, fees, slippage, amount put in, reason, orders
 * @returns row at which the account came to nothing, -1 while it has not
 */
export function backtestRun(
  columns: usize,
  settings: usize,
  state: usize,
  first: i32,
  from: i32,
  to: i32,
  equity: usize,
  weight: usize,
  records: usize,
  room: i32,
): i32 {
  const closes = column(columns, CLOSE);
  const opens = column(columns, OPEN);
  const highs = column(columns, HIGH);
  const lows = column(columns, LOW);
  const scores = column(columns, SCORE);
  const longWeights = column(columns, LONG_WEIGHT);
  const shortWeights = column(columns, SHORT_WEIGHT);
  const enter = load<f64>(settings, ENTER);
  const out = load<f64>(settings, EXIT);
  const size = load<f64>(settings, SIZE);
  const reentry = load<f64>(settings, REENTRY);
  const shorts = load<f64>(settings, SHORTS) != 0;
  const onClose = load<f64>(settings, ON_CLOSE) != 0;
  const stops = load<f64>(settings, STOP_LOSS) > 0 || load<f64>(settings, TAKE_PROFIT) > 0 || load<f64>(settings, TRAILING) > 0;
  const atOpen = opens != 0 && !onClose;
  for (let t = from; t < to; t++) {
    const close = at(closes, t);
    if (t > first && load<f64>(state, RUINED) == 0) {
      const target = load<f64>(state, TARGET);
      let open = true;
      let quantity = load<f64>(state, QUANTITY);
      if (stops && opens && quantity != 0 && !(atOpen && target * quantity <= 0)) {
        if (gapExit(t, at(opens, t), settings, state, records, room)) open = false;
      }
      // A stop that was hit first has made the order void: its side is out until there is a new signal.
      if (open && atOpen && (quantity != 0 || target != 0)) carryOut(t, target, at(opens, t), settings, state, records, room);
      quantity = load<f64>(state, QUANTITY);
      if (stops && quantity != 0) {
        if (highs) open = !rangeExit(t, opens ? at(opens, t) : close, at(highs, t), at(lows, t), settings, state, records, room) && open;
        else open = !closeExit(t, close, settings, state, records, room) && open;
        if (load<f64>(state, QUANTITY) != 0) follow(highs ? at(highs, t) : close, highs ? at(lows, t) : close, state);
      }
      if (open && !atOpen && !onClose) carryOut(t, target, close, settings, state, records, room);
    }
    let side: f64 = 1;
    if (scores) {
      side = sideOf(at(scores, t), load<f64>(state, SIDE), enter, out, shorts);
      store<f64>(state, side, SIDE);
    }
    const blocked = load<f64>(state, BLOCKED);
    const rested = reentry > 0 && <f64>t >= load<f64>(state, BLOCKED_ROW) + reentry;
    if (side != blocked || rested) store<f64>(state, 0, BLOCKED);
    const weights = side > 0 ? longWeights : shortWeights;
    let target = (side == blocked && !rested) || load<f64>(state, RUINED) != 0 ? 0.0 : side * size;
    if (target != 0 && weights) {
      target *= at(weights, t);
      if (isNaN(target)) target = 0;
    }
    if (onClose) carryOut(t, target, close, settings, state, records, room);
    store<f64>(state, target, TARGET);
    let quantity = load<f64>(state, QUANTITY);
    let worth = load<f64>(state, CASH) + quantity * close;
    if (worth <= 0 && load<f64>(state, RUINED) == 0) {
      if (quantity != 0) closeTrade(t, close, BY_RUIN, settings, state, records, room);
      store<f64>(state, <f64>t + 1, RUINED);
      store<f64>(state, 0, TARGET);
      quantity = 0;
      worth = load<f64>(state, CASH);
    }
    if (quantity != 0) add(state, IN_MARKET, 1);
    store<f64>(equity + (<usize>t << 3), worth);
    if (weight) store<f64>(weight + (<usize>t << 3), quantity != 0 ? (quantity * close) / worth : 0);
  }
  return <i32>load<f64>(state, RUINED) - 1;
}

/** Sells or buys back what is still held at the last close, for who wants no open trade. */
export function backtestEnd(columns: usize, settings: usize, state: usize, last: i32, equity: usize, records: usize, room: i32): void {
  if (load<f64>(state, QUANTITY) == 0) return;
  closeTrade(last, at(column(columns, CLOSE), last), BY_END, settings, state, records, room);
  store<f64>(equity + (<usize>last << 3), load<f64>(state, CASH));
}
