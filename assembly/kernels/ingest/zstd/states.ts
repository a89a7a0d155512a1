import { bitsAt } from "./bits";

/**
 * Finite-state entropy (FSE) tables: one u32 per state, with symbol (8 bits), number of bits to read (8) and baseline of the next state
 * (16).
 *
 * Format: RFC 8878, section 4.1.
 */

/** Normalized count of each symbol, -1 for a probability below 1: i16[256]. */
const COUNTS = memory.data(256 * 2, 2);
/** Next state number of each symbol while a table is built: u16[256]. */
const NEXT = memory.data(256 * 2, 2);
const MAX_SYMBOLS: i32 = 256;
const MIN_LOG: i32 = 5;

/** Accuracy log (binary logarithm of the number of states) of the table built last. */
export let stateLog: i32 = 0;

@inline
const countOf = (symbol: i32): i32 => <i32>load<i16>(COUNTS + (<usize>symbol << 1));

/** Builds a table from the counts of the first `symbols` symbols. @returns 1, or 0 if the counts do not add up to the number of states */
function fillStates(table: usize, symbols: i32, log: i32): i32 {
  const size = 1 << log;
  let high = size - 1;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = countOf(symbol);
    store<u16>(NEXT + (<usize>symbol << 1), <u16>max(1, count));
    if (count < 0) store<u32>(table + (<usize>(high--) << 2), symbol);
  }
  const step = (size >> 1) + (size >> 3) + 3;
  let place = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    for (let k = countOf(symbol); k > 0; k--) {
      store<u32>(table + (<usize>place << 2), symbol);
      do place = (place + step) & (size - 1);
      while (place > high);
    }
  }
  if (place != 0) return 0;
  for (let state = 0; state < size; state++) {
    const at = table + (<usize>state << 2);
    const symbol = load<u32>(at);
    const own = NEXT + (<usize>symbol << 1);
    const next = <u32>load<u16>(own);
    store<u16>(own, <u16>(next + 1));
    const bits = <u32>log - (31 - clz<u32>(next));
    store<u32>(at, symbol | (bits << 8) | (((next << bits) - <u32>size) << 16));
  }
  stateLog = log;
  return 1;
}

/** Builds a table from a predefined distribution: i8[symbols]. */
export function fixedStates(table: usize, counts: usize, symbols: i32, log: i32): void {
  for (let symbol = 0; symbol < symbols; symbol++) store<i16>(COUNTS + (<usize>symbol << 1), <i16>load<i8>(counts + <usize>symbol));
  fillStates(table, symbols, log);
}

/** Builds the one-state table of a single symbol (RLE mode). */
export function oneState(table: usize, symbol: u32): void {
  store<u32>(table, symbol);
  stateLog = 0;
}

/**
 * Reads the description of a table and builds it.
 * @param symbols largest number of symbols
 * @param log largest accuracy log
 * @returns the address after the description, or 0 if it is damaged
 */
export function readStates(table: usize, from: usize, end: usize, symbols: i32, log: i32): usize {
  if (from >= end) return 0;
  const most = <i32>min<usize>(end - from, 1024) << 3;
  const own = MIN_LOG + <i32>bitsAt(from, 0, 4);
  if (own > log) return 0;
  let bit = 4;
  let left = 1 << own;
  let symbol = 0;
  while (left > 0) {
    if (symbol >= symbols || bit > most) return 0;
    // Variable-length value: the smallest ones take one bit less.
    const bits = 32 - <i32>clz<u32>(left + 1);
    const low = (1 << (bits - 1)) - 1;
    const short = (1 << bits) - 1 - (left + 1);
    let value = <i32>bitsAt(from, bit, bits);
    if ((value & low) < short) {
      value &= low;
      bit += bits - 1;
    } else {
      if (value > low) value -= short;
      bit += bits;
    }
    const count = value - 1;
    left -= abs(count);
    store<i16>(COUNTS + (<usize>(symbol++) << 1), <i16>count);
    if (count != 0) continue;
    for (let zeros = 3; zeros == 3; ) {
      zeros = <i32>bitsAt(from, bit, 2);
      bit += 2;
      if (symbol + zeros > min(symbols, MAX_SYMBOLS) || bit > most) return 0;
      for (let k = 0; k < zeros; k++) store<i16>(COUNTS + (<usize>(symbol++) << 1), 0);
    }
  }
  if (left < 0 || bit > most) return 0;
  return fillStates(table, symbol, own) ? from + <usize>((bit + 7) >> 3) : 0;
}
