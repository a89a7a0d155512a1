/** State shared by several instruments: the cash, and a book of their last prices. */
import { SharedBacktestBlock } from "../../build/layouts/backtest";
import { ACCOUNT, CAPITAL, CASH, OTHERS, QUANTITY, REJECTED_ROWS, RESERVED, SHARED_CASH, STATE, TRADE_RECORD } from "./layout";

/** Book of an instrument: last price, strength of the last score, whether an order is pending on this row. */
export const PRICE: usize = 0;
export const STRENGTH: usize = 8;
export const WAITS: usize = 16;
export const BOOK: usize = 24;

@inline
export function stateOf(states: usize, k: i32): usize {
  return states + <usize>k * (STATE << 3);
}

@inline
export function recordsOf(given: SharedBacktestBlock, k: i32): usize {
  return given.records + <usize>k * <usize>given.room * (TRADE_RECORD << 3);
}

/**
 * Sets the states of all instruments and their account before the first row.
 * @of sharedRun
 * @param shared `SharedBacktestBlock`, declared in assembly/layouts/backtest.mjs
 */
export function sharedStart(shared: usize): void {
  const given = changetype<SharedBacktestBlock>(shared);
  const count = given.count;
  const rejected = given.rejected;
  memory.fill(given.states, 0, <usize>count * (STATE << 3));
  memory.fill(given.book, 0, <usize>count * BOOK);
  memory.fill(given.account, 0, ACCOUNT << 3);
  store<f64>(given.account, load<f64>(given.settings, CAPITAL), SHARED_CASH);
  if (rejected) for (let k = 0; k < count; k++) store<f64>(stateOf(given.states, k), <f64>(rejected + (<usize>k << 9)), REJECTED_ROWS);
}

/** Value of the positions at the last prices. */
export function positionsValue(given: SharedBacktestBlock): f64 {
  const count = given.count;
  const states = given.states;
  const book = given.book;
  let worth: f64 = 0.0;
  for (let k = 0; k < count; k++) {
    const quantity = load<f64>(stateOf(states, k), QUANTITY);
    if (quantity != 0) worth += quantity * load<f64>(book + <usize>k * BOOK, PRICE);
  }
  return worth;
}

/** Copies the shared cash into the state of an instrument. */
@inline
export function loadCash(state: usize, account: usize): void {
  store<f64>(state, load<f64>(account, SHARED_CASH), CASH);
}

/** Gives an instrument access to the shared cash, with the value and liabilities of the others. */
export function lend(given: SharedBacktestBlock, k: i32): usize {
  const count = given.count;
  const states = given.states;
  const book = given.book;
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
  loadCash(state, given.account);
  store<f64>(state, others, OTHERS);
  store<f64>(state, owed, RESERVED);
  return state;
}

/** Copies the cash of an instrument back into the shared account. */
@inline
export function storeCash(state: usize, account: usize): void {
  store<f64>(account, load<f64>(state, CASH), SHARED_CASH);
}

/** The instrument with a pending order and the strongest score, the first of equal ones; -1 if there is none. */
export function strongest(given: SharedBacktestBlock): i32 {
  const count = given.count;
  const book = given.book;
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
