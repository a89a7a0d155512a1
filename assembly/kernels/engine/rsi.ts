import { fillNaN } from "../../lib/window";

/** Smallest normal number: a smoothed movement below it counts as zero. */
const NO_MOVEMENT: f64 = 2.2250738585072014e-308;
/** Loaded into locals: constants inside a loop are rematerialized in every iteration. */
const TABLE = memory.data<f64>([50.0, 2.2250738585072014e-308]);

/**
 * Wilder's relative strength index, 0 to 100: averages of gains and losses are seeded with the mean of the first `period` changes and
 * updated by avg += (change - avg) / period; RSI = 100 gains / (gains + losses). NaN for t < period; 50 while the price has not moved.
 *
 * With E and D the smoothed changes and absolute changes this is 50 + 50 E / D, one division and no branch, and the common factor of E and D
 * drops out. Two steps ahead: E[t] = (d[t] + b d[t-1]) + b^2 E[t-2], b = (period - 1) / period.
 * Chunks in ascending order give the same bits as one call. NaN in the values lasts to the end.
 * @term Relative strength index (RSI)
 * @formula 100 * G / (G + L); G and L are averages of gains and losses, avg += (change - avg) / n, seeded with the mean of the first n
 * changes
 * @source Wilder (1978)
 * @tolerance R TTR 0.24.3 on 7 series and TA-Lib, 1e-10 relative
 * @param values column
 * @param from first index to compute
 * @param to index to stop before
 * @param period at least 1
 * @param out aligned with the values
 * @param state 4 values carried from chunk to chunk: E and D of the last two indices; any contents before the first
 */
export function rsi(values: usize, from: i32, to: i32, period: i32, out: usize, state: usize): void {
  fillNaN(out, from, min(to, period));
  if (to <= period) return;
  let t = max(from, period);
  const b = (<f64>period - 1.0) / period;
  if (t == period) {
    let changes: f64 = 0;
    let movement: f64 = 0;
    for (let i = 1; i <= period; i++) {
      const d = changeAt(values, i);
      changes += d;
      movement += Math.abs(d);
    }
    emit(out, t++, changes, movement);
    store<f64>(state, changes, 8);
    store<f64>(state, movement, 24);
  }
  if (t == period + 1 && t < to) {
    const d = changeAt(values, t);
    const changes = d + b * load<f64>(state, 8);
    const movement = Math.abs(d) + b * load<f64>(state, 24);
    store<f64>(state, load<f64>(state, 8));
    store<f64>(state, changes, 8);
    store<f64>(state, load<f64>(state, 24), 16);
    store<f64>(state, movement, 24);
    emit(out, t++, changes, movement);
  }
  if (t >= to) return;
  let changes = v128.load(state);
  let movement = v128.load(state, 16);
  const b1 = f64x2.splat(b);
  const b2 = f64x2.splat(b * b);
  const fifty = v128.load64_splat(TABLE);
  const none = v128.load64_splat(TABLE, 8);
  let target = out + (<usize>t << 3);
  const shift = values - out;
  const end = out + (<usize>to << 3);
  let d = f64x2.sub(v128.load(target + shift - 16), v128.load(target + shift - 24));
  for (; target + 24 < end; target += 32) {
    const dA = f64x2.sub(v128.load(target + shift), v128.load(target + shift - 8));
    const dA1 = v128.shuffle<u64>(d, dA, 1, 2);
    const dB = f64x2.sub(v128.load(target + shift, 16), v128.load(target + shift, 8));
    const dB1 = v128.shuffle<u64>(dA, dB, 1, 2);
    d = dB;
    changes = f64x2.add(f64x2.add(dA, f64x2.mul(b1, dA1)), f64x2.mul(b2, changes));
    movement = f64x2.add(f64x2.add(f64x2.abs(dA), f64x2.mul(b1, f64x2.abs(dA1))), f64x2.mul(b2, movement));
    v128.store(target, f64x2.add(fifty, f64x2.mul(fifty, f64x2.div(changes, f64x2.pmax(movement, none)))));
    changes = f64x2.add(f64x2.add(dB, f64x2.mul(b1, dB1)), f64x2.mul(b2, changes));
    movement = f64x2.add(f64x2.add(f64x2.abs(dB), f64x2.mul(b1, f64x2.abs(dB1))), f64x2.mul(b2, movement));
    v128.store(target, f64x2.add(fifty, f64x2.mul(fifty, f64x2.div(changes, f64x2.pmax(movement, none)))), 16);
  }
  for (; target < end; target += 16) {
    const middle = v128.load(target + shift - 8);
    const d = f64x2.sub(v128.load(target + shift), middle);
    const d1 = f64x2.sub(middle, v128.load(target + shift - 16));
    const changes2 = f64x2.add(f64x2.add(d, f64x2.mul(b1, d1)), f64x2.mul(b2, changes));
    const movement2 = f64x2.add(f64x2.add(f64x2.abs(d), f64x2.mul(b1, f64x2.abs(d1))), f64x2.mul(b2, movement));
    const result = f64x2.add(fifty, f64x2.mul(fifty, f64x2.div(changes2, f64x2.pmax(movement2, none))));
    if (target + 8 == end) {
      store<f64>(target, f64x2.extract_lane(result, 0));
      changes = v128.shuffle<u64>(changes, changes2, 1, 2);
      movement = v128.shuffle<u64>(movement, movement2, 1, 2);
      break;
    }
    v128.store(target, result);
    changes = changes2;
    movement = movement2;
  }
  v128.store(state, changes);
  v128.store(state, movement, 16);
}

@inline
function changeAt(values: usize, t: i32): f64 {
  const at = values + (<usize>t << 3);
  return load<f64>(at) - load<f64>(at - 8);
}

@inline
function emit(out: usize, t: i32, changes: f64, movement: f64): void {
  store<f64>(out + (<usize>t << 3), 50.0 + 50.0 * (changes / (movement < NO_MOVEMENT ? NO_MOVEMENT : movement)));
}
