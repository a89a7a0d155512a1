import type { Count } from "../../contract";

const HALF = 2 ** 32;
const wordsOf = ({ buffer, byteOffset, byteLength }: BigInt64Array) => new Uint32Array(buffer, byteOffset, byteLength / 4);

/**
 * 64-bit integers divided by `units`. Combining 32-bit halves gives the same numbers as BigInt, in a tenth of the time.
 * @param numbers output; may share the memory of the integers
 */
export function scaledIntegers(
  integers: BigInt64Array,
  units: number,
  numbers: Float64Array = new Float64Array(integers.length),
): Float64Array {
  const words = wordsOf(integers);
  for (let row = 0; row < numbers.length; row++) numbers[row] = (words[2 * row + 1] | 0) * HALF + words[2 * row];
  // Division by 1 changes nothing and would double the time.
  if (units !== 1) for (let row = 0; row < numbers.length; row++) numbers[row] /= units;
  return numbers;
}

/** Unsigned 32-bit integers, which may be in the lower half of 64-bit ones. */
export function unsignedIntegers(integers: Int32Array | BigInt64Array, numbers: Float64Array): void {
  if (integers instanceof Int32Array) numbers.set(new Uint32Array(integers.buffer, integers.byteOffset, integers.length));
  else {
    const words = wordsOf(integers);
    for (let row = 0; row < numbers.length; row++) numbers[row] = words[2 * row];
  }
}

/** Largest exponent of a power of ten that a double represents exactly. */
const MAX_EXACT_POWER = 22;

/**
 * The decimal number nearest to a value, with that many decimals: the library multiplies by 10^-decimals, which turns 100 into
 * 99.99999999999999.
 */
export function nearestDecimal(value: number, decimals: Count): number {
  if (decimals < 1 || decimals > MAX_EXACT_POWER) return value;
  const power = 10 ** decimals;
  const whole = Math.round(value * power);
  return Number.isSafeInteger(2 * whole) ? whole / power : value;
}
