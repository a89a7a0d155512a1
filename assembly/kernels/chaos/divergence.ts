import { DivergenceAddBlock } from "../../build/layouts/chaos";

/**
 * Sums for the divergence curve, `steps` of each: product of squares stripped of its powers of two, those powers (64-bit integers), count
 * of pairs, and logarithms of squares too small for the product. Then room for steps + (dimension - 1) lag + 2 squares.
 */
const SMALLEST: f64 = 1e-70;
const PAIRS_PER_STRIP: i32 = 4;
const LN2: f64 = 0.69314718055994530942;

/** Initializes the sums of `steps` steps (even) to those of an empty set of pairs. */
export function divergenceStart(sums: usize, steps: i32): void {
  const room = <usize>steps << 3;
  for (let at: usize = 0; at < room; at += 8) store<f64>(sums + at, 1.0);
  memory.fill(sums + room, 0, 3 * room);
}

/** Strips the powers of two from the products. */
function strip(sums: usize, steps: i32): void {
  const room = <usize>steps << 3;
  for (let at: usize = 0; at < room; at += 16) {
    const bits = v128.load(sums + at);
    const powers = i64x2.sub(i64x2.shr_u(bits, 52), i64x2.splat(1023));
    v128.store(sums + room + at, i64x2.add(v128.load(sums + room + at), powers));
    const kept = v128.or(v128.and(bits, i64x2.splat(0x000fffffffffffff)), i64x2.splat(0x3ff0000000000000));
    v128.store(sums + at, kept);
  }
}

/** Handles a pair of steps one of which has no square, or one too small for the product. */
function addSmall(sums: usize, steps: i32, step: i32, squares: v128): void {
  const room = <usize>steps << 3;
  for (let lane = 0; lane < 2; lane++) {
    const at = sums + (<usize>(step + lane) << 3);
    const square = lane == 0 ? f64x2.extract_lane(squares, 0) : f64x2.extract_lane(squares, 1);
    if (!(square > 0.0)) continue;
    store<f64>(at + 2 * room, load<f64>(at + 2 * room) + 1.0);
    if (square > SMALLEST) store<f64>(at, load<f64>(at) * square);
    else store<f64>(at + 3 * room, load<f64>(at + 3 * room) + Math.log(square));
  }
}

/**
 * Adds the pairs (i, nearest[i]), i in [from, to), to the sums: squared distance after every step k < steps. Instead of taking a logarithm
 * per distance, the distances are multiplied, and powers of two are stripped periodically.
 * @param block `DivergenceAddBlock`, declared in assembly/layouts/chaos.mjs
 */
export function divergenceAdd(block: usize, from: i32, to: i32): void {
  const given = changetype<DivergenceAddBlock>(block);
  const values = given.values;
  const nearest = given.nearest;
  const dimension = given.dimension;
  const lag = given.lag;
  const steps = given.steps;
  const scale = given.scale;
  const sums = given.sums;
  const room = <usize>steps << 3;
  const squares = sums + 4 * room;
  const length = <usize>(steps + (dimension - 1) * lag) << 3;
  const stride = <usize>lag << 3;
  const reach = <usize>(dimension - 1) * stride;
  const units = f64x2.splat(scale);
  const smallest = f64x2.splat(SMALLEST);
  const one = f64x2.splat(1.0);
  let pending = 0;
  for (let i = from; i < to; i++) {
    const j = load<i32>(nearest + (<usize>i << 2));
    if (j < 0) continue;
    const a = values + (<usize>i << 3);
    const b = values + (<usize>j << 3);
    for (let at: usize = 0; at < length; at += 16) {
      const apart = f64x2.mul(f64x2.sub(v128.load(a + at), v128.load(b + at)), units);
      v128.store(squares + at, f64x2.mul(apart, apart));
    }
    for (let at: usize = 0; at < room; at += 16) {
      let square = v128.load(squares + at);
      for (let d = stride; d <= reach; d += stride) square = f64x2.add(square, v128.load(squares + at + d));
      if (i64x2.all_true(f64x2.gt(square, smallest))) {
        v128.store(sums + at, f64x2.mul(v128.load(sums + at), square));
        v128.store(sums + 2 * room + at, f64x2.add(v128.load(sums + 2 * room + at), one));
      } else {
        addSmall(sums, steps, <i32>(at >> 3), square);
      }
    }
    if (++pending == PAIRS_PER_STRIP) {
      strip(sums, steps);
      pending = 0;
    }
  }
  strip(sums, steps);
}

/**
 * Divergence curve from the sums over all pairs.
 * @formula S(k) = mean over i of ln || X[i + k] - X[j(i) + k] ||, over pairs with a distance above 0
 * @source Rosenstein, Collins and De Luca (1993)
 * @tolerance nolds 0.6.1 with the same parameters: 1e-8 for every k
 * @param out `steps` values; NaN where no pair has a distance
 * @param counts `steps` values: pairs that entered
 */
export function divergenceCurve(sums: usize, steps: i32, scale: f64, out: usize, counts: usize): void {
  const room = <usize>steps << 3;
  const unit = Math.log(scale);
  for (let at: usize = 0; at < room; at += 8) {
    const count = load<f64>(sums + 2 * room + at);
    const total = Math.log(load<f64>(sums + at)) + <f64>load<i64>(sums + room + at) * LN2 + load<f64>(sums + 3 * room + at);
    store<f64>(out + at, count > 0.0 ? (0.5 * total) / count - unit : NaN);
    store<f64>(counts + at, count);
  }
}
