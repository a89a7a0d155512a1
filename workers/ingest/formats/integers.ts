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
