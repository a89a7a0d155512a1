import type { DataReader } from "hyparquet";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { byteStreamSplit } from "hyparquet/src/encoding.js";
import { readPlain } from "hyparquet/src/plain.js";
import type { Count } from "../../contract";
import { type Dictionary, damaged } from "./page-decoder";
import { type Chunk, type Encoding, type Presence, pagesOf, type ValuePage } from "./parquet-pages";

/** Numbers as a page holds them. */
export type Stored = Float64Array | Float32Array | Int32Array | BigInt64Array;

/** A column of one row group: a number in every row, or none. */
export interface NumberChunk extends Chunk {
  type: "DOUBLE" | "FLOAT" | "INT32" | "INT64";
  /** Whether its integers have no sign. */
  unsigned: boolean;
  /** Writes what the stored numbers stand for to `numbers`, one for one; where both have 64 bits, they may be in the same place. */
  toNumbers(stored: Stored, numbers: Float64Array): void;
}

/** Room for numbers that come page by page, which is made for the rows a page has; it may be used again, with what is there before it. */
export class NumberRoom {
  private all = new Float64Array(0);

  /** Room for `count` numbers behind the first `held`, which stay. @param expected how many may come in all */
  behind(held: Count, count: Count, expected: Count): Float64Array<ArrayBuffer> {
    if (this.all.length < held + count) {
      // Twice what is there, until it is as much as the footer says: a footer may lie.
      const grown = new Float64Array(Math.max(held + count, Math.min(expected, 2 * this.all.length)));
      grown.set(this.all.subarray(0, held));
      this.all = grown;
    }
    return this.all.subarray(held, held + count);
  }

  first(count: Count): Float64Array {
    return this.all.subarray(0, count);
  }
}

/** Moves the values in front of `numbers` to their rows; rows without a value are NaN. */
function spread(numbers: Float64Array, { levels, held }: Presence): void {
  let next = held;
  // From behind: no value is written over before it is moved.
  for (let row = numbers.length - 1; row >= 0; row--) numbers[row] = levels[row] === 1 ? numbers[--next] : Number.NaN;
}

const BYTES = { DOUBLE: 8, FLOAT: 4, INT32: 4, INT64: 8 };

/** Writes plain values. */
function copyPlain(reader: DataReader, { type, toNumbers }: NumberChunk, numbers: Float64Array<ArrayBuffer>): void {
  const { view, offset } = reader;
  const bytes = numbers.length * BYTES[type];
  if (offset + bytes > view.byteLength) throw damaged("fewer values than its header says");
  if (BYTES[type] !== 8) toNumbers(readPlain(reader, type, numbers.length, undefined) as Stored, numbers);
  else {
    // Pages begin anywhere, and an array of 64 bits at every eighth byte: the bytes are copied to where the numbers come to be.
    new Uint8Array(numbers.buffer, numbers.byteOffset, bytes).set(new Uint8Array(view.buffer, view.byteOffset + offset, bytes));
    if (type === "INT64") toNumbers(new BigInt64Array(numbers.buffer, numbers.byteOffset, numbers.length), numbers);
  }
}

/** Writes the values of a page, one behind the other. */
function writeValues(
  reader: DataReader,
  encoding: Encoding,
  chunk: NumberChunk,
  dictionary: Dictionary | null,
  numbers: Float64Array<ArrayBuffer>,
): void {
  const { type, unsigned, toNumbers, decoder } = chunk;
  const { length } = numbers;
  if (length === 0) return;
  switch (encoding) {
    case "PLAIN":
      copyPlain(reader, chunk, numbers);
      break;
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY":
      if (!dictionary) throw damaged("no dictionary");
      decoder.lookUp(reader, dictionary, numbers);
      break;
    case "BYTE_STREAM_SPLIT":
      toNumbers(byteStreamSplit(reader, length, type, undefined) as Stored, numbers);
      break;
    case "DELTA_BINARY_PACKED": {
      // DuckDB begins the differences of unsigned integers with a number that 32 bits with a sign do not hold.
      const stored = type === "INT32" && !unsigned ? new Int32Array(length) : new BigInt64Array(length);
      deltaBinaryUnpack(reader, length, stored);
      toNumbers(stored, numbers);
      break;
    }
    default:
      throw damaged(`numbers in ${encoding}`);
  }
}

/** Writes the numbers of a page of values; of a row without one, NaN. */
function writePage(page: ValuePage, chunk: NumberChunk, dictionary: Dictionary | null, numbers: Float64Array<ArrayBuffer>): void {
  const { encoding, presence, values } = page;
  writeValues(values, encoding, chunk, dictionary, presence ? numbers.subarray(0, presence.held) : numbers);
  if (presence) spread(numbers, presence);
}

/**
 * A column of numbers of one row group, from the bytes of its pages; a row without a value is NaN. The library that reads the other columns
 * makes an array of objects of a column that may miss values, row by row; here a column of ten million takes a tenth of that time.
 * Differences are hyparquet's.
 * @param wanted rows from the first on; what is behind them may be omitted
 * @param room where the numbers are written; they are there until it is used again
 * @throws where the pages do not hold the rows the footer says
 */
export function readNumbers(bytes: Uint8Array<ArrayBuffer>, chunk: NumberChunk, wanted: Count, room: NumberRoom): Float64Array {
  return chunk.decoder.scope(() => readPages(bytes, chunk, wanted, room));
}

function readPages(bytes: Uint8Array<ArrayBuffer>, chunk: NumberChunk, wanted: Count, room: NumberRoom): Float64Array {
  let rows: Count = 0;
  let dictionary: Dictionary | null = null;
  for (const page of pagesOf(bytes, chunk, wanted)) {
    if (page.kind === "values") {
      writePage(page, chunk, dictionary, room.behind(rows, page.rows, chunk.rows));
      rows += page.rows;
    } else {
      const { count, values } = page;
      // Before room is made for as many.
      if (!(count >= 0 && count * BYTES[chunk.type] <= values.view.byteLength)) throw damaged(`a dictionary of ${count} values`);
      const named = new Float64Array(count);
      writeValues(values, "PLAIN", chunk, null, named);
      dictionary = chunk.decoder.dictionary(named);
    }
  }
  return room.first(rows);
}
