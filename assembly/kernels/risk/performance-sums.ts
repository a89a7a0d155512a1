import { PerformanceBlock } from "../../build/layouts/risk";

/** Slots of the sums, mirrored in workers/performance/performance.ts. */
const COUNT: usize = 0;
const POWER_1: usize = 8;
const POWER_2: usize = 16;
const POWER_3: usize = 24;
const POWER_4: usize = 32;
const SHORTFALL: usize = 40;
const GAINS: usize = 48;
const LOSSES: usize = 56;
const LEVEL: usize = 64;
const GROWTH: usize = 72;
const LOG_GROWTH: usize = 80;
const LOWEST: usize = 88;
const DEPTHS: usize = 96;

/** The product of growth factors is turned into a logarithm before it leaves this range. */
const LARGE: f64 = 1e150;
const SMALL: f64 = 1e-150;
/** Steps between two looks at the product. */
const BLOCK: i32 = 8;

@inline
function add(sums: usize, slot: usize, value: f64): void {
  store<f64>(sums + slot, load<f64>(sums + slot) + value);
}

/**
 * Adds the returns at positions [from, to) of a sample, or of a resample of it, to the sums behind every performance figure.
 *
 * Thirteen slots: count; sums of (r - pivot), its square, cube and fourth power; sum of min(r - target, 0)^2; sums of gains above and
 * losses below the target; share of the highest wealth so far, the start counting as 1; product of the growth factors, and the logarithm
 * of what was taken out of it; lowest share of the highest wealth; sum of squared drawdowns. Chunks give the same figures to rounding.
 *
 * @formula level[t] = min(1, level[t-1] (1 + r[t])); drawdown[t] = level[t] - 1
 * @source Magdon-Ismail and Atiya 2004
 * @tolerance every figure of empyrical 0.5.5, quantstats 0.0.81 and PerformanceAnalytics 2.0.8 within 1e-9
 * @param sample `PerformanceBlock`, declared in assembly/layouts/risk.mjs
 */
export function performanceSums(sample: usize, from: i32, to: i32): void {
  const given = changetype<PerformanceBlock>(sample);
  const returns = given.returns;
  const indices = given.indices;
  const pivot = given.pivot;
  const target = given.target;
  const sums = given.sums;
  const ceiling = f64x2(1.0, Infinity);
  let path = v128.load(sums + LEVEL);
  let lowest = f64x2.splat(load<f64>(sums, LOWEST));
  let depths = f64x2.splat(0);
  const one = f64x2.splat(1);
  let p1 = 0.0;
  let p2 = 0.0;
  let p3 = 0.0;
  let p4 = 0.0;
  let shortfall = 0.0;
  let gains = 0.0;
  let losses = 0.0;
  for (let t = from; t < to; ) {
    for (const end = min(to, t + BLOCK); t < end; t++) {
      const at = indices ? load<u32>(indices + (<usize>t << 2)) : <u32>t;
      const value = load<f64>(returns + (<usize>at << 3));
      const d = value - pivot;
      const square = d * d;
      p1 += d;
      p2 += square;
      p3 += square * d;
      p4 += square * square;
      const excess = value - target;
      const size = abs(excess);
      const below = 0.5 * (size - excess);
      gains += 0.5 * (excess + size);
      losses += below;
      shortfall += below * below;
      // Lane 0: share of the peak, at most 1; lane 1: growth.
      path = f64x2.pmin(f64x2.mul(path, f64x2.splat(1.0 + value)), ceiling);
      lowest = f64x2.pmin(lowest, path);
      const depth = f64x2.sub(path, one);
      depths = f64x2.add(depths, f64x2.mul(depth, depth));
    }
    const growth = f64x2.extract_lane(path, 1);
    if (!(growth < LARGE && growth > SMALL)) {
      add(sums, LOG_GROWTH, Math.log(growth));
      path = f64x2.replace_lane(path, 1, 1.0);
    }
  }
  add(sums, COUNT, <f64>(to - from));
  add(sums, POWER_1, p1);
  add(sums, POWER_2, p2);
  add(sums, POWER_3, p3);
  add(sums, POWER_4, p4);
  add(sums, SHORTFALL, shortfall);
  add(sums, GAINS, gains);
  add(sums, LOSSES, losses);
  v128.store(sums + LEVEL, path);
  store<f64>(sums, f64x2.extract_lane(lowest, 0), LOWEST);
  add(sums, DEPTHS, f64x2.extract_lane(depths, 0));
}
