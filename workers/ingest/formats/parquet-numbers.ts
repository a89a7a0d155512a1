import type { DataReader } from "hyparquet";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { byteStreamSplit } from "hyparquet/src/encoding.js";
import { readPlain } from "hyparquet/src/plain.js";
import type { Count } from "../../contract";
import { type Dictionary, damaged } from "./page-decoder";
import { type Chunk, type Encoding, type Presence, pagesOf, type ValuePage } from "./parquet-pages";

/** Numbers as stored in a page. */
export type Stored = Float64Array | Float32Array | Int32Array | BigInt64Array;

/** A column of one row group with numbers or nulls. */
export interface NumberChunk extends Chunk {
  type: "DOUBLE" | "FLOAT" | "INT32" | "INT64";
  /** Whether its integers are unsigned. */
  unsigned: boolean;
  /** Converts stored numbers to `numbers`, one by one; if both are 64-bit, they may share memory. */
  toNumbers(stored: Stored, numbers: Float64Array): void;
}

/** A growing buffer for numbers read page by page, sized by the rows of the pages; it may be reused, overwriting its contents. */
export class NumberRoom {
  private all = new Float64Array(0);

  /** Space for `count` numbers after the first `held`, which are preserved. @param expected total number expected */
  behind(held: Count, count: Count, expected: Count): Float64Array<ArrayBuffer> {
    if (this.all.length < held + count) {
      // Doubles the size, up to the footer's claim: a footer may lie.
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

/** Moves the values at the front of `numbers` to their rows; rows without a value become NaN. */
function spread(numbers: Float64Array, { levels, held }: Presence): void {
  let next = held;
  // From the end: no value is overwritten before it is moved.
  for (let row = numbers.length - 1; row >= 0; row--) numbers[row] = levels[row] === 1 ? numbers[--next] : Number.NaN;
}

const BYTES = { DOUBLE: 8, FLOAT: 4, INT32: 4, INT64: 8 };

/** Writes values in PLAIN encoding. */
function copyPlain(reader: DataReader, { type, toNumbers }: NumberChunk, numbers: Float64Array<ArrayBuffer>): void {
  const { view, offset } = reader;
  const bytes = numbers.length * BYTES[type];
  // Values left over belong to rows that the levels call empty.
  if (offset + bytes !== view.byteLength) throw damaged("fewer or more values than its header says");
  if (BYTES[type] !== 8) toNumbers(readPlain(reader, type, numbers.length, undefined) as Stored, numbers);
  else {
    // Pages are not aligned, but 64-bit arrays must be: the bytes are copied to the place of the result.
    new Uint8Array(numbers.buffer, numbers.byteOffset, bytes).set(new Uint8Array(view.buffer, view.byteOffset + offset, bytes));
    if (type === "INT64") toNumbers(new BigInt64Array(numbers.buffer, numbers.byteOffset, numbers.length), numbers);
  }
}

/** Writes the values of a page consecutively. */
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
      // DuckDB's delta encoding of unsigned integers begins with a number outside the signed 32-bit range.
      const stored = type === "INT32" && !unsigned ? new Int32Array(length) : new BigInt64Array(length);
      deltaBinaryUnpack(reader, length, stored);
      toNumbers(stored, numbers);
      break;
    }
    default:
      throw damaged(`numbers in ${encoding}`);
  }
}

/** Writes the numbers of a data page; NaN for rows without a value. */
function writePage(page: ValuePage, chunk: NumberChunk, dictionary: Dictionary | null, numbers: Float64Array<ArrayBuffer>): void {
  const { encoding, presence, values } = page;
  writeValues(values, encoding, chunk, dictionary, presence ? numbers.subarray(0, presence.held) : numbers);
  if (presence) spread(numbers, presence);
}

/**
 * A numeric column of one row group, from the bytes of its pages; a row without a value is NaN. For a nullable column the library builds an
 * array of objects row by row; this takes a tenth of that time for ten million rows. Delta encoding is decoded by hyparquet.
 * @param wanted number of rows from the first on; later ones may be omitted
 * @param room output buffer; the numbers are valid until it is reused
 * @throws if the pages do not hold the number of rows in the footer
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
      // Checked before memory is allocated.
      if (!(count >= 0 && count * BYTES[chunk.type] <= values.view.byteLength)) throw damaged(`a dictionary of ${count} values`);
      const named = new Float64Array(count);
      writeValues(values, "PLAIN", chunk, null, named);
      dictionary = chunk.decoder.dictionary(named);
    }
  }
  return room.first(rows);
}
