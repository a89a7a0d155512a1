import { CrossSectionBlock } from "../../build/layouts/factors";
import { shortSpearman } from "./spearman";

/**
 * A factor across assets, date by date: rank correlation with forward returns, return of the rank-weighted portfolio, share of new names in
 * the top group, and rank autocorrelation.
 * @formula IC[t] = Spearman(factor[t], forward[t]); weights = (rank - mean rank) / sum |rank - mean rank|; return = sum of weights forward
 * @source Grinold and Kahn, Active Portfolio Management; mid-ranks
 * @tolerance SciPy 1.17 spearmanr per date, 1e-13; plain twin, 1e-12
 * @param block `CrossSectionBlock`, declared in assembly/layouts/factors.mjs
 */
export function crossSection(block: usize, from: i32, to: i32): void {
  const given = changetype<CrossSectionBlock>(block);
  const factor = given.factor;
  const forward = given.forward;
  const n = given.n;
  const assets = given.assets;
  const least = given.least;
  const top = given.top;
  const scratch = given.scratch;
  const percent = given.percent;
  const ic = given.ic;
  const spread = given.spread;
  const renewal = given.renewal;
  const steadiness = given.steadiness;
  const row = <usize>assets << 3;
  const stride = <usize>n << 3;
  const x = scratch;
  const y = x + row;
  const ranks = y + row;
  const now = ranks + row + row;
  const before = now + row;
  const who = before + row;
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    let count = 0;
    for (let i: usize = 0; i < <usize>assets; i++) {
      const a = load<f64>(factor + i * stride + at);
      const b = load<f64>(forward + i * stride + at);
      store<f64>(percent + i * stride + at, NaN);
      if (isNaN(a) || isNaN(b)) continue;
      store<f64>(x + (<usize>count << 3), a);
      store<f64>(y + (<usize>count << 3), b);
      store<u64>(who + (<usize>count << 3), percent + i * stride + at);
      count++;
    }
    store<f64>(ic + at, NaN);
    store<f64>(spread + at, NaN);
    if (count >= least) {
      store<f64>(ic + at, shortSpearman(x, y, count, ranks));
      let size: f64 = 0;
      let gain: f64 = 0;
      for (let i: usize = 0; i < <usize>count << 3; i += 8) {
        size += abs(load<f64>(ranks + i));
        gain += load<f64>(ranks + i) * load<f64>(y + i);
        store<f64>(<usize>load<u64>(who + i), (load<f64>(ranks + i) + <f64>count) / (2.0 * <f64>count));
      }
      if (size > 0) store<f64>(spread + at, gain / size);
    }
    store<f64>(renewal + at, NaN);
    store<f64>(steadiness + at, NaN);
    if (t == 0) continue;
    count = 0;
    for (let i: usize = 0; i < <usize>assets; i++) {
      const a = load<f64>(factor + i * stride + at);
      const b = load<f64>(factor + i * stride + at - 8);
      if (isNaN(a) || isNaN(b)) continue;
      store<f64>(now + (<usize>count << 3), a);
      store<f64>(before + (<usize>count << 3), b);
      count++;
    }
    if (count < least) continue;
    store<f64>(steadiness + at, shortSpearman(now, before, count, ranks));
    // Centered ranks run from 1 - count to count - 1 in steps of 2: the top group are those above a threshold.
    const group = max(1, <i32>Math.round(top * <f64>count));
    const bound = <f64>(count - 1 - 2 * group);
    let members: f64 = 0;
    let fresh: f64 = 0;
    for (let i: usize = 0; i < <usize>count << 3; i += 8) {
      if (load<f64>(ranks + i) <= bound) continue;
      members += 1.0;
      if (load<f64>(ranks + (<usize>count << 3) + i) <= bound) fresh += 1.0;
    }
    if (members > 0) store<f64>(renewal + at, fresh / members);
  }
}
