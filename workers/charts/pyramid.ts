import type { Arena } from "../runtime/wasm/arena";
import type { Kernels } from "../runtime/wasm/kernels";

/** (minimum, maximum) pairs, interleaved: level 0 over every 64 values, each further level over 4 pairs of the level below. */
export interface Pyramid {
  levels: Float64Array[];
}

/** Extremes per pixel column; NaN where a column has no number. */
interface PixelColumns {
  minimum: Float64Array;
  maximum: Float64Array;
  /** 1 if the column's last value is below its first, so that the maximum is drawn before the minimum. */
  falling: Uint8Array;
}

/** Values per pair or sum of the finest level. */
export const BASE = 64;
const FACTOR = 4;
/** Values copied into the kernels' memory at a time: few enough to stay well below 5 ms. */
export const PIECE = BASE * 8192;
/** A level with this many pairs or fewer gets no coarser one. */
const TOP = 64;

/** Builds the pyramid of a column in one pass; it takes about 4% of the column's size. `checkpoint` is called between pieces. */
export function buildPyramid(kernels: Kernels, arena: Arena, values: Float64Array, checkpoint: () => void = () => {}): Pyramid {
  const levels = [new Float64Array(2 * Math.ceil(values.length / BASE))];
  arena.scope(() => {
    const input = arena.take(Math.min(PIECE, values.length));
    const pairs = arena.take(2 * Math.ceil(Math.min(PIECE, values.length) / BASE));
    for (let from = 0; from < values.length; from += PIECE) {
      checkpoint();
      const piece = values.subarray(from, from + PIECE);
      const buckets = Math.ceil(piece.length / BASE);
      arena.view(input, piece.length).set(piece);
      kernels.pyramidBase(input, piece.length, 0, buckets, pairs);
      levels[0].set(arena.view(pairs, 2 * buckets), (2 * from) / BASE);
    }
  });
  for (let below = levels[0]; below.length > 2 * TOP; below = levels[levels.length - 1]) {
    checkpoint();
    levels.push(
      arena.scope(() => {
        const count = below.length / 2;
        const source = arena.put(below);
        const groups = Math.ceil(count / FACTOR);
        const target = arena.take(2 * groups);
        kernels.pyramidLevel(source, count, target);
        return arena.view(target, 2 * groups).slice();
      }),
    );
  }
  return { levels };
}

/** Index of the first value of pixel column `pixel`, with `from`..`to` spread over `pixels` columns. */
export const pixelStart = (from: number, to: number, pixels: number, pixel: number): number =>
  from + Math.floor(((to - from) * pixel) / pixels);

/**
 * Minimum and maximum per pixel column of values[from..to), read from the pyramid: the cost grows with the pixels, not the values. Columns
 * cover whole values: column i runs from `pixelStart(i)` to `pixelStart(i + 1)`, and is empty (NaN) if these are equal.
 */
export function minMaxPerPixel(pyramid: Pyramid, values: Float64Array, from: number, to: number, pixels: number): PixelColumns {
  const minimum = new Float64Array(pixels);
  const maximum = new Float64Array(pixels);
  const falling = new Uint8Array(pixels);
  const extremes = { low: 0, high: 0 };
  let start = from;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const end = pixelStart(from, to, pixels, pixel + 1);
    scanRange(pyramid, values, start, end, extremes);
    const empty = extremes.low > extremes.high;
    minimum[pixel] = empty ? Number.NaN : extremes.low;
    maximum[pixel] = empty ? Number.NaN : extremes.high;
    if (end > start && values[end - 1] < values[start]) falling[pixel] = 1;
    start = end;
  }
  return { minimum, maximum, falling };
}

/** Extremes of values[start..end): single values at both ends, ever coarser pairs towards the middle. NaN is skipped. */
export function scanRange(pyramid: Pyramid, values: Float64Array, start: number, end: number, into: { low: number; high: number }): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const firstBucket = Math.ceil(start / BASE);
  const endBucket = Math.floor(end / BASE);
  const inner = firstBucket < endBucket;
  const headEnd = inner ? firstBucket * BASE : end;
  for (let i = start; i < headEnd; i++) {
    const value = values[i];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (inner) {
    for (let i = endBucket * BASE; i < end; i++) {
      const value = values[i];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    let a = firstBucket;
    let b = endBucket;
    for (let level = 0; a < b; level++) {
      const pairs = pyramid.levels[level];
      const last = level === pyramid.levels.length - 1;
      const nextA = last ? b : Math.min(Math.ceil(a / FACTOR) * FACTOR, b);
      const nextB = last ? b : Math.max(Math.floor(b / FACTOR) * FACTOR, nextA);
      for (let i = a; i < nextA; i++) {
        if (pairs[2 * i] < low) low = pairs[2 * i];
        if (pairs[2 * i + 1] > high) high = pairs[2 * i + 1];
      }
      for (let i = nextB; i < b; i++) {
        if (pairs[2 * i] < low) low = pairs[2 * i];
        if (pairs[2 * i + 1] > high) high = pairs[2 * i + 1];
      }
      if (nextA >= nextB) break;
      a = nextA / FACTOR;
      b = nextB / FACTOR;
    }
  }
  into.low = low;
  into.high = high;
}
