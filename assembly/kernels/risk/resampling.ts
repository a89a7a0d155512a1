import { ResampleIndicesBlock } from "../../build/layouts/risk";
import { rngNext } from "../../lib/rng";

/** Ways to resample: independent draws, blocks of one length (wrapping round); 1: blocks of geometric length (Politis and Romano 1994). */
export const INDEPENDENT: i32 = 0;
export const CIRCULAR: i32 = 2;

const TWO_TO_MINUS_32: f64 = 2.3283064365386963e-10;

/** 1 / ln(1 - 1/block): turns the logarithm of a uniform into a geometric length. 0 where every block has one value. */
export function geometricScale(block: f64): f64 {
  return block > 1.0 ? 1.0 / Math.log1p(-1.0 / block) : 0.0;
}

/** Start of a block from the upper half of 64 random bits. */
@inline
export function blockStart(bits: u64, n: i32): i32 {
  return <i32>(((bits >> 32) * <u64>n) >> 32);
}

/** Length of a block: geometric with mean `block` from the lower half of the bits, or `block` itself. At most 2^30. */
@inline
export function blockLength(bits: u64, kind: i32, block: f64, scale: f64): i32 {
  if (kind == CIRCULAR) return max(1, <i32>block);
  if (kind == INDEPENDENT || scale == 0.0) return 1;
  return 1 + <i32>min(1073741823.0, Math.log((<f64>(bits & 0xffffffff) + 0.5) * TWO_TO_MINUS_32) * scale);
}

/**
 * Indices of one resample: out[t] for t in [from, to). A block runs for its length, wrapping at the end of the sample; the next one starts
 * at a random position. Same indices for any chunks in ascending order.
 * @term Stationary bootstrap
 * @formula stationary: block lengths are geometric with mean b = 1/p, starts uniform on 0..n-1; circular: every length is b
 * @source Politis and Romano 1992, 1994
 * @tolerance plain twin, same indices
 * @param resampling `ResampleIndicesBlock`, declared in assembly/layouts/risk.mjs
 */
export function resampleIndices(resampling: usize, from: i32, to: i32): void {
  const given = changetype<ResampleIndicesBlock>(resampling);
  const stream = given.stream;
  const state = given.state;
  const kind = given.kind;
  const block = given.blockLength;
  const n = given.n;
  const out = given.out;
  const scale = geometricScale(block);
  let next = load<i32>(state);
  let left = load<i32>(state, 4);
  for (let t = from; t < to; ) {
    if (left == 0) {
      const bits = rngNext(stream);
      next = blockStart(bits, n);
      left = blockLength(bits, kind, block, scale);
    }
    const run = min(left, min(to - t, n - next));
    left -= run;
    for (const end = t + run; t < end; t++) store<u32>(out + (<usize>t << 2), next++);
    if (next == n) next = 0;
  }
  store<i32>(state, next);
  store<i32>(state, left, 4);
}
