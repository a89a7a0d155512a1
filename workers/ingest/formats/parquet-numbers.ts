import type { Compressors, DataReader, PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { byteStreamSplit, readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { readPlain } from "hyparquet/src/plain.js";
import type { Count } from "../../contract";

/** Numbers as a page holds them. */
export type Stored = Float64Array | Float32Array | Int32Array | BigInt64Array;

/** A column of one row group: a number in every row, or none. */
export interface NumberChunk {
  type: "DOUBLE" | "FLOAT" | "INT32" | "INT64";
  /** Whether a row may have no value. */
  optional: boolean;
  /** Whether its integers have no sign. */
  unsigned: boolean;
  rows: Count;
  codec: Parameters<typeof decompressPage>[2];
  compressors: Compressors | undefined;
  /** What the stored numbers stand for. */
  toNumbers(stored: Stored): Float64Array;
}

type Encoding = NonNullable<PageHeader["data_page_header"]>["encoding"];

const damaged = (what: string) => new Error(`a page has ${what}`);

const readerOf = (bytes: Uint8Array): DataReader => ({ view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 });

/** Rows of a page that have a value, by its levels: 1 with, 0 without. */
interface Presence {
  levels: Uint8Array;
  held: Count;
}

function presenceOf(reader: DataReader, rows: Count, bytes?: Count): Presence {
  const levels = new Uint8Array(rows);
  readRleBitPackedHybrid(reader, 1, levels, bytes);
  let held: Count = 0;
  for (const level of levels) if (level === 1) held++;
  return { levels, held };
}

/** The numbers of a page whose rows without a value are NaN. */
function spread(values: Float64Array, { levels, held }: Presence): Float64Array {
  if (held === levels.length) return values;
  const out = new Float64Array(levels.length).fill(Number.NaN);
  let next = 0;
  for (let row = 0; row < out.length; row++) if (levels[row] === 1) out[row] = values[next++];
  return out;
}

/** The numbers that a page names by their places in the dictionary. */
function lookedUp(reader: DataReader, dictionary: Float64Array | null, count: Count): Float64Array {
  if (!dictionary) throw damaged("no dictionary");
  const width = reader.view.getUint8(reader.offset++);
  const places = new Uint32Array(count);
  if (width > 0) readRleBitPackedHybrid(reader, width, places, reader.view.byteLength - reader.offset);
  const out = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    if (places[row] >= dictionary.length) throw damaged("a value that its dictionary has not");
    out[row] = dictionary[places[row]];
  }
  return out;
}

function valuesOf(reader: DataReader, count: Count, encoding: Encoding, chunk: NumberChunk, dictionary: Float64Array | null): Float64Array {
  if (count === 0) return new Float64Array(0);
  const { type, unsigned, toNumbers } = chunk;
  switch (encoding) {
    case "PLAIN":
      return toNumbers(readPlain(reader, type, count, undefined) as Stored);
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY":
      return lookedUp(reader, dictionary, count);
    case "BYTE_STREAM_SPLIT":
      return toNumbers(byteStreamSplit(reader, count, type, undefined) as Stored);
    case "DELTA_BINARY_PACKED": {
      // DuckDB begins the differences of unsigned integers with a number that 32 bits with a sign do not hold.
      const stored = type === "INT32" && !unsigned ? new Int32Array(count) : new BigInt64Array(count);
      deltaBinaryUnpack(reader, count, stored);
      return toNumbers(stored);
    }
    default:
      throw damaged(`numbers in ${encoding}`);
  }
}

/** The parts of a page of values, unpacked: which rows have one, and the values that are there. */
function partsOf(bytes: Uint8Array, header: PageHeader, { codec, compressors, optional }: NumberChunk, rows: Count) {
  const { data_page_header: first, data_page_header_v2: second, uncompressed_page_size: size } = header;
  if (first) {
    const values = readerOf(decompressPage(bytes, size, codec, compressors));
    return { encoding: first.encoding, presence: optional ? presenceOf(values, rows) : null, values };
  }
  if (!second) throw damaged("no rows");
  const { encoding, repetition_levels_byte_length: skipped, definition_levels_byte_length: levels, is_compressed: packed } = second;
  const presence = optional ? presenceOf(readerOf(bytes.subarray(skipped, skipped + levels)), rows, levels) : null;
  const rest = bytes.subarray(skipped + levels);
  const values = readerOf(packed === false ? rest : decompressPage(rest, size - skipped - levels, codec, compressors));
  return { encoding, presence, values };
}

/** The numbers of a page of values; of a row without one, NaN. */
function pageOf(bytes: Uint8Array, header: PageHeader, chunk: NumberChunk, left: Count, dictionary: Float64Array | null): Float64Array {
  const rows = (header.data_page_header ?? header.data_page_header_v2)?.num_values ?? -1;
  // Before room is made for as many: a page is not believed to have more rows than are left.
  if (!(rows >= 0 && rows <= left)) throw damaged(`${rows} rows, where ${left} are left`);
  const { encoding, presence, values } = partsOf(bytes, header, chunk, rows);
  const numbers = valuesOf(values, presence?.held ?? rows, encoding, chunk, dictionary);
  return presence ? spread(numbers, presence) : numbers;
}

/** Pieces of a column, one behind the other. */
export function joinNumbers(pieces: readonly Float64Array[]): Float64Array {
  if (pieces.length === 1) return pieces[0];
  const out = new Float64Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

/**
 * A column of numbers of one row group, from the bytes of its pages; a row without a value is NaN. The library that reads the other columns
 * makes an array of objects of a column that may miss values, row by row; here a column of ten million takes a tenth of that time.
 *
 * Parquet format 2: https://parquet.apache.org/docs/file-format/data-pages/. Decompression, plain values, runs and differences are hyparquet's.
 * @param wanted rows from the first on; what is behind them may be left out
 * @throws where the pages do not hold the rows the footer says
 */
export function readNumbers(bytes: ArrayBuffer, chunk: NumberChunk, wanted: Count): Float64Array {
  const reader: DataReader = { view: new DataView(bytes), offset: 0 };
  const pages: Float64Array[] = [];
  let dictionary: Float64Array | null = null;
  let left = chunk.rows;
  while (left > chunk.rows - wanted) {
    const header = parquetHeader(reader);
    const page = new Uint8Array(bytes, reader.offset, header.compressed_page_size);
    reader.offset += page.length;
    if (header.type === "DICTIONARY_PAGE") {
      const plain = readerOf(decompressPage(page, header.uncompressed_page_size, chunk.codec, chunk.compressors));
      dictionary = valuesOf(plain, header.dictionary_page_header?.num_values ?? 0, "PLAIN", chunk, null);
    } else if (header.type === "DATA_PAGE" || header.type === "DATA_PAGE_V2") {
      const numbers = pageOf(page, header, chunk, left, dictionary);
      pages.push(numbers);
      left -= numbers.length;
    }
  }
  return joinNumbers(pages);
}
