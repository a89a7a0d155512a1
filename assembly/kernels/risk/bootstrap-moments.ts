import { BlockMomentsBlock } from "../../build/layouts/risk";
import { rngNext } from "../../lib/rng";
import { blockLength, blockStart, geometricScale } from "./resampling";

/**
 * Running sums from which the sum over any block is one subtraction: sums[t] = total of (x - pivot) before t, and the same of its squares.
 * @param sums n + 1 values; squares likewise. Chunks in ascending order; the first entry is written when `from` is 0
 */
export function runningSums(values: usize, pivot: f64, from: i32, to: i32, sums: usize, squares: usize): void {
  if (from == 0) {
    store<f64>(sums, 0);
    store<f64>(squares, 0);
  }
  let sum = load<f64>(sums + (<usize>from << 3));
  let square = load<f64>(squares + (<usize>from << 3));
  for (let t = from; t < to; t++) {
    const at = <usize>t << 3;
    const d = load<f64>(values + at) - pivot;
    sum += d;
    square += d * d;
    store<f64>(sums + at, sum, 8);
    store<f64>(squares + at, square, 8);
  }
}

/** Sum over `run` values from `start`, wrapping round. */
@inline
function blockSum(sums: usize, n: i32, start: i32, run: i32): f64 {
  const end = start + run;
  const first = load<f64>(sums + (<usize>start << 3));
  if (end <= n) return load<f64>(sums + (<usize>end << 3)) - first;
  return load<f64>(sums + (<usize>n << 3)) - first + load<f64>(sums + (<usize>(end - n) << 3));
}

/**
 * First two moments of block resamples, in n / b steps each: out[2r] = mean, out[2r + 1] = mean square, of the values minus the pivot, for
 * replicates r in [from, to), or as far as `most` blocks reach. The blocks are those of `resampleIndices` for the same stream; same bits
 * for any `most`.
 * @formula mean* = sum over blocks of (S[end] - S[start]) / n
 * @source Politis and Romano 1994
 * @tolerance mean over the indices of resampleIndices, 1e-12
 * @param resampling `BlockMomentsBlock`, declared in assembly/layouts/risk.mjs
 * @returns the first replicate that is not finished
 */
export function blockMoments(resampling: usize, from: i32, to: i32): i32 {
  const given = changetype<BlockMomentsBlock>(resampling);
  const stream = given.stream;
  const kind = given.kind;
  const block = given.blockLength;
  const n = given.n;
  const sums = given.sums;
  const squares = given.squares;
  let most = given.most;
  const state = given.state;
  const out = given.out;
  const scale = geometricScale(block);
  const share = 1.0 / <f64>n;
  let left = <i32>load<f64>(state);
  let sum = load<f64>(state, 8);
  let square = load<f64>(state, 16);
  let r = from;
  while (r < to) {
    if (left == 0) {
      left = n;
      sum = 0.0;
      square = 0.0;
    }
    for (; left > 0 && most > 0; most--) {
      const bits = rngNext(stream);
      const start = blockStart(bits, n);
      let run = min(left, blockLength(bits, kind, block, scale));
      left -= run;
      // A block longer than the sample wraps more than once.
      for (; run > n; run -= n) {
        sum += load<f64>(sums + (<usize>n << 3));
        square += load<f64>(squares + (<usize>n << 3));
      }
      sum += blockSum(sums, n, start, run);
      square += blockSum(squares, n, start, run);
    }
    if (left > 0) break;
    store<f64>(out + (<usize>r << 4), sum * share);
    store<f64>(out + (<usize>r << 4), square * share, 8);
    r++;
  }
  store<f64>(state, <f64>left);
  store<f64>(state, sum, 8);
  store<f64>(state, square, 16);
  return r;
}

/**
 * First two moments of independent resamples: as `blockMoments`, but each value is drawn by itself, two from 64 random bits.
 * @param values column the indices point into, less the pivot
 */
export function independentMoments(stream: usize, values: usize, n: i32, from: i32, to: i32, out: usize): void {
  let s0 = load<u64>(stream);
  let s1 = load<u64>(stream, 8);
  let s2 = load<u64>(stream, 16);
  let s3 = load<u64>(stream, 24);
  const span = <u64>n;
  const share = 1.0 / <f64>n;
  for (let r = from; r < to; r++) {
    let sumA = 0.0;
    let sumB = 0.0;
    let squareA = 0.0;
    let squareB = 0.0;
    let last = 0.0;
    for (let t = 0; t < n; t += 2) {
      // One step of xoshiro256** on local copies of the state: four stores fewer a draw than rngNext.
      const bits = rotl<u64>(s1 * 5, 7) * 9;
      const shifted = s1 << 17;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= shifted;
      s3 = rotl<u64>(s3, 45);
      const a = load<f64>(values + (<usize>(((bits >> 32) * span) >> 32) << 3));
      const b = load<f64>(values + (<usize>(((bits & 0xffffffff) * span) >> 32) << 3));
      sumA += a;
      squareA += a * a;
      last = b;
      sumB += b;
      squareB += b * b;
    }
    if (n & 1) {
      // With an odd length the second half of the last bits is unused.
      sumB -= last;
      squareB -= last * last;
    }
    store<f64>(out + (<usize>r << 4), (sumA + sumB) * share);
    store<f64>(out + (<usize>r << 4), (squareA + squareB) * share, 8);
  }
  store<u64>(stream, s0);
  store<u64>(stream, s1, 8);
  store<u64>(stream, s2, 16);
  store<u64>(stream, s3, 24);
}
