import { BarsBlock } from "../../build/layouts/indicators";
import { fillNaN } from "../../lib/window";
import { trueRangeAt } from "./true-range";

/** In percent; 0 if the denominator is 0. */
@inline
function percentOf(part: f64, whole: f64): f64 {
  return whole > 0 ? (100.0 * part) / whole : 0;
}

/**
 * Wilder's average directional index with both directional indicators, in one pass. The sums of true range and directional movement are
 * seeded with bars 1 to n - 1 and updated by S = S - S / n + x, so the indicators start at bar n; the index starts at bar 2n - 1 with the
 * mean of n values of DX. NaN before; 0 where the price does not move. Chunks in ascending order give the same bits as one call.
 * @term Average directional index (ADX)
 * @formula +DI = 100 S(+DM) / S(TR); DX = 100 |+DI - -DI| / (+DI + -DI); ADX += (DX - ADX) / n. +DM = H[t] - H[t-1] where positive and
 * greater than L[t-1] - L[t]
 * @source Wilder (1978), seeded as in TA-Lib
 * @tolerance pandas, 1e-10 relative
 * @param block `BarsBlock`, declared in assembly/layouts/indicators.mjs; out is the index
 * @param from first index to compute
 * @param to index to stop before
 */
export function directional(block: usize, from: i32, to: i32): void {
  const given = changetype<BarsBlock>(block);
  const high = given.high, low = given.low, close = given.close;
  const out = given.out, plus = given.plus, minus = given.minus, state = given.state;
  const period = given.period;
  const n = <f64>period;
  const rest = (n - 1.0) / n;
  const begin = 2 * period - 1;
  fillNaN(out, from, min(to, begin));
  fillNaN(plus, from, min(to, period));
  fillNaN(minus, from, min(to, period));
  let ranges: f64 = from > 0 ? load<f64>(state) : 0;
  let ups: f64 = from > 0 ? load<f64>(state, 8) : 0;
  let downs: f64 = from > 0 ? load<f64>(state, 16) : 0;
  let index: f64 = from > 0 ? load<f64>(state, 24) : 0;
  for (let t = max(from, 1); t < to; t++) {
    const at = <usize>t << 3;
    const up = load<f64>(high + at) - load<f64>(high + at - 8);
    const down = load<f64>(low + at - 8) - load<f64>(low + at);
    const kept: f64 = t < period ? 1.0 : rest;
    ranges = kept * ranges + trueRangeAt(high, low, close, at);
    ups = kept * ups + (up > 0 && up > down ? up : 0);
    downs = kept * downs + (down > 0 && down > up ? down : 0);
    if (t < period) continue;
    const positive = percentOf(ups, ranges);
    const negative = percentOf(downs, ranges);
    store<f64>(plus + at, positive);
    store<f64>(minus + at, negative);
    const strength = percentOf(Math.abs(positive - negative), positive + negative);
    index = t > begin ? rest * index + strength / n : index + strength / n;
    if (t >= begin) store<f64>(out + at, index);
  }
  store<f64>(state, ranges);
  store<f64>(state, ups, 8);
  store<f64>(state, downs, 16);
  store<f64>(state, index, 24);
}
