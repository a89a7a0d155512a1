import { BarsBlock } from "../../build/layouts/backtest";
import { at } from "./layout";

/**
 * Repairs bars in place: a missing open becomes the close; high and low are widened to include open and close.
 * @formula open = close where missing; high = max(high, open, close); low = min(low, open, close)
 * @source definition
 * @tolerance plain twin, same bits
 * @param bars `BarsBlock`, declared in assembly/layouts/backtest.mjs
 * @returns first row with a price that is not above 0, -1 where there is none
 */
export function mendBars(bars: usize, from: i32, to: i32): i32 {
  const given = changetype<BarsBlock>(bars);
  const opens = given.opens;
  const highs = given.highs;
  const lows = given.lows;
  const closes = given.closes;
  const counts = given.counts;
  let missing: f64 = 0.0;
  let narrow: f64 = 0.0;
  for (let t = from; t < to; t++) {
    const place = <usize>t << 3;
    const close = at(closes, t);
    let open = at(opens, t);
    let known = !isNaN(open);
    if (!known) open = close;
    if (!(open > 0 && open < Infinity)) return t;
    store<f64>(opens + place, open);
    if (highs) {
      let high = at(highs, t);
      let low = at(lows, t);
      known = known && !isNaN(high) && !isNaN(low);
      if (high <= 0 || low <= 0 || high == Infinity) return t;
      const top = max(open, close);
      const bottom = min(open, close);
      if (high < top || low > bottom) narrow += 1.0;
      if (!(high >= top)) high = top;
      if (!(low <= bottom)) low = bottom;
      store<f64>(highs + place, high);
      store<f64>(lows + place, low);
    }
    if (!known) missing += 1.0;
  }
  store<f64>(counts, load<f64>(counts) + missing);
  store<f64>(counts, load<f64>(counts, 8) + narrow, 8);
  return -1;
}
