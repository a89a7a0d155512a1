import { pass2, pass3, pass4, pass5 } from "./fft-passes";
import { At, address, field, setField } from "./fft-plan";
import { loadInput, storeOutput } from "./fft-ends";
import { fillLevels, rootFromLevels, timesStored } from "./unit-roots";

/** Phases of a transform, in order; those up to KEEP run once per plan, those with Bluestein's name only if needed. */
// biome-ignore format: one phase per line
namespace Phase {
  export const ROOTS: i32 = 0;
  export const UNPACK: i32 = 1;
  export const CHIRP: i32 = 2;
  export const SPREAD: i32 = 3;
  export const SPREAD_PASSES: i32 = 4;
  export const KEEP: i32 = 5;
  export const LOAD: i32 = 6;
  export const MODULATE: i32 = 7;
  export const PASSES: i32 = 8;
  export const CONVOLVE: i32 = 9;
  export const BACK_PASSES: i32 = 10;
  export const DEMODULATE: i32 = 11;
  export const STORE: i32 = 12;
  export const DONE: i32 = 13;
}


/**
 * Begins a Fourier transform; `fftStep` does the work.
 *
 * Complex plan: `length` complex values (real part first) in and out. Real plan: `length` values in, the length / 2 + 1 complex values of
 * the frequencies 0..length/2 out; the inverse maps these to `length` values. Input and output may be the same buffer if it holds both.
 * @formula X[k] = sum over t of x[t] exp(-2 pi i k t / n); inverse x[t] = (1/n) sum over k of X[k] exp(2 pi i k t / n)
 * @source Stockham's self-sorting passes of radix 4, 2, 3 and 5 (Temperton 1983); other lengths as a convolution (Bluestein 1970)
 * @tolerance plain sum, every length up to 130 and some beyond: 1e-12 of the norm of the input; round trip 1e-13
 * @param inverse 1 for the inverse, which divides by the length
 */
export function fftStart(plan: usize, input: usize, output: usize, inverse: i32): void {
  store<usize>(plan + At.input, input);
  store<usize>(plan + At.output, output);
  setField(plan, At.inverse, inverse);
  enter(plan, field(plan, At.ready) ? Phase.LOAD : Phase.ROOTS);
}

/**
 * Continues the transform begun by `fftStart`.
 * @param budget approximate number of complex values to move: 100,000 keep a call well under 5 ms
 * @returns 1 while work is left, 0 when the output is complete
 */
export function fftStep(plan: usize, budget: i32): i32 {
  let left = budget;
  while (left > 0) {
    if (field(plan, At.phase) == Phase.DONE) return 0;
    left -= advance(plan, left);
  }
  return field(plan, At.phase) == Phase.DONE ? 0 : 1;
}

/** Enters a phase, or the first one after it that this plan needs. */
function enter(plan: usize, phase: i32): void {
  const bluestein = field(plan, At.inner) > field(plan, At.core);
  let next = phase;
  if (next == Phase.UNPACK && address(plan, At.unpack) == 0) next = Phase.CHIRP;
  if (next >= Phase.CHIRP && next <= Phase.KEEP && !bluestein) next = Phase.LOAD;
  if (next == Phase.MODULATE && !bluestein) next = Phase.PASSES;
  if (next >= Phase.CONVOLVE && next <= Phase.DEMODULATE && !bluestein) next = Phase.STORE;
  if (next >= Phase.LOAD) setField(plan, At.ready, 1);
  setField(plan, At.phase, next);
  setField(plan, At.position, 0);
  setField(plan, At.pass, 0);
  setField(plan, At.stride, 1);
  const levels = address(plan, At.levels);
  if (next == Phase.ROOTS) fillLevels(levels, field(plan, At.inner));
  if (next == Phase.UNPACK) fillLevels(levels, field(plan, At.length));
  if (next == Phase.CHIRP) fillLevels(levels, 2 * field(plan, At.core));
}

/** Number of elements of a phase. */
function lengthOf(plan: usize, phase: i32): i32 {
  const core = field(plan, At.core);
  if (phase == Phase.UNPACK) return core + 1;
  if (phase == Phase.CHIRP || phase == Phase.LOAD || phase == Phase.DEMODULATE) return core;
  if (phase == Phase.STORE) return field(plan, At.real) && !field(plan, At.inverse) ? field(plan, At.length) / 2 + 1 : core;
  return field(plan, At.inner);
}

/** Processes at most `budget` elements of the current phase and returns their number. */
function advance(plan: usize, budget: i32): i32 {
  const phase = field(plan, At.phase);
  if (phase == Phase.SPREAD_PASSES || phase == Phase.PASSES || phase == Phase.BACK_PASSES) return advancePasses(plan, phase, budget);
  const from = field(plan, At.position);
  const length = lengthOf(plan, phase);
  const to = length - from > budget ? from + budget : length;
  const current = address(plan, At.current);
  if (phase == Phase.ROOTS) fillRoots(address(plan, At.roots), address(plan, At.levels), field(plan, At.inner), from, to);
  else if (phase == Phase.UNPACK) fillRoots(address(plan, At.unpack), address(plan, At.levels), field(plan, At.length), from, to);
  else if (phase == Phase.CHIRP) fillChirp(plan, from, to);
  else if (phase == Phase.SPREAD) spreadChirp(plan, from, to);
  else if (phase == Phase.KEEP) keepKernel(plan, from, to);
  else if (phase == Phase.LOAD) loadInput(plan, from, to);
  else if (phase == Phase.MODULATE) modulate(plan, from, to);
  else if (phase == Phase.CONVOLVE) convolve(current, address(plan, At.kernel), from, to);
  else if (phase == Phase.DEMODULATE) demodulate(current, address(plan, At.chirp), from, to);
  else storeOutput(plan, from, to);
  if (to < length) setField(plan, At.position, to);
  else enter(plan, phase + 1);
  return max(to - from, 1);
}

function advancePasses(plan: usize, phase: i32, budget: i32): i32 {
  const pass = field(plan, At.pass);
  if (pass == field(plan, At.passes)) {
    enter(plan, phase + 1);
    return 1;
  }
  const radix = field(plan, At.radices + (<usize>pass << 2));
  const inner = field(plan, At.inner);
  const stride = field(plan, At.stride);
  const current = address(plan, At.current);
  const other = address(plan, At.other);
  const roots = address(plan, At.roots);
  const from = field(plan, At.position);
  const length = inner / radix;
  const to = min(length, from + max(budget / radix, 1));
  if (radix == 4) pass4(current, other, roots, inner, stride, from, to);
  else if (radix == 2) pass2(current, other, roots, inner, stride, from, to);
  else if (radix == 3) pass3(current, other, roots, inner, stride, from, to);
  else pass5(current, other, roots, inner, stride, from, to);
  if (to < length) {
    setField(plan, At.position, to);
  } else {
    store<usize>(plan + At.current, other);
    store<usize>(plan + At.other, current);
    setField(plan, At.pass, pass + 1);
    setField(plan, At.stride, stride * radix);
    setField(plan, At.position, 0);
  }
  return (to - from) * radix;
}

function fillRoots(roots: usize, levels: usize, length: i32, from: i32, to: i32): void {
  for (let j = from; j < to; j++) rootFromLevels(levels, length, j, roots + (<usize>j << 4));
}

/** Chirp exp(-i pi k^2 / core), with k^2 reduced exactly. */
function fillChirp(plan: usize, from: i32, to: i32): void {
  const turn = 2 * field(plan, At.core);
  const chirp = address(plan, At.chirp);
  const levels = address(plan, At.levels);
  for (let k = from; k < to; k++) rootFromLevels(levels, turn, <i32>((<i64>k * <i64>k) % turn), chirp + (<usize>k << 4));
}

/** The conjugate chirp, wrapped around the convolution length. */
function spreadChirp(plan: usize, from: i32, to: i32): void {
  const core = field(plan, At.core);
  const inner = field(plan, At.inner);
  const chirp = address(plan, At.chirp);
  const current = address(plan, At.current);
  for (let k = from; k < to; k++) {
    const source = k < core ? k : inner - k < core ? inner - k : -1;
    const value = source < 0 ? f64x2.splat(0) : v128.xor(v128.load(chirp + (<usize>source << 4)), i64x2(0, i64.MIN_VALUE));
    v128.store(current + (<usize>k << 4), value);
  }
}

function keepKernel(plan: usize, from: i32, to: i32): void {
  const kernel = address(plan, At.kernel);
  const current = address(plan, At.current);
  const scale = f64x2.splat(1.0 / <f64>field(plan, At.inner));
  for (let at = <usize>from << 4; at < <usize>to << 4; at += 16) v128.store(kernel + at, f64x2.mul(v128.load(current + at), scale));
}

function modulate(plan: usize, from: i32, to: i32): void {
  const core = min(field(plan, At.core), to);
  const current = address(plan, At.current);
  const chirp = address(plan, At.chirp);
  let k = from;
  for (; k < core; k++) v128.store(current + (<usize>k << 4), timesStored(v128.load(current + (<usize>k << 4)), chirp + (<usize>k << 4)));
  memory.fill(current + (<usize>k << 4), 0, <usize>max(to - k, 0) << 4);
}

/** Multiplies by the kernel, with real and imaginary parts swapped so that forward passes compute the inverse. */
function convolve(current: usize, kernel: usize, from: i32, to: i32): void {
  for (let at = <usize>from << 4; at < <usize>to << 4; at += 16) {
    const product = timesStored(v128.load(current + at), kernel + at);
    v128.store(current + at, i64x2.shuffle(product, product, 1, 0));
  }
}

function demodulate(current: usize, chirp: usize, from: i32, to: i32): void {
  for (let at = <usize>from << 4; at < <usize>to << 4; at += 16) {
    const value = v128.load(current + at);
    v128.store(current + at, timesStored(i64x2.shuffle(value, value, 1, 0), chirp + at));
  }
}
