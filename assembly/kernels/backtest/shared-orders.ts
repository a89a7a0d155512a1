/** The orders of several instruments that share their cash. */
import { SharedBacktestBlock } from "../../build/layouts/backtest";
import {
  APPLIED,
  at,
  BAND,
  BY_REVERSAL,
  BY_SIGNAL,
  CLOSE,
  COLUMNS,
  column,
  QUANTITY,
  TARGET,
} from "./layout";
import { carryOut, closeTrade, payBorrow } from "./orders";
import { BOOK, lend, loadCash, PRICE, recordsOf, stateOf, storeCash, strongest, WAITS } from "./shared-account";
import { isOrder } from "./stay";
import { closeExit, follow } from "./stops";

/** Mark of a pending order voided by a stop. */
const VOID: f64 = -1;

@inline
export function columnsOf(tables: usize, k: i32): usize {
  return tables + <usize>k * (COLUMNS << 3);
}

/** Executes an order that closes or reduces a position, so that its cash is available for the rest; otherwise marks it as pending. */
function settle(given: SharedBacktestBlock, k: i32, t: i32, price: f64): void {
  const place = given.book + <usize>k * BOOK;
  if (load<f64>(place, WAITS) == VOID) {
    store<f64>(place, 0, WAITS);
    return;
  }
  const settings = given.settings;
  const account = given.account;
  const state = stateOf(given.states, k);
  const quantity = load<f64>(state, QUANTITY);
  const target = load<f64>(state, TARGET);
  const applied = load<f64>(state, APPLIED);
  if (!isOrder(target, quantity, applied, load<f64>(settings, BAND))) return;
  if (quantity != 0 && target * quantity <= 0) {
    loadCash(state, account);
    closeTrade(t, price, target == 0 ? BY_SIGNAL : BY_REVERSAL, settings, state, recordsOf(given, k), given.room);
    storeCash(state, account);
    if (target == 0) return;
  } else if (quantity != 0 && abs(target) < abs(applied)) {
    lend(given, k);
    carryOut(t, target, price, settings, state, recordsOf(given, k), given.room);
    storeCash(state, account);
    return;
  }
  store<f64>(place, 1, WAITS);
}

/** Executes orders that need cash, the strongest score first. */
function spend(given: SharedBacktestBlock, t: i32): void {
  for (let k = strongest(given); k >= 0; k = strongest(given)) {
    const state = lend(given, k);
    const place = given.book + <usize>k * BOOK;
    store<f64>(place, 0, WAITS);
    carryOut(t, load<f64>(state, TARGET), load<f64>(place, PRICE), given.settings, state, recordsOf(given, k), given.room);
    storeCash(state, given.account);
  }
}

/** Executes the decisions of every instrument with a close on this row. */
export function trade(given: SharedBacktestBlock, t: i32): void {
  const count = given.count;
  const tables = given.tables;
  for (let k = 0; k < count; k++) {
    const close = at(column(columnsOf(tables, k), CLOSE), t);
    if (close == close) settle(given, k, t, close);
  }
  spend(given, t);
}

/** Executes stops and goals at this close; an order pending for the same close is voided. */
export function stopOut(given: SharedBacktestBlock, t: i32, voids: bool): void {
  const count = given.count;
  const account = given.account;
  for (let k = 0; k < count; k++) {
    const state = stateOf(given.states, k);
    if (load<f64>(state, QUANTITY) == 0) continue;
    const close = at(column(columnsOf(given.tables, k), CLOSE), t);
    if (close != close) continue;
    loadCash(state, account);
    if (closeExit(t, close, given.settings, state, recordsOf(given, k), given.room)) {
      storeCash(state, account);
      if (voids) store<f64>(given.book + <usize>k * BOOK, VOID, WAITS);
    } else follow(close, close, state);
  }
}

/** Charges every short position its borrow fee, on its last price. */
export function borrowAll(given: SharedBacktestBlock): void {
  const count = given.count;
  for (let k = 0; k < count; k++) {
    const state = stateOf(given.states, k);
    const quantity = load<f64>(state, QUANTITY);
    if (!(quantity < 0)) continue;
    loadCash(state, given.account);
    payBorrow(quantity * load<f64>(given.book + <usize>k * BOOK, PRICE), given.settings, state);
    storeCash(state, given.account);
  }
}

/** Closes every position at its last price. */
export function endAll(given: SharedBacktestBlock, t: i32, reason: f64): void {
  const count = given.count;
  for (let k = 0; k < count; k++) {
    const state = stateOf(given.states, k);
    store<f64>(state, 0, TARGET);
    if (load<f64>(state, QUANTITY) == 0) continue;
    loadCash(state, given.account);
    closeTrade(t, load<f64>(given.book + <usize>k * BOOK, PRICE), reason, given.settings, state, recordsOf(given, k), given.room);
    storeCash(state, given.account);
  }
}
