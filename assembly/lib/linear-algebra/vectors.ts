/**
 * Vector operations of dense linear algebra: contiguous vectors of f64, two values at a time. `n` may be 0; nothing outside 0..n is read or
 * written.
 */

/**
 * a'b, in four partial sums.
 * @of portfolioStatistics
 */
export function dot(a: usize, b: usize, n: i32): f64 {
  let s0 = f64x2.splat(0);
  let s1 = s0;
  const end = <usize>n << 3;
  const quads = <usize>(n & ~3) << 3;
  let at: usize = 0;
  for (; at < quads; at += 32) {
    s0 = f64x2.add(s0, f64x2.mul(v128.load(a + at), v128.load(b + at)));
    s1 = f64x2.add(s1, f64x2.mul(v128.load(a + at, 16), v128.load(b + at, 16)));
  }
  s0 = f64x2.add(s0, s1);
  let sum = f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1);
  for (; at < end; at += 8) sum += load<f64>(a + at) * load<f64>(b + at);
  return sum;
}

/** y += factor x */
export function addScaled(y: usize, factor: f64, x: usize, n: i32): void {
  const f = f64x2.splat(factor);
  const end = <usize>n << 3;
  const pairs = <usize>(n & ~1) << 3;
  let at: usize = 0;
  for (; at < pairs; at += 16) v128.store(y + at, f64x2.add(v128.load(y + at), f64x2.mul(f, v128.load(x + at))));
  if (at < end) store<f64>(y + at, load<f64>(y + at) + factor * load<f64>(x + at));
}

/** y += a x + b z */
export function addTwoScaled(y: usize, a: f64, x: usize, b: f64, z: usize, n: i32): void {
  const fa = f64x2.splat(a);
  const fb = f64x2.splat(b);
  const end = <usize>n << 3;
  const pairs = <usize>(n & ~1) << 3;
  let at: usize = 0;
  for (; at < pairs; at += 16) {
    const sum = f64x2.add(f64x2.mul(fa, v128.load(x + at)), f64x2.mul(fb, v128.load(z + at)));
    v128.store(y + at, f64x2.add(v128.load(y + at), sum));
  }
  if (at < end) store<f64>(y + at, load<f64>(y + at) + (a * load<f64>(x + at) + b * load<f64>(z + at)));
}

/** x *= factor */
export function scale(x: usize, factor: f64, n: i32): void {
  for (let at: usize = 0, end = <usize>n << 3; at < end; at += 8) store<f64>(x + at, factor * load<f64>(x + at));
}

/** Plane rotation of two vectors: (x, y) becomes (c x + s y, c y - s x). */
export function rotate(x: usize, y: usize, c: f64, s: f64, n: i32): void {
  const cc = f64x2.splat(c);
  const ss = f64x2.splat(s);
  const end = <usize>n << 3;
  const pairs = <usize>(n & ~1) << 3;
  let at: usize = 0;
  for (; at < pairs; at += 16) {
    const a = v128.load(x + at);
    const b = v128.load(y + at);
    v128.store(x + at, f64x2.add(f64x2.mul(cc, a), f64x2.mul(ss, b)));
    v128.store(y + at, f64x2.sub(f64x2.mul(cc, b), f64x2.mul(ss, a)));
  }
  if (at < end) {
    const a = load<f64>(x + at);
    const b = load<f64>(y + at);
    store<f64>(x + at, c * a + s * b);
    store<f64>(y + at, c * b - s * a);
  }
}

/** Largest |x|; NaN counts as infinite. */
export function largest(x: usize, n: i32): f64 {
  let most = 0.0;
  for (let at: usize = 0, end = <usize>n << 3; at < end; at += 8) {
    const size = abs(load<f64>(x + at));
    if (!(size <= most)) most = size == size ? size : Infinity;
  }
  return most;
}

/** y = A x for a row-major matrix of `rows` x n. */
export function product(matrix: usize, x: usize, rows: i32, n: i32, y: usize): void {
  for (let i = 0; i < rows; i++) store<f64>(y + (<usize>i << 3), dot(matrix + (<usize>(i * n) << 3), x, n));
}
