import { At, address, field } from "./fft-plan";
import { timesStored } from "./unit-roots";

/** The inverse is the forward transform with real and imaginary parts swapped before and after. */
// @ts-ignore: decorator
@inline
function swapped(value: v128): v128 {
  return i64x2.shuffle(value, value, 1, 0);
}

// @ts-ignore: decorator
@inline
function conjugate(value: v128): v128 {
  return v128.xor(value, i64x2(0, i64.MIN_VALUE));
}

/** Copies elements [from, to) of the caller's input into the buffer the passes start from. */
export function loadInput(plan: usize, from: i32, to: i32): void {
  const input = address(plan, At.input);
  const current = address(plan, At.current);
  const length = field(plan, At.length);
  const inverse = field(plan, At.inverse) != 0;
  const paired = field(plan, At.core) < length;
  if (!field(plan, At.real)) {
    for (let at = <usize>from << 4; at < <usize>to << 4; at += 16) {
      const value = v128.load(input + at);
      v128.store(current + at, inverse ? swapped(value) : value);
    }
  } else if (!inverse && paired) {
    // A pair of neighbors becomes one complex number.
    memory.copy(current + (<usize>from << 4), input + (<usize>from << 4), <usize>(to - from) << 4);
  } else if (!inverse) {
    for (let t = from; t < to; t++) v128.store(current + (<usize>t << 4), v128.load64_zero(input + (<usize>t << 3)));
  } else if (paired) {
    packHalf(plan, from, to);
  } else {
    for (let k = from; k < to; k++) {
      const mirrored = k > length / 2;
      const value = v128.load(input + (<usize>(mirrored ? length - k : k) << 4));
      v128.store(current + (<usize>k << 4), swapped(mirrored ? conjugate(value) : value));
    }
  }
}

/** Copies elements [from, to) of the result to the caller's output. */
export function storeOutput(plan: usize, from: i32, to: i32): void {
  const output = address(plan, At.output);
  const current = address(plan, At.current);
  const length = field(plan, At.length);
  const core = field(plan, At.core);
  const inverse = field(plan, At.inverse) != 0;
  const scale = f64x2.splat(1.0 / <f64>core);
  if (inverse && field(plan, At.real) && core == length) {
    const one = 1.0 / <f64>core;
    for (let t = from; t < to; t++) store<f64>(output + (<usize>t << 3), load<f64>(current + (<usize>t << 4), 8) * one);
  } else if (inverse) {
    for (let at = <usize>from << 4; at < <usize>to << 4; at += 16) {
      v128.store(output + at, f64x2.mul(swapped(v128.load(current + at)), scale));
    }
  } else if (core < length) {
    unpackHalf(plan, from, to);
  } else {
    memory.copy(output + (<usize>from << 4), current + (<usize>from << 4), <usize>(to - from) << 4);
  }
}

/** Spectrum of a real series of even length from the transform of its pairs: even part plus odd part times the root of unity. */
function unpackHalf(plan: usize, from: i32, to: i32): void {
  const output = address(plan, At.output);
  const current = address(plan, At.current);
  const roots = address(plan, At.unpack);
  const core = field(plan, At.core);
  const half = f64x2.splat(0.5);
  for (let k = from; k < to; k++) {
    const a = v128.load(current + (<usize>(k == core ? 0 : k) << 4));
    const b = conjugate(v128.load(current + (<usize>(k == 0 ? 0 : core - k) << 4)));
    const even = f64x2.add(a, b);
    const odd = conjugate(swapped(f64x2.sub(a, b)));
    v128.store(output + (<usize>k << 4), f64x2.mul(half, f64x2.add(even, timesStored(odd, roots + (<usize>k << 4)))));
  }
}

/** The inverse of `unpackHalf`, parts swapped. */
function packHalf(plan: usize, from: i32, to: i32): void {
  const input = address(plan, At.input);
  const current = address(plan, At.current);
  const roots = address(plan, At.unpack);
  const core = field(plan, At.core);
  const half = f64x2.splat(0.5);
  for (let k = from; k < to; k++) {
    const a = v128.load(input + (<usize>k << 4));
    const b = conjugate(v128.load(input + (<usize>(core - k) << 4)));
    const even = f64x2.add(a, b);
    // Conjugate in, conjugate out: the product with the conjugate root.
    const odd = conjugate(timesStored(conjugate(f64x2.sub(a, b)), roots + (<usize>k << 4)));
    const value = f64x2.mul(half, f64x2.add(even, v128.xor(swapped(odd), i64x2(i64.MIN_VALUE, 0))));
    v128.store(current + (<usize>k << 4), swapped(value));
  }
}
