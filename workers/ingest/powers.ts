import type { Kernels } from "../runtime/wasm/kernels";

const MIN_POWER = -342;
const MAX_POWER = 308;
const BITS = 128;
const MASK = (1n << 64n) - 1n;
const filled = new WeakSet<Kernels>();

const bitLength = (value: bigint) => value.toString(2).length;

/** 5^q scaled to 128 bits: rounded down for q >= 0, up for q < 0. */
function scaledPower(q: number): bigint {
  const power = 5n ** BigInt(Math.abs(q));
  const excess = bitLength(power) - BITS;
  if (q >= 0) return excess > 0 ? power >> BigInt(excess) : power << BigInt(-excess);
  const quotient = (1n << BigInt(bitLength(power - 1n) + BITS - 1)) / power + 1n;
  return quotient >> BigInt(bitLength(quotient) - BITS);
}

let table: BigUint64Array | undefined;

function powersOfFive(): BigUint64Array {
  if (table) return table;
  table = new BigUint64Array((MAX_POWER - MIN_POWER + 1) * 2);
  for (let q = MIN_POWER; q <= MAX_POWER; q++) {
    const power = scaledPower(q);
    const place = (q - MIN_POWER) * 2;
    table[place] = power >> 64n;
    table[place + 1] = power & MASK;
  }
  return table;
}

/** Fills in the powers of five used by the number reader of a kernel instance; call it once per instance. */
export function fillPowers(kernels: Kernels): void {
  if (filled.has(kernels)) return;
  const powers = powersOfFive();
  new BigUint64Array(kernels.memory.buffer, kernels.decimalPowers(), powers.length).set(powers);
  filled.add(kernels);
}
