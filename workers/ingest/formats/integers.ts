import type { Count } from "../../contract";

const HALF = 2 ** 32;
const wordsOf = ({ buffer, byteOffset, byteLength }: BigInt64Array) => new Uint32Array(buffer, byteOffset, byteLength / 4);

/**
 * Integers of 64 bits over `units`. Two halves of 32 bits make the same number as a big integer does, in a tenth of the time.
 * @param numbers room for them, which may be that of the integers
 */
export function scaledIntegers(
  integers: BigInt64Array,
  units: number,
  numbers: Float64Array = new Float64Array(integers.length),
): Float64Array {
  const words = wordsOf(integers);
  for (let row = 0; row < numbers.length; row++) numbers[row] = (words[2 * row + 1] | 0) * HALF + words[2 * row];
  // Over 1 each is itself, and a division takes as long as the rest.
  if (units !== 1) for (let row = 0; row < numbers.length; row++) numbers[row] /= units;
  return numbers;
}

/** Integers of 32 bits without a sign, which may be in the lower half of one of 64. */
export function unsignedIntegers(integers: Int32Array | BigInt64Array, numbers: Float64Array): void {
  if (integers instanceof Int32Array) numbers.set(new Uint32Array(integers.buffer, integers.byteOffset, integers.length));
  else {
    const words = wordsOf(integers);
    for (let row = 0; row < numbers.length; row++) numbers[row] = words[2 * row];
  }
}

/** Powers of ten that a double holds exactly. */
const MAX_EXACT_POWER = 22;

/** The number with so many decimals that a value is next to: the library multiplies by 10 to the minus, which makes 99.99999999999999 of 100. */
export function nearestDecimal(value: number, decimals: Count): number {
  if (decimals < 1 || decimals > MAX_EXACT_POWER) return value;
  const power = 10 ** decimals;
  const whole = Math.round(value * power);
  return Number.isSafeInteger(2 * whole) ? whole / power : value;
}
