import { BacktestBlock } from "../../build/layouts/backtest";
import { isFree, sideOf, targetOf } from "./decide";
import {
  add,
  APPLIED,
  at,
  BAND,
  BLOCKED,
  BLOCKED_ROW,
  BORROW,
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
import { carryOut, closeTrade, payBorrow } from "./orders";
import { isOrder, exitScore, skipBlocked, skipHolding, skipFlat } from "./stay";
import { closeExit, follow, gapExit, rangeExit, touches } from "./stops";

/** Sets the state of a run before its first row. @param rejected room for 64 rows of canceled orders, or 0 */
export function backtestStart(settings: usize, rejected: usize, state: usize): void {
  memory.fill(state, 0, STATE << 3);
  store<f64>(state, load<f64>(settings, CAPITAL), CASH);
  store<f64>(state, <f64>rejected, REJECTED_ROWS);
}

/**
 * Event-driven backtest of one instrument: orders decided at a close are filled at the next open, or at the next close if there are no
 * opens.
 *
 * Order within a bar: (1) an exit or reversal decided at the last close, at the open; (2) a stop or goal the open has gapped through, at
 * the open; (3) an entry or new weight, at the open; (4) a stop, else a goal, between low and high, at its level, also on the bar of an
 * entry at the open; without highs and lows at the close instead; (5) without opens: what was decided at the last close, at the close; (6)
 * the score of this close decides; (7) the account is valued at the close. After a stop, a goal or a canceled order the side stays out
 * until the score has left it, or for the number of rows in the settings. Before all of it a short position pays the borrow fee of the step
 * on its value at the last close. Chunks in ascending order give the same bits.
 *
 * @term Backtest
 * @formula fill = reference (1 + slippage) for purchases, (1 - slippage) for sales; fee = max(rate x notional + unit x quantity, least) +
 * fixed, both sides; quantity = min(|weight| equity / reference, (cash - fixed) / ((1 + rate) fill + unit), (cash - fixed - least) / fill);
 * borrow fee = quantity x previous close x annual rate / steps per year; stop = entry (1 - loss), target = entry (1 + gain), trailing stop
 * = best price so far (1 - share), mirrored for short positions
 * @source event-driven rules as in backtesting.py, vectorbt and Pine
 * @tolerance equity and every trade of a plain twin within 1e-9 of the capital, over random bars and settings
 * @param backtest `BacktestBlock`, declared in assembly/layouts/backtest.mjs
 * @returns row at which the account was wiped out, -1 while it has not
 */
export function backtestRun(backtest: usize, from: i32, to: i32): i32 {
  const given = changetype<BacktestBlock>(backtest);
  const columns = given.columns;
  const settings = given.settings;
  const state = given.state;
  const first = given.first;
  const equity = given.equity;
  const weight = given.weight;
  const records = given.records;
  const room = given.room;
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
  const band = load<f64>(settings, BAND);
  const trailing = load<f64>(settings, TRAILING);
  const shorts = load<f64>(settings, SHORTS) != 0;
  const onClose = load<f64>(settings, ON_CLOSE) != 0;
  const stops = load<f64>(settings, STOP_LOSS) > 0 || load<f64>(settings, TAKE_PROFIT) > 0 || trailing > 0;
  const lowest = shorts ? -enter : -Infinity;
  const leave = exitScore(settings);
  const borrows = load<f64>(settings, BORROW) > 0;
  // Values needed on every row are held in locals; anything that trades goes through the state in memory.
  let cash = load<f64>(state, CASH);
  let quantity = load<f64>(state, QUANTITY);
  let applied = load<f64>(state, APPLIED);
  let blocked = load<f64>(state, BLOCKED);
  let side = load<f64>(state, SIDE);
  let target = load<f64>(state, TARGET);
  let held: f64 = 0.0;
  for (let t = from; t < to; t++) {
    const charged = borrows && quantity < 0;
    if (charged && t > first) {
      payBorrow(quantity * at(closes, t - 1), settings, state);
      cash = load<f64>(state, CASH);
    }
    if (scores && blocked != 0) {
      if (quantity == 0 && target == 0 && side == blocked) {
        const free = reentry > 0 ? min(load<f64>(state, BLOCKED_ROW) + reentry, <f64>to) : <f64>to;
        t = skipBlocked(scores, t, <i32>Math.ceil(free), side, settings, cash, equity, weight);
        if (t == to) break;
      }
    } else if (scores) {
      // If there is an order on every row, runs that stop at their first row would cost five times as much.
      const score = at(scores, t);
      if (quantity == 0) {
        if (side == 0 && target == 0 && !(score > enter || score < lowest)) t = skipFlat(scores, t, to, enter, shorts, cash, equity, weight);
      } else if (!charged && side * quantity > 0 && side * score >= leave) {
        const stayed = skipHolding(columns, settings, state, t, to, target, equity, weight);
        if (stayed > t) {
          held += <f64>(stayed - t);
          t = stayed;
          target = load<f64>(state, TARGET);
        }
      }
      if (t == to) break;
    }
    const close = at(closes, t);
    if (t > first) {
      let acts = !onClose && isOrder(target, quantity, applied, band);
      if (stops && quantity != 0 && !acts) {
        const high = highs ? at(highs, t) : opens ? max(at(opens, t), close) : close;
        const low = highs ? at(lows, t) : opens ? min(at(opens, t), close) : close;
        acts = touches(high, low, settings, state);
        if (!acts && trailing > 0) follow(highs ? high : close, highs ? low : close, state);
      }
      if (acts) {
        tradeBar(t, target, close, opens, highs, lows, stops, settings, state, records, room);
        cash = load<f64>(state, CASH);
        quantity = load<f64>(state, QUANTITY);
        applied = load<f64>(state, APPLIED);
        blocked = load<f64>(state, BLOCKED);
      }
    }
    side = scores ? sideOf(at(scores, t), side, enter, out, shorts) : 1.0;
    if (blocked != 0 && isFree(t, side, blocked, reentry, state)) {
      blocked = 0.0;
      store<f64>(state, blocked, BLOCKED);
    }
    target = targetOf(t, side, blocked, size, longWeights, shortWeights);
    if (target != 0 && load<f64>(state, RUINED) != 0) target = 0.0;
    if (onClose && isOrder(target, quantity, applied, band)) {
      carryOut(t, target, close, settings, state, records, room);
      cash = load<f64>(state, CASH);
      quantity = load<f64>(state, QUANTITY);
      applied = load<f64>(state, APPLIED);
      blocked = load<f64>(state, BLOCKED);
    }
    let worth = cash + quantity * close;
    if (worth <= 0 && load<f64>(state, RUINED) == 0) {
      if (quantity != 0) closeTrade(t, close, BY_RUIN, settings, state, records, room);
      store<f64>(state, <f64>t + 1, RUINED);
      cash = load<f64>(state, CASH);
      quantity = 0.0;
      applied = 0.0;
      target = 0.0;
      worth = cash;
    }
    if (quantity != 0) held += 1.0;
    store<f64>(equity + (<usize>t << 3), worth);
    if (weight) store<f64>(weight + (<usize>t << 3), quantity != 0 ? (quantity * close) / worth : 0);
  }
  store<f64>(state, side, SIDE);
  store<f64>(state, target, TARGET);
  add(state, IN_MARKET, held);
  return <i32>load<f64>(state, RUINED) - 1;
}

/** Steps 1 to 5 of a bar on which there is a trade. */
function tradeBar(
  t: i32,
  target: f64,
  close: f64,
  opens: usize,
  highs: usize,
  lows: usize,
  stops: bool,
  settings: usize,
  state: usize,
  records: usize,
  room: i32,
): void {
  const onClose = load<f64>(settings, ON_CLOSE) != 0;
  const atOpen = opens != 0 && !onClose;
  let open = true;
  let quantity = load<f64>(state, QUANTITY);
  if (stops && opens && quantity != 0 && !(atOpen && target * quantity <= 0)) {
    if (gapExit(t, at(opens, t), settings, state, records, room)) open = false;
  }
  // A stop hit first voids the order: its side is blocked until there is a new signal.
  if (open && atOpen) carryOut(t, target, at(opens, t), settings, state, records, room);
  quantity = load<f64>(state, QUANTITY);
  if (stops && quantity != 0) {
    const ended = highs
      ? rangeExit(t, opens ? at(opens, t) : close, at(highs, t), at(lows, t), settings, state, records, room)
      : closeExit(t, close, settings, state, records, room);
    if (ended) open = false;
    else follow(highs ? at(highs, t) : close, highs ? at(lows, t) : close, state);
  }
  if (open && !atOpen && !onClose) carryOut(t, target, close, settings, state, records, room);
}

/** Closes the open position at the last close, if no trade may be left open. */
export function backtestEnd(backtest: usize, last: i32): void {
  const given = changetype<BacktestBlock>(backtest);
  const state = given.state;
  if (load<f64>(state, QUANTITY) == 0) return;
  closeTrade(last, at(column(given.columns, CLOSE), last), BY_END, given.settings, state, given.records, given.room);
  store<f64>(given.equity + (<usize>last << 3), load<f64>(state, CASH));
}
