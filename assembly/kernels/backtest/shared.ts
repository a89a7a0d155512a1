import { SharedBacktestBlock } from "../../build/layouts/backtest";
import { isFree, sideOf, targetOf } from "./decide";
import {
  add,
  at,
  BLOCKED,
  BORROW,
  BY_END,
  BY_RUIN,
  CLOSE,
  column,
  ENTER,
  EXIT,
  LONG_WEIGHT,
  ON_CLOSE,
  QUANTITY,
  REENTRY,
  SCORE,
  SHARED_CASH,
  SHARED_IN_MARKET,
  SHARED_RUINED,
  SHORT_WEIGHT,
  SHORTS,
  SIDE,
  SIZE,
  STOP_LOSS,
  TAKE_PROFIT,
  TARGET,
  TRAILING,
} from "./layout";
import { BOOK, PRICE, STRENGTH, stateOf, positionsValue } from "./shared-account";
import { borrowAll, columnsOf, endAll, stopOut, trade } from "./shared-orders";

/** What the close of an instrument decides, as for a single one. */
function decide(t: i32, columns: usize, settings: usize, state: usize, book: usize, ruined: bool): void {
  const scores = column(columns, SCORE);
  let side: f64 = 1.0;
  if (scores) {
    const score = at(scores, t);
    const shorts = load<f64>(settings, SHORTS) != 0;
    side = sideOf(score, load<f64>(state, SIDE), load<f64>(settings, ENTER), load<f64>(settings, EXIT), shorts);
    store<f64>(book, score == score ? abs(score) : 0, STRENGTH);
  }
  let blocked = load<f64>(state, BLOCKED);
  if (blocked != 0 && isFree(t, side, blocked, load<f64>(settings, REENTRY), state)) {
    blocked = 0.0;
    store<f64>(state, blocked, BLOCKED);
  }
  store<f64>(state, side, SIDE);
  store<f64>(state, ruined ? 0.0 : targetOf(t, side, blocked, load<f64>(settings, SIZE), column(columns, LONG_WEIGHT), column(columns, SHORT_WEIGHT)), TARGET);
}

/**
 * Backtest of several instruments that share one cash account, row by row of a common calendar. On a row without a close an instrument does
 * not trade: it keeps its last price, its order waits for its next close, and its stops are not checked.
 *
 * Order within a row: short positions pay the borrow fee of the step on their last prices; (1) stops and goals at the close, of every
 * instrument; (2) what the last closes decided, first whatever ends or shrinks a position, in the order of the instruments, then entries
 * and larger weights, the strongest score first and the first of equal ones; (3) the closes decide; (4) the account is valued. Positions
 * together may not be worth more than the account: an order takes what cash is left, and one that cannot be paid at all is listed. One
 * instrument alone gives the bits of `backtestRun` on closes.
 *
 * @formula as backtestRun, with equity = cash + sum of quantity x last price, and cash less twice the value of other short positions as
 * buying power
 * @source as backtestRun
 * @tolerance one instrument: same bits as backtestRun; several: plain twin within 1e-9 of the capital
 * @param shared `SharedBacktestBlock`, declared in assembly/layouts/backtest.mjs
 * @returns row at which the account was wiped out, -1 while it has not
 */
export function sharedRun(shared: usize, from: i32, to: i32): i32 {
  const given = changetype<SharedBacktestBlock>(shared);
  const tables = given.tables;
  const settings = given.settings;
  const count = given.count;
  const states = given.states;
  const account = given.account;
  const book = given.book;
  const equity = given.equity;
  const weight = given.weight;
  const onClose = load<f64>(settings, ON_CLOSE) != 0;
  const stops = load<f64>(settings, STOP_LOSS) > 0 || load<f64>(settings, TAKE_PROFIT) > 0 || load<f64>(settings, TRAILING) > 0;
  const borrows = load<f64>(settings, BORROW) > 0;
  for (let t = from; t < to; t++) {
    let held = false;
    if (borrows) borrowAll(given);
    for (let k = 0; k < count; k++) {
      const close = at(column(columnsOf(tables, k), CLOSE), t);
      if (close == close) store<f64>(book + <usize>k * BOOK, close, PRICE);
    }
    if (stops) stopOut(given, t, !onClose);
    if (!onClose) trade(given, t);
    for (let k = 0; k < count; k++) {
      const columns = columnsOf(tables, k);
      const close = at(column(columns, CLOSE), t);
      if (close != close) continue;
      decide(t, columns, settings, stateOf(states, k), book + <usize>k * BOOK, load<f64>(account, SHARED_RUINED) != 0);
    }
    if (onClose) trade(given, t);
    let value = positionsValue(given);
    let worth = load<f64>(account, SHARED_CASH) + value;
    if (worth <= 0 && load<f64>(account, SHARED_RUINED) == 0) {
      endAll(given, t, BY_RUIN);
      store<f64>(account, <f64>t + 1, SHARED_RUINED);
      worth = load<f64>(account, SHARED_CASH);
      value = 0.0;
    }
    for (let k = 0; k < count && !held; k++) held = load<f64>(stateOf(states, k), QUANTITY) != 0;
    if (held) add(account, SHARED_IN_MARKET, 1);
    store<f64>(equity + (<usize>t << 3), worth);
    if (weight) store<f64>(weight + (<usize>t << 3), held ? value / worth : 0);
  }
  return <i32>load<f64>(account, SHARED_RUINED) - 1;
}

/** Closes all open positions at the last prices, if no trades may be left open. */
export function sharedEnd(shared: usize, last: i32): void {
  const given = changetype<SharedBacktestBlock>(shared);
  endAll(given, last, BY_END);
  store<f64>(given.equity + (<usize>last << 3), load<f64>(given.account, SHARED_CASH));
}
