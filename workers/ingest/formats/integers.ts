import type { Count } from "../../contract";

const HALF = 2 ** 32;
const wordsOf = ({ buffer, byteOffset, byteLength }: BigInt64Array) => new Uint32Array(buffer, byteOffset, byteLength / 4);

/** Integers of 64 bits over `units`. Two halves of 32 bits make the same number as a big integer does, in a tenth of the time. */
export function scaledIntegers(integers: BigInt64Array, units: number): Float64Array {
  const words = wordsOf(integers);
  const numbers = new Float64Array(integers.length);
  for (let row = 0; row < numbers.length; row++) numbers[row] = ((words[2 * row + 1] | 0) * HALF + words[2 * row]) / units;
  return numbers;
}

/** Integers of 32 bits without a sign, which may be in the lower half of one of 64. */
export function unsignedIntegers(integers: Int32Array | BigInt64Array): Float64Array {
  if (integers instanceof Int32Array) return new Float64Array(new Uint32Array(integers.buffer, integers.byteOffset, integers.length));
  const words = wordsOf(integers);
  const numbers = new Float64Array(integers.length);
  for (let row = 0; row < numbers.length; row++) numbers[row] = words[2 * row];
  return numbers;
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
