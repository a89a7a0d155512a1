/** A complex number is two adjacent values, real part first. */

const QUARTER_PI: f64 = 0.78539816339744830962;

/** Stores exp(-2 pi i j / length), the angle reduced to the first octant, so that symmetries hold to the last bit. */
export function unitRoot(j: i64, length: i64, out: usize): void {
  const eighths = 8 * (j % length);
  const octant = <i32>(eighths / length);
  const rest = eighths - <i64>octant * length;
  const angle = (QUARTER_PI * <f64>(octant & 1 ? length - rest : rest)) / <f64>length;
  const near = Math.cos(angle);
  const far = Math.sin(angle);
  const swapped = ((octant + 1) & 2) != 0;
  const cosine = swapped ? far : near;
  const sine = swapped ? near : far;
  store<f64>(out, octant >= 2 && octant < 6 ? -cosine : cosine);
  store<f64>(out, octant < 4 ? -sine : sine, 8);
}

/** Bytes written by `fillLevels` for roots of the given length. */
export function levelBytes(length: i32): usize {
  const step = <usize>Math.ceil(Math.sqrt(<f64>length));
  return (2 * step + 2) << 4;
}

/** Two short tables from which any root of the given length is one product: roots 0..step-1, then every step-th. */
export function fillLevels(levels: usize, length: i32): void {
  const step = <i32>Math.ceil(Math.sqrt(<f64>length));
  for (let i = 0; i < step; i++) unitRoot(i, length, levels + (<usize>i << 4));
  for (let i = 0; i <= step; i++) unitRoot((<i64>i * <i64>step) % length, length, levels + (<usize>(step + i) << 4));
}

/** Product of the complex number a and the one stored at `at`. */
// @ts-ignore: decorator
@inline
export function timesStored(a: v128, at: usize): v128 {
  const swapped = i64x2.shuffle(a, a, 1, 0);
  const turned = f64x2.mul(swapped, v128.load64_splat(at, 8));
  const straight = f64x2.mul(a, v128.load64_splat(at));
  return f64x2.add(straight, v128.xor(turned, i64x2(i64.MIN_VALUE, 0)));
}

/** Stores root j, 0 <= j < length, from the tables of `fillLevels`. */
export function rootFromLevels(levels: usize, length: i32, j: i32, out: usize): void {
  const step = <i32>Math.ceil(Math.sqrt(<f64>length));
  const coarse = j / step;
  v128.store(out, timesStored(v128.load(levels + (<usize>(j - coarse * step) << 4)), levels + (<usize>(step + coarse) << 4)));
}
