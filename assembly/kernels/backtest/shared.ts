import { isFree, sideOf, targetOf } from "./decide";
import {
  ACCOUNT,
  APPLIED,
  add,
  at,
  BAND,
  BLOCKED,
  BY_END,
  BY_REVERSAL,
  BY_RUIN,
  BY_SIGNAL,
  CAPITAL,
  CASH,
  CLOSE,
  COLUMNS,
  column,
  ENTER,
  EXIT,
  LONG_WEIGHT,
  ON_CLOSE,
  OTHERS,
  QUANTITY,
  REENTRY,
  REJECTED_ROWS,
  RESERVED,
  SCORE,
  SHARED_CASH,
  SHARED_IN_MARKET,
  SHARED_RUINED,
  SHORT_WEIGHT,
  SHORTS,
  SIDE,
  SIZE,
  STATE,
  STOP_LOSS,
  TAKE_PROFIT,
  TARGET,
  TRADE_RECORD,
  TRAILING,
} from "./layout";
import { carryOut, closeTrade } from "./orders";
import { isOrder } from "./stay";
import { closeExit, follow } from "./stops";

/** Book of an instrument: last price, strength of the last score, whether an order waits on this row. */
const PRICE: usize = 0;
const STRENGTH: usize = 8;
const WAITS: usize = 16;
const BOOK: usize = 24;
/** In the place of a waiting order: a stop has made it void. */
const VOID: f64 = -1;

@inline
function stateOf(states: usize, k: i32): usize {
  return states + <usize>k * (STATE << 3);
}

@inline
function columnsOf(tables: usize, k: i32): usize {
  return tables + <usize>k * (COLUMNS << 3);
}

@inline
function recordsOf(records: usize, k: i32, room: i32): usize {
  return records + <usize>k * <usize>room * (TRADE_RECORD << 3);
}

/** Sets the states of all instruments and their account before the first row. @param rejected room for 64 rows per instrument, or 0 */
export function sharedStart(settings: usize, count: i32, rejected: usize, states: usize, account: usize, book: usize): void {
  memory.fill(states, 0, <usize>count * (STATE << 3));
  memory.fill(book, 0, <usize>count * BOOK);
  memory.fill(account, 0, ACCOUNT << 3);
  store<f64>(account, load<f64>(settings, CAPITAL), SHARED_CASH);
  if (rejected) for (let k = 0; k < count; k++) store<f64>(stateOf(states, k), <f64>(rejected + (<usize>k << 9)), REJECTED_ROWS);
}

/** Value of the positions at the last prices. */
function worthOf(count: i32, states: usize, book: usize): f64 {
  let worth: f64 = 0.0;
  for (let k = 0; k < count; k++) {
    const quantity = load<f64>(stateOf(states, k), QUANTITY);
    if (quantity != 0) worth += quantity * load<f64>(book + <usize>k * BOOK, PRICE);
  }
  return worth;
}

/** Hands the shared cash to an instrument, for what needs nothing else. */
@inline
function hand(state: usize, account: usize): void {
  store<f64>(state, load<f64>(account, SHARED_CASH), CASH);
}

/** Hands the shared cash to an instrument, with what the others are worth and what they owe. */
function lend(k: i32, count: i32, states: usize, account: usize, book: usize): usize {
  let others: f64 = 0.0;
  let owed: f64 = 0.0;
  for (let j = 0; j < count; j++) {
    const quantity = load<f64>(stateOf(states, j), QUANTITY);
    if (j == k || quantity == 0) continue;
    const value = quantity * load<f64>(book + <usize>j * BOOK, PRICE);
    others += value;
    if (value < 0) owed += 2.0 * value;
  }
  const state = stateOf(states, k);
  hand(state, account);
  store<f64>(state, others, OTHERS);
  store<f64>(state, owed, RESERVED);
  return state;
}

@inline
function giveBack(state: usize, account: usize): void {
  store<f64>(account, load<f64>(state, CASH), SHARED_CASH);
}

/** The instrument whose order waits and whose score is the strongest, the first of equal ones; -1 where none waits. */
function strongest(count: i32, book: usize): i32 {
  let found = -1;
  let best: f64 = -1.0;
  for (let k = 0; k < count; k++) {
    const place = book + <usize>k * BOOK;
    if (load<f64>(place, WAITS) <= 0 || !(load<f64>(place, STRENGTH) > best)) continue;
    best = load<f64>(place, STRENGTH);
    found = k;
  }
  return found;
}

/** What ends or shrinks a position, so that its cash is there for the orders that follow; marks those. */
function settle(
  k: i32,
  t: i32,
  price: f64,
  count: i32,
  settings: usize,
  states: usize,
  account: usize,
  book: usize,
  records: usize,
  room: i32,
): void {
  const place = book + <usize>k * BOOK;
  if (load<f64>(place, WAITS) == VOID) {
    store<f64>(place, 0, WAITS);
    return;
  }
  const state = stateOf(states, k);
  const quantity = load<f64>(state, QUANTITY);
  const target = load<f64>(state, TARGET);
  const applied = load<f64>(state, APPLIED);
  if (!isOrder(target, quantity, applied, load<f64>(settings, BAND))) return;
  const list = recordsOf(records, k, room);
  if (quantity != 0 && target * quantity <= 0) {
    hand(state, account);
    closeTrade(t, price, target == 0 ? BY_SIGNAL : BY_REVERSAL, settings, state, list, room);
    giveBack(state, account);
    if (target == 0) return;
  } else if (quantity != 0 && abs(target) < abs(applied)) {
    lend(k, count, states, account, book);
    carryOut(t, target, price, settings, state, list, room);
    giveBack(state, account);
    return;
  }
  store<f64>(place, 1, WAITS);
}

/** Orders that need cash, the strongest score first. */
function spend(
  t: i32,
  count: i32,
  settings: usize,
  states: usize,
  account: usize,
  book: usize,
  records: usize,
  room: i32,
): void {
  for (let k = strongest(count, book); k >= 0; k = strongest(count, book)) {
    const state = lend(k, count, states, account, book);
    const place = book + <usize>k * BOOK;
    store<f64>(place, 0, WAITS);
    carryOut(t, load<f64>(state, TARGET), load<f64>(place, PRICE), settings, state, recordsOf(records, k, room), room);
    giveBack(state, account);
  }
}

/** Stops and goals at this close; an order that waits for the same close is void. */
function stopOut(
  t: i32,
  voids: bool,
  tables: usize,
  count: i32,
  settings: usize,
  states: usize,
  account: usize,
  book: usize,
  records: usize,
  room: i32,
): void {
  for (let k = 0; k < count; k++) {
    const state = stateOf(states, k);
    if (load<f64>(state, QUANTITY) == 0) continue;
    const close = at(column(columnsOf(tables, k), CLOSE), t);
    if (close != close) continue;
    hand(state, account);
    if (closeExit(t, close, settings, state, recordsOf(records, k, room), room)) {
      giveBack(state, account);
      if (voids) store<f64>(book + <usize>k * BOOK, VOID, WAITS);
    } else follow(close, close, state);
  }
}

/** What was decided, for every instrument with a close on this row. */
function trade(
  t: i32,
  tables: usize,
  count: i32,
  settings: usize,
  states: usize,
  account: usize,
  book: usize,
  records: usize,
  room: i32,
): void {
  for (let k = 0; k < count; k++) {
    const close = at(column(columnsOf(tables, k), CLOSE), t);
    if (close == close) settle(k, t, close, count, settings, states, account, book, records, room);
  }
  spend(t, count, settings, states, account, book, records, room);
}

/** What the close of an instrument decides: as for a single one. */
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
 * A backtest of several instruments that share their cash, row by row of a common calendar; a row without a close is one on which an
 * instrument is not traded: it keeps its last price, its decision waits for its next close, and its stops are not looked at.
 *
 * Order within a row: (1) stops and goals at the close, of every instrument; (2) what the last closes decided, first whatever ends or shrinks
 * a position, in the order of the instruments, then entries and larger weights, the strongest score first and the first of equal ones; (3) the
 * closes decide; (4) the account is valued. Positions together may not be worth more than the account: an order takes what cash is left, and
 * one that cannot be paid at all is listed. One instrument alone gives the bits of `backtestRun` on closes.
 *
 * @formula as backtestRun, with equity = cash + sum of quantity x last price, and cash less twice the value of other short positions to pay from
 * @source as backtestRun
 * @tolerance one instrument: same bits as backtestRun; several: plain twin within 1e-9 of the capital
 * @param tables 7 addresses per instrument; closes NaN where it is not traded
 * @param states 59 values per instrument
 * @param account, book what is shared, and 3 values per instrument
 * @param weight sum of the positions over the equity; 0 leaves it out
 * @param records room for `room` trades per instrument
 * @returns row at which the account came to nothing, -1 while it has not
 */
export function sharedRun(
  tables: usize,
  settings: usize,
  count: i32,
  states: usize,
  account: usize,
  book: usize,
  first: i32,
  from: i32,
  to: i32,
  equity: usize,
  weight: usize,
  records: usize,
  room: i32,
): i32 {
  const onClose = load<f64>(settings, ON_CLOSE) != 0;
  const stops = load<f64>(settings, STOP_LOSS) > 0 || load<f64>(settings, TAKE_PROFIT) > 0 || load<f64>(settings, TRAILING) > 0;
  for (let t = from; t < to; t++) {
    let held = false;
    for (let k = 0; k < count; k++) {
      const close = at(column(columnsOf(tables, k), CLOSE), t);
      if (close == close) store<f64>(book + <usize>k * BOOK, close, PRICE);
    }
    if (stops) stopOut(t, !onClose, tables, count, settings, states, account, book, records, room);
    if (!onClose) trade(t, tables, count, settings, states, account, book, records, room);
    for (let k = 0; k < count; k++) {
      const columns = columnsOf(tables, k);
      const close = at(column(columns, CLOSE), t);
      if (close != close) continue;
      decide(t, columns, settings, stateOf(states, k), book + <usize>k * BOOK, load<f64>(account, SHARED_RUINED) != 0);
    }
    if (onClose) trade(t, tables, count, settings, states, account, book, records, room);
    let value = worthOf(count, states, book);
    let worth = load<f64>(account, SHARED_CASH) + value;
    if (worth <= 0 && load<f64>(account, SHARED_RUINED) == 0) {
      endAll(t, BY_RUIN, count, settings, states, account, book, records, room);
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

/** Ends every position at its last price. */
function endAll(
  t: i32,
  reason: f64,
  count: i32,
  settings: usize,
  states: usize,
  account: usize,
  book: usize,
  records: usize,
  room: i32,
): void {
  for (let k = 0; k < count; k++) {
    const state = stateOf(states, k);
    store<f64>(state, 0, TARGET);
    if (load<f64>(state, QUANTITY) == 0) continue;
    hand(state, account);
    closeTrade(t, load<f64>(book + <usize>k * BOOK, PRICE), reason, settings, state, recordsOf(records, k, room), room);
    giveBack(state, account);
  }
}

/** Sells or buys back what is still held at the last prices, for who wants no open trades. */
export function sharedEnd(
  settings: usize,
  count: i32,
  states: usize,
  account: usize,
  book: usize,
  last: i32,
  equity: usize,
  records: usize,
  room: i32,
): void {
  endAll(last, BY_END, count, settings, states, account, book, records, room);
  store<f64>(equity + (<usize>last << 3), load<f64>(account, SHARED_CASH));
}
