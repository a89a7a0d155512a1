import { levelBytes } from "./unit-roots";

/** A plan is one block of memory: this head, then tables and two buffers. All lengths count complex numbers of 16 bytes. */
// biome-ignore format: one field per line
export namespace At {
  /** Requested length, and whether the values are real. */
  export const length: usize = 0;
  export const real: usize = 4;
  /** Length of the transform: half of a real, even length. */
  export const core: usize = 8;
  /** Length of the passes: `core`, or that of Bluestein's convolution if `core` has a prime factor above 5. */
  export const inner: usize = 12;
  export const passes: usize = 16;
  export const phase: usize = 20;
  export const pass: usize = 24;
  export const position: usize = 28;
  export const stride: usize = 32;
  export const ready: usize = 36;
  export const inverse: usize = 40;
  export const input: usize = 44;
  export const output: usize = 48;
  export const levels: usize = 52;
  export const roots: usize = 56;
  export const unpack: usize = 60;
  export const chirp: usize = 64;
  export const kernel: usize = 68;
  export const current: usize = 72;
  export const other: usize = 76;
  export const radices: usize = 80;
}
const HEAD: usize = 256;

// @ts-ignore: decorator
@inline
export function field(plan: usize, at: usize): i32 {
  return load<i32>(plan + at);
}

// @ts-ignore: decorator
@inline
export function address(plan: usize, at: usize): usize {
  return load<usize>(plan + at);
}

// @ts-ignore: decorator
@inline
export function setField(plan: usize, at: usize, value: i32): void {
  store<i32>(plan + at, value);
}

/** Whether a length has no prime factor above 5. */
function smooth(length: i32): bool {
  let rest = length;
  while (rest % 2 == 0) rest /= 2;
  while (rest % 3 == 0) rest /= 3;
  while (rest % 5 == 0) rest /= 5;
  return rest == 1;
}

function coreLength(length: i32, real: bool): i32 {
  return real && length % 2 == 0 ? length / 2 : length;
}

function innerLength(core: i32): i32 {
  if (smooth(core)) return core;
  let inner = 2 * core - 1;
  while (!smooth(inner)) inner++;
  return inner;
}

const room = (count: i32): usize => (<usize>count << 4) + 64;

/**
 * Bytes of memory a plan takes, its tables and buffers included.
 * @param length number of values, 1 to 2^26
 * @param real 1 for real values, 0 for complex ones
 */
export function fftBytes(length: i32, real: i32): usize {
  const core = coreLength(length, real != 0);
  const inner = innerLength(core);
  const half = core < length ? room(core + 1) : 0;
  const bluestein = inner > core ? room(core) + room(inner) : 0;
  return HEAD + levelBytes(max(length, max(inner, 2 * core))) + 64 + room(inner) * 3 + half + bluestein;
}

/**
 * Lays out a plan in `fftBytes` bytes, 16-byte aligned; the tables are filled by the first transform. Parameters as of `fftBytes`.
 * @of fftStart
 */
export function fftPlan(plan: usize, length: i32, real: i32): void {
  const core = coreLength(length, real != 0);
  const inner = innerLength(core);
  memory.fill(plan, 0, HEAD);
  setField(plan, At.length, length);
  setField(plan, At.real, real);
  setField(plan, At.core, core);
  setField(plan, At.inner, inner);
  let next = plan + HEAD;
  store<usize>(plan + At.levels, next);
  next += (levelBytes(max(length, max(inner, 2 * core))) + 63) & ~63;
  store<usize>(plan + At.roots, next);
  next += room(inner);
  store<usize>(plan + At.current, next);
  next += room(inner);
  store<usize>(plan + At.other, next);
  next += room(inner);
  if (core < length) {
    store<usize>(plan + At.unpack, next);
    next += room(core + 1);
  }
  if (inner > core) {
    store<usize>(plan + At.chirp, next);
    next += room(core);
    store<usize>(plan + At.kernel, next);
  }
  let rest = inner;
  let count = 0;
  while (rest > 1) {
    const radix = rest % 4 == 0 ? 4 : rest % 2 == 0 ? 2 : rest % 3 == 0 ? 3 : 5;
    setField(plan, At.radices + (<usize>count << 2), radix);
    rest /= radix;
    count++;
  }
  setField(plan, At.passes, count);
}
