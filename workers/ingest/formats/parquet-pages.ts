import type { Compressors, DataReader, PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { readVarInt } from "hyparquet/src/thrift.js";
import type { Count } from "../../contract";
import { damaged, type PageDecoder } from "./page-decoder";

/** In a version 1 page, the levels are preceded by their size in bytes. */
const LENGTH_BYTES = 4;

/** A column of one row group, as stored in its pages. */
export interface Chunk {
  /** Whether a row may have no value. */
  optional: boolean;
  rows: Count;
  codec: Parameters<typeof decompressPage>[2];
  /** Decompressors of its pages, each into the same buffer. */
  compressors: Compressors;
  decoder: PageDecoder;
}

export type Encoding = NonNullable<PageHeader["data_page_header"]>["encoding"];

/** Which rows of a page have a value, by definition level: 1 with, 0 without. */
export interface Presence {
  levels: Uint8Array;
  held: Count;
}

/** The plain values that later pages refer to by index. */
interface DictionaryPage {
  kind: "dictionary";
  count: Count;
  values: DataReader;
}

/** The values of the next rows. */
export interface ValuePage {
  kind: "values";
  rows: Count;
  encoding: Encoding;
  /** Null if every row has a value. */
  presence: Presence | null;
  values: DataReader;
}

const readerOf = (bytes: Uint8Array): DataReader => ({ view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 });

/** Whether the levels begin with a run of 1 over all rows: a page without nulls. */
function areOnes({ view }: DataReader, rows: Count): boolean {
  const ahead = { view, offset: 0 };
  const run = readVarInt(ahead);
  return (run & 1) === 0 && run >>> 1 >= rows && view.getUint8(ahead.offset) === 1;
}

/** Which rows of a page have a value; null if all of them do. @param bytes size of the levels, if it does not precede them */
function presenceOf(reader: DataReader, rows: Count, bytes?: Count): Presence | null {
  if (rows === 0) return null;
  const start = reader.offset + (bytes === undefined ? LENGTH_BYTES : 0);
  const size = bytes ?? reader.view.getUint32(reader.offset, true);
  // Levels that go on beyond their size would be read from the values.
  const stored = readerOf(new Uint8Array(reader.view.buffer, reader.view.byteOffset + start, size));
  reader.offset = start + size;
  if (areOnes(stored, rows)) return null;
  const levels = new Uint8Array(rows);
  readRleBitPackedHybrid(stored, 1, levels, size);
  let held: Count = 0;
  for (let row = 0; row < rows; row++) if (levels[row] === 1) held++;
  return held === rows ? null : { levels, held };
}

/** A decompressed data page. */
function unpack(bytes: Uint8Array, header: PageHeader, { codec, compressors, optional }: Chunk, left: Count): ValuePage {
  const { data_page_header: first, data_page_header_v2: second, uncompressed_page_size: size } = header;
  const rows = (first ?? second)?.num_values ?? -1;
  // Checked before memory is allocated: a page cannot have more rows than are left.
  if (!(rows >= 0 && rows <= left)) throw damaged(`${rows} rows, where ${left} are left`);
  if (first) {
    const values = readerOf(decompressPage(bytes, size, codec, compressors));
    return { kind: "values", rows, encoding: first.encoding, presence: optional ? presenceOf(values, rows) : null, values };
  }
  if (!second) throw damaged("no rows");
  const { encoding, repetition_levels_byte_length: skipped, definition_levels_byte_length: levels, is_compressed: packed } = second;
  const presence = optional ? presenceOf(readerOf(bytes.subarray(skipped, skipped + levels)), rows, levels) : null;
  if (second.num_nulls !== rows - (presence?.held ?? rows)) throw damaged(`${second.num_nulls} nulls, unlike its levels`);
  const rest = bytes.subarray(skipped + levels);
  const values = readerOf(packed === false ? rest : decompressPage(rest, size - skipped - levels, codec, compressors));
  return { kind: "values", rows, encoding, presence, values };
}

/**
 * The pages of a column in order, until the wanted rows are complete.
 *
 * Parquet format 2: https://parquet.apache.org/docs/file-format/data-pages/. Headers, decompression and levels are hyparquet's.
 * @param wanted number of rows from the first on
 * @throws if the pages do not hold the number of rows in the footer
 */
export function* pagesOf(bytes: Uint8Array<ArrayBuffer>, chunk: Chunk, wanted: Count): Generator<DictionaryPage | ValuePage> {
  const reader = readerOf(bytes);
  let left = chunk.rows;
  while (left > chunk.rows - wanted) {
    const header = parquetHeader(reader);
    const page = bytes.subarray(reader.offset, reader.offset + header.compressed_page_size);
    if (page.length !== header.compressed_page_size) throw damaged("fewer bytes than its header says");
    reader.offset += page.length;
    if (header.type === "DICTIONARY_PAGE") {
      const values = readerOf(decompressPage(page, header.uncompressed_page_size, chunk.codec, chunk.compressors));
      yield { kind: "dictionary", count: header.dictionary_page_header?.num_values ?? 0, values };
    } else if (header.type === "DATA_PAGE" || header.type === "DATA_PAGE_V2") {
      const values = unpack(page, header, chunk, left);
      left -= values.rows;
      yield values;
    }
  }
}
