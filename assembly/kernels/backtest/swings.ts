import { at } from "./layout";

/**
 * Maximum run-up of equity above its running minimum, and maximum drawdown below its running maximum.
 * @formula rise = max over t of E[t] - min(E[0..t]), and of E[t] / min(E[0..t]) - 1; fall = max over t of max(E[0..t]) - E[t]
 * @source run-up and drawdown of equity, as in TradingView's strategy reports
 * @tolerance plain twin, same bits
 * @param equity values above 0
 * @param state 5 values carried from chunk to chunk, any contents before the first: lowest so far, highest so far, rise, the same as a share, fall
 */
export function equitySwings(equity: usize, from: i32, to: i32, state: usize): void {
  if (from == 0) {
    memory.fill(state, 0, 40);
    store<f64>(state, Infinity);
  }
  let lowest = load<f64>(state);
  let highest = load<f64>(state, 8);
  let rise = load<f64>(state, 16);
  let share = load<f64>(state, 24);
  let fall = load<f64>(state, 32);
  for (let t = from; t < to; t++) {
    const now = at(equity, t);
    if (now < lowest) lowest = now;
    if (now > highest) highest = now;
    rise = max(rise, now - lowest);
    share = max(share, now / lowest - 1.0);
    fall = max(fall, highest - now);
  }
  store<f64>(state, lowest);
  store<f64>(state, highest, 8);
  store<f64>(state, rise, 16);
  store<f64>(state, share, 24);
  store<f64>(state, fall, 32);
}
