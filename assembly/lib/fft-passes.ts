import { timesStored } from "./unit-roots";

/**
 * One pass each of a self-sorting transform (Stockham). With `stride` values between the members of a group and `length / stride` groups
 * left, butterfly t = p * stride + q joins the values q + stride * (p + j * count) and writes them to q + stride * (radix * p + k). `roots`
 * holds exp(-2 pi i j / length) for the whole length; butterflies [from, to).
 */

const ROOT_HALF: f64 = 0.86602540378443864676;
const COS_72: f64 = 0.30901699437494742410;
const COS_144: f64 = -0.80901699437494742410;
const SIN_72: f64 = 0.95105651629515357212;
const SIN_144: f64 = 0.58778525229247312917;

/** a times -i. */
// @ts-ignore: decorator
@inline
function turned(a: v128): v128 {
  return v128.xor(i64x2.shuffle(a, a, 1, 0), i64x2(0, i64.MIN_VALUE));
}

export function pass2(input: usize, output: usize, roots: usize, length: i32, stride: i32, from: i32, to: i32): void {
  const apart = <usize>(length / 2) << 4;
  const next = <usize>stride << 4;
  let p = from / stride;
  let q = from - p * stride;
  let t = from;
  while (t < to) {
    const w1 = roots + (<usize>(p * stride) << 4);
    let at = input + (<usize>t << 4);
    let out = output + (<usize>(2 * p * stride + q) << 4);
    const end = min(to, t + stride - q);
    for (; t < end; t++, at += 16, out += 16) {
      const a = v128.load(at);
      const b = v128.load(at + apart);
      v128.store(out, f64x2.add(a, b));
      v128.store(out + next, timesStored(f64x2.sub(a, b), w1));
    }
    q = 0;
    p++;
  }
}

export function pass3(input: usize, output: usize, roots: usize, length: i32, stride: i32, from: i32, to: i32): void {
  const apart = <usize>(length / 3) << 4;
  const next = <usize>stride << 4;
  const half = f64x2.splat(0.5);
  const side = f64x2.splat(ROOT_HALF);
  let p = from / stride;
  let q = from - p * stride;
  let t = from;
  while (t < to) {
    const w1 = roots + (<usize>(p * stride) << 4);
    const w2 = roots + (<usize>(2 * p * stride) << 4);
    let at = input + (<usize>t << 4);
    let out = output + (<usize>(3 * p * stride + q) << 4);
    const end = min(to, t + stride - q);
    for (; t < end; t++, at += 16, out += 16) {
      const a = v128.load(at);
      const b = v128.load(at + apart);
      const c = v128.load(at + 2 * apart);
      const sum = f64x2.add(b, c);
      const across = turned(f64x2.mul(f64x2.sub(b, c), side));
      const middle = f64x2.sub(a, f64x2.mul(sum, half));
      v128.store(out, f64x2.add(a, sum));
      v128.store(out + next, timesStored(f64x2.add(middle, across), w1));
      v128.store(out + 2 * next, timesStored(f64x2.sub(middle, across), w2));
    }
    q = 0;
    p++;
  }
}

export function pass4(input: usize, output: usize, roots: usize, length: i32, stride: i32, from: i32, to: i32): void {
  const apart = <usize>(length / 4) << 4;
  const next = <usize>stride << 4;
  let p = from / stride;
  let q = from - p * stride;
  let t = from;
  while (t < to) {
    const w1 = roots + (<usize>(p * stride) << 4);
    const w2 = roots + (<usize>(2 * p * stride) << 4);
    const w3 = roots + (<usize>(3 * p * stride) << 4);
    let at = input + (<usize>t << 4);
    let out = output + (<usize>(4 * p * stride + q) << 4);
    const end = min(to, t + stride - q);
    for (; t < end; t++, at += 16, out += 16) {
      const a = v128.load(at);
      const b = v128.load(at + apart);
      const c = v128.load(at + 2 * apart);
      const d = v128.load(at + 3 * apart);
      const even = f64x2.add(a, c);
      const evenLess = f64x2.sub(a, c);
      const odd = f64x2.add(b, d);
      const oddLess = turned(f64x2.sub(b, d));
      v128.store(out, f64x2.add(even, odd));
      v128.store(out + next, timesStored(f64x2.add(evenLess, oddLess), w1));
      v128.store(out + 2 * next, timesStored(f64x2.sub(even, odd), w2));
      v128.store(out + 3 * next, timesStored(f64x2.sub(evenLess, oddLess), w3));
    }
    q = 0;
    p++;
  }
}

export function pass5(input: usize, output: usize, roots: usize, length: i32, stride: i32, from: i32, to: i32): void {
  const apart = <usize>(length / 5) << 4;
  const next = <usize>stride << 4;
  const c1 = f64x2.splat(COS_72);
  const c2 = f64x2.splat(COS_144);
  const s1 = f64x2.splat(SIN_72);
  const s2 = f64x2.splat(SIN_144);
  let p = from / stride;
  let q = from - p * stride;
  let t = from;
  while (t < to) {
    const w1 = roots + (<usize>(p * stride) << 4);
    let at = input + (<usize>t << 4);
    let out = output + (<usize>(5 * p * stride + q) << 4);
    const step = <usize>(p * stride) << 4;
    const end = min(to, t + stride - q);
    for (; t < end; t++, at += 16, out += 16) {
      const a = v128.load(at);
      const b = v128.load(at + apart);
      const c = v128.load(at + 2 * apart);
      const d = v128.load(at + 3 * apart);
      const e = v128.load(at + 4 * apart);
      const outer = f64x2.add(b, e);
      const inner = f64x2.add(c, d);
      const outerLess = f64x2.sub(b, e);
      const innerLess = f64x2.sub(c, d);
      const first = f64x2.add(a, f64x2.add(f64x2.mul(outer, c1), f64x2.mul(inner, c2)));
      const second = f64x2.add(a, f64x2.add(f64x2.mul(outer, c2), f64x2.mul(inner, c1)));
      const firstAcross = turned(f64x2.add(f64x2.mul(outerLess, s1), f64x2.mul(innerLess, s2)));
      const secondAcross = turned(f64x2.sub(f64x2.mul(outerLess, s2), f64x2.mul(innerLess, s1)));
      v128.store(out, f64x2.add(a, f64x2.add(outer, inner)));
      v128.store(out + next, timesStored(f64x2.add(first, firstAcross), w1));
      v128.store(out + 2 * next, timesStored(f64x2.add(second, secondAcross), w1 + step));
      v128.store(out + 3 * next, timesStored(f64x2.sub(second, secondAcross), w1 + 2 * step));
      v128.store(out + 4 * next, timesStored(f64x2.sub(first, firstAcross), w1 + 3 * step));
    }
    q = 0;
    p++;
  }
}
