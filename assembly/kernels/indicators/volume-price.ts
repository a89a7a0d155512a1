import { BarsBlock } from "../../build/layouts/indicators";
import { blockLength, fillNaN } from "../../lib/window";

/**
 * On-balance volume: starts at the first volume, adds the volume of each bar that closed higher and subtracts that of each bar that closed
 * lower. The state is the output itself: chunks in ascending order give the same bits as one call.
 * @term On-balance volume (OBV)
 * @formula OBV[t] = OBV[t-1] + sign(P[t] - P[t-1]) V[t]; OBV[0] = V[0]
 * @source Granville (1963); TA-Lib
 * @tolerance plain twin, same bits
 * @param close column of closes
 * @param volume aligned with the closes
 * @param from first index to compute; out[0..from) must be there
 * @param to index to stop before
 * @param out aligned with the closes, in units of the volume
 */
export function onBalanceVolume(close: usize, volume: usize, from: i32, to: i32, out: usize): void {
  if (from == 0 && to > 0) store<f64>(out, load<f64>(volume));
  let balance = load<f64>(out + (<usize>max(from, 1) << 3) - 8);
  for (let t = max(from, 1); t < to; t++) {
    const at = <usize>t << 3;
    const now = load<f64>(close + at);
    const before = load<f64>(close + at - 8);
    const traded = load<f64>(volume + at);
    balance += now > before ? traded : now < before ? -traded : 0;
    store<f64>(out + at, balance);
  }
}

/** A window with less than this share of the largest volume left has lost precision: it is summed again from scratch. */
const LOST_DIGITS: f64 = 1e-2;

/** The typical price of a bar. */
@inline
function typicalAt(high: usize, low: usize, close: usize, at: usize): f64 {
  return (load<f64>(high + at) + load<f64>(low + at) + load<f64>(close + at)) / 3.0;
}

/**
 * Volume-weighted average price of the last n bars; NaN for t < n - 1, and where the window has no volume.
 *
 * Running sums, restarted at fixed indices so that errors do not accumulate, and where a much larger volume has just left. `from` is moved
 * back to the last such index: chunks of any length give the same bits as one call.
 * @term Volume-weighted average price (VWAP)
 * @formula sum of ((H + L + C)/3 x V) / sum of V, over the last n bars
 * @source volume-weighted mean of the typical price; R TTR, VWAP
 * @tolerance plain twin, 1e-12 relative
 * @param block `BarsBlock`, declared in assembly/layouts/indicators.mjs; out in the units of the prices
 * @param from first index to compute
 * @param to index to stop before
 */
export function volumePrice(block: usize, from: i32, to: i32): void {
  const given = changetype<BarsBlock>(block);
  const high = given.high, low = given.low, close = given.close, volume = given.volume, out = given.out;
  const period = given.period;
  fillNaN(out, from, min(to, period - 1));
  const length = blockLength(period);
  const lag = <usize>period << 3;
  for (let start = from - (from % length); start < to; start += length) {
    const first = max(start, period - 1);
    const end = min(start + length, to);
    let spent: f64 = 0;
    let traded: f64 = 0;
    let largest: f64 = 0;
    // Without volume, rounding residues must not become a price.
    let active = 0;
    for (let t = first - period + 1; t < end; t++) {
      const at = <usize>t << 3;
      spent += typicalAt(high, low, close, at) * load<f64>(volume + at);
      traded += load<f64>(volume + at);
      active += i32(load<f64>(volume + at) > 0);
      if (t > first) {
        const old = load<f64>(volume + at - lag);
        spent -= typicalAt(high, low, close, at - lag) * old;
        traded -= old;
        active -= i32(old > 0);
      }
      largest = max(largest, traded);
      if (traded < LOST_DIGITS * largest && active > 0) {
        spent = 0;
        traded = 0;
        for (let i = at + 8 - min(lag, at + 8); i <= at; i += 8) {
          spent += typicalAt(high, low, close, i) * load<f64>(volume + i);
          traded += load<f64>(volume + i);
        }
        largest = traded;
      }
      if (t >= first) store<f64>(out + at, active > 0 ? spent / traded : NaN);
    }
  }
}
