import { RebalanceBlock } from "../../build/layouts/portfolio";

/** Slots of the state: n target weights, n units held, n mean prices paid, n mean rows of purchase follow the header of 16. */
const VALUE: usize = 0;
/** Product of the fractions kept after costs at each trade: value / kept is the value without costs. */
const KEPT: usize = 8;
const EVENTS: usize = 16;
const TURNOVER: usize = 24;
const COSTS: usize = 32;
/** Orders, closed sales, and of these: number with a profit, sum of profits, sum of losses, sum of rows held. */
const ORDERS: usize = 40;
const SALES: usize = 48;
const WINS: usize = 56;
const PROFITS: usize = 64;
const LOSSES: usize = 72;
const HELD: usize = 80;
const HEADER: usize = 16 << 3;

/** Tolerance within which weights are on target. */
const ON_TARGET: f64 = 1e-12;

@inline
function at(base: usize, index: i32): usize {
  return base + (<usize>index << 3);
}

@inline
function bump(state: usize, slot: usize, by: f64): void {
  store<f64>(state + slot, load<f64>(state + slot) + by);
}

/** Books a change of one asset's units at a price; the costs of a sale are its share of the trade's costs. */
function order(given: RebalanceBlock, i: i32, change: f64, price: f64, row: i32, rate: f64): void {
  if (change == 0.0) return;
  const state = given.state;
  const n = given.n;
  bump(state, ORDERS, 1);
  const units = at(state + HEADER, n + i);
  const paid = at(state + HEADER, 2 * n + i);
  const bought = at(state + HEADER, 3 * n + i);
  const held = load<f64>(units);
  const after = held + change;
  if (held == 0.0 || held > 0.0 == change > 0.0) {
    const share = change / after;
    // Costs are added to a buyer's price and deducted from a short seller's.
    const effective = price * (change > 0.0 ? 1.0 + rate : 1.0 - rate);
    store<f64>(paid, load<f64>(paid) * (1.0 - share) + effective * share);
    store<f64>(bought, load<f64>(bought) * (1.0 - share) + <f64>row * share);
  } else {
    const closed = abs(change) <= abs(held) ? -change : held;
    close(state, n, i, closed, price * (held > 0.0 ? 1.0 - rate : 1.0 + rate), row);
    if (held > 0.0 != after > 0.0 && after != 0.0) {
      store<f64>(paid, price * (after > 0.0 ? 1.0 + rate : 1.0 - rate));
      store<f64>(bought, row);
    }
  }
  store<f64>(units, after);
}

/** Books the profit on units closed at a price net of costs. */
function close(state: usize, n: i32, i: i32, units: f64, price: f64, row: i32): void {
  const gain = units * (price - load<f64>(at(state + HEADER, 2 * n + i)));
  bump(state, SALES, 1);
  bump(state, HELD, <f64>row - load<f64>(at(state + HEADER, 3 * n + i)));
  if (gain > 0.0) {
    bump(state, WINS, 1);
    bump(state, PROFITS, gain);
  } else bump(state, LOSSES, -gain);
}

/** Trades a fraction of the way to the target weights: turnover 1/2 sum |change of weight|, costs deducted from the whole portfolio. */
function trade(given: RebalanceBlock, row: i32, share: f64, turnover: f64, rate: f64): f64 {
  const columns = given.columns;
  const stride = given.stride;
  const n = given.n;
  const state = given.state;
  const targets = state + HEADER;
  const value = load<f64>(state + VALUE);
  const cost = 2.0 * turnover * share * rate * value;
  const left = value - cost;
  for (let i = 0; i < n; i++) {
    const price = load<f64>(columns + ((<usize>i * <usize>stride + <usize>row) << 3));
    const units = load<f64>(at(targets, n + i));
    const weight = (units * price) / value;
    const wanted = weight + share * (load<f64>(at(targets, i)) - weight);
    order(given, i, (wanted * left) / price - units, price, row, rate);
  }
  store<f64>(state + VALUE, left);
  store<f64>(state + KEPT, load<f64>(state + KEPT) * (left / value));
  bump(state, COSTS, cost);
  return cost;
}

/**
 * Rebalances a portfolio to its target weights. At each close the weights have drifted with prices; if the calendar says so, or a weight is
 * farther from its target than the threshold, it is traded towards the target at that close, up to the maximum turnover. Row 0 buys the
 * targets. Same bits for any chunks in ascending order.
 * @term Rebalancing
 * @formula w_i drifts with 1 + r_i; trade share = min(1, max turnover / turnover), turnover = 1/2 sum |w* - w|; cost = value (fee +
 * slippage) sum |dw|
 * @source Donohue and Yip 2003; the specification's rebalance fields
 * @tolerance plain twin within 1e-12, relative; without costs and trades exactly the price relatives
 * @param block `RebalanceBlock`, declared in assembly/layouts/portfolio.mjs
 * @returns -1, or the row at which the portfolio was wiped out
 */
export function rebalance(block: usize, from: i32, to: i32): i32 {
  const given = changetype<RebalanceBlock>(block);
  const columns = given.columns;
  const stride = given.stride;
  const n = given.n;
  const due = given.due;
  const state = given.state;
  const net = given.net;
  const gross = given.gross;
  const drift = given.drift;
  const targets = state + HEADER;
  for (let t = from; t < to; t++) {
    if (t == 0) begin(given);
    else {
      let value = 0.0;
      let alone = 0.0;
      for (let i = 0; i < n; i++) {
        const column = columns + ((<usize>i * <usize>stride) << 3);
        const price = load<f64>(at(column, t));
        value += load<f64>(at(targets, n + i)) * price;
        alone += (load<f64>(at(targets, i)) * price) / load<f64>(column);
      }
      store<f64>(state + VALUE, value);
      store<f64>(at(drift, t), alone * load<f64>(drift));
      if (!(value > 0.0 && alone > 0.0)) return t;
      check(given, t, load<f64>(at(due, t)) != 0.0);
    }
    if (t == 0) store<f64>(drift, load<f64>(state + VALUE));
    store<f64>(at(net, t), load<f64>(state + VALUE));
    store<f64>(at(gross, t), load<f64>(state + VALUE) / load<f64>(state + KEPT));
  }
  return -1;
}

/** Buys the target weights at the first prices. */
function begin(given: RebalanceBlock): void {
  const n = given.n;
  const state = given.state;
  store<f64>(state + KEPT, 1);
  for (let slot = EVENTS; slot < HEADER; slot += 8) store<f64>(state + slot, 0);
  memory.fill(at(state + HEADER, n), 0, <usize>(3 * n) << 3);
  let size = 0.0;
  for (let i = 0; i < n; i++) size += abs(load<f64>(at(state + HEADER, i)));
  trade(given, 0, 1, 0.5 * size, given.entry);
}

function check(given: RebalanceBlock, t: i32, due: bool): void {
  const columns = given.columns;
  const stride = given.stride;
  const n = given.n;
  const trigger = given.trigger;
  const state = given.state;
  const events = given.events;
  const room = given.room;
  const targets = state + HEADER;
  const value = load<f64>(state + VALUE);
  let distance = 0.0;
  let sum = 0.0;
  for (let i = 0; i < n; i++) {
    const price = load<f64>(columns + ((<usize>i * <usize>stride + <usize>t) << 3));
    const apart = abs(load<f64>(at(targets, i)) - (load<f64>(at(targets, n + i)) * price) / value);
    sum += apart;
    distance = max(distance, apart);
  }
  const far = distance > given.threshold;
  const asked = trigger == 0 ? due || far : trigger == 1 ? due : trigger == 2 ? far : due && far;
  const turnover = 0.5 * sum;
  if (!asked || turnover <= ON_TARGET) return;
  const share = min(1.0, given.most / turnover);
  const number = <i32>load<f64>(state + EVENTS);
  const record = events + (<usize>(number * (6 + n)) << 3);
  if (number < room) {
    for (let i = 0; i < n; i++) {
      const price = load<f64>(columns + ((<usize>i * <usize>stride + <usize>t) << 3));
      store<f64>(at(record, 6 + i), (load<f64>(at(targets, n + i)) * price) / value);
    }
  }
  const cost = trade(given, t, share, turnover, given.rate);
  if (number < room) {
    store<f64>(record, t);
    store<f64>(record, <f64>(i32(due) + 2 * i32(far)), 8);
    store<f64>(record, turnover * share, 16);
    store<f64>(record, cost, 24);
    store<f64>(record, distance, 32);
    store<f64>(record, share, 40);
  }
  bump(state, EVENTS, 1);
  bump(state, TURNOVER, turnover * share);
}

/** Books the holdings as if closed at the prices of a row, without costs: the open trades at the end. */
export function markHoldings(columns: usize, stride: i32, n: i32, row: i32, state: usize): i32 {
  let open = 0;
  for (let i = 0; i < n; i++) {
    const units = load<f64>(at(state + HEADER, n + i));
    if (units == 0.0) continue;
    close(state, n, i, units, load<f64>(columns + ((<usize>i * <usize>stride + <usize>row) << 3)), row);
    open++;
  }
  return open;
}
