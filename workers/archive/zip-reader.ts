import { bytesOf } from "./bytes-of";
import { crc32 } from "./crc32";

const LOCAL_HEADER = 30;
const CENTRAL_HEADER = 46;
const END_RECORD = 22;
const MAX_COMMENT_LENGTH = 0xffff;
/** Zip64 extension: size of its end record, size of that record's locator, and ID of its extra fields. */
const END_RECORD_64 = 56;
const LOCATOR_64 = 20;
const FIELDS_64 = 1;
/** Value of a 32-bit field whose content is in the zip64 extra field. */
const ELSEWHERE = 0xffff_ffff;
/** Bytes read at a time. */
const PIECE = 4 << 20;

/** The file is not a zip archive, or cannot be read to its end. */
export class DamagedArchive extends Error {}

/** Two entries have the same name: readers would disagree about which one is meant. */
export class RepeatedEntry extends DamagedArchive {
  constructor(readonly entry: string) {
    super();
  }
}

export interface ZipEntry {
  name: string;
  encrypted: boolean;
  method: number;
  crc: number;
  /** Compressed size. */
  packed: number;
  /** Uncompressed size. */
  size: number;
  offset: number;
}

const viewOf = async (file: Blob, from: number, length: number): Promise<DataView> => {
  const buffer = await bytesOf(file.slice(from, from + length));
  if (from < 0 || buffer.byteLength < length) throw new DamagedArchive();
  return new DataView(buffer);
};

/** A name as case-insensitive systems compare it. */
const folded = (name: string): string => name.normalize("NFKC").toLowerCase().replaceAll("\\", "/");

/**
 * The central directory, by name. @throws DamagedArchive, RepeatedEntry
 * @param unique also throws if two names differ in case only
 */
export async function readDirectory(file: Blob, unique = false): Promise<Map<string, ZipEntry>> {
  const from = Math.max(0, file.size - END_RECORD - MAX_COMMENT_LENGTH);
  const tail = await viewOf(file, from, file.size - from);
  let end = tail.byteLength - END_RECORD;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new DamagedArchive();
  const { count, offset, length: size } = await directoryAt(file, tail, end, from);
  const directory = await viewOf(file, offset, size);
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let place = 0; place < count; place++) {
    if (at + CENTRAL_HEADER > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) throw new DamagedArchive();
    const length = directory.getUint16(at + 28, true);
    if (at + CENTRAL_HEADER + length > directory.byteLength) throw new DamagedArchive();
    const extra = new DataView(directory.buffer, Math.min(at + CENTRAL_HEADER + length, directory.byteLength));
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + CENTRAL_HEADER, length));
    if (entries.has(name)) throw new RepeatedEntry(name);
    entries.set(name, {
      name,
      encrypted: (directory.getUint16(at + 8, true) & 1) === 1,
      method: directory.getUint16(at + 10, true),
      crc: directory.getUint32(at + 16, true),
      ...longFields(extra, directory.getUint16(at + 30, true), {
        size: directory.getUint32(at + 24, true),
        packed: directory.getUint32(at + 20, true),
        offset: directory.getUint32(at + 42, true),
      }),
    });
    at += CENTRAL_HEADER + length + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  if (unique && new Set([...entries.keys()].map(folded)).size < count) throw new DamagedArchive();
  return entries;
}

/** Position of the central directory, from the end record or, for a large archive, from the zip64 end record before it. */
async function directoryAt(file: Blob, tail: DataView, end: number, from: number) {
  const locator = end - LOCATOR_64;
  if (locator < 0 || tail.getUint32(locator, true) !== 0x07064b50)
    return { count: tail.getUint16(end + 10, true), length: tail.getUint32(end + 12, true), offset: tail.getUint32(end + 16, true) };
  const at = Number(tail.getBigUint64(locator + 8, true));
  if (at + END_RECORD_64 > from + locator) throw new DamagedArchive();
  const record = await viewOf(file, at, END_RECORD_64);
  if (record.getUint32(0, true) !== 0x06064b50) throw new DamagedArchive();
  const long = (place: number) => Number(record.getBigUint64(place, true));
  return { count: long(32), length: long(40), offset: long(48) };
}

/** Sizes and offset of an entry; those too large for their fields are read from the zip64 extra field, which lists them in this order. */
function longFields<Fields extends Record<string, number>>(extra: DataView, length: number, fields: Fields): Fields {
  if (!Object.values(fields).includes(ELSEWHERE)) return fields;
  const end = Math.min(length, extra.byteLength);
  for (let at = 0; at + 4 <= end; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== FIELDS_64) continue;
    let next = at + 4;
    const read = (value: number) => {
      if (value !== ELSEWHERE) return value;
      next += 8;
      if (next > end) throw new DamagedArchive();
      return Number(extra.getBigUint64(next - 8, true));
    };
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, read(value)])) as Fields;
  }
  throw new DamagedArchive();
}

async function packedContent(file: Blob, { offset, packed }: ZipEntry): Promise<Blob> {
  const header = await viewOf(file, offset, LOCAL_HEADER);
  if (header.getUint32(0, true) !== 0x04034b50) throw new DamagedArchive();
  const start = offset + LOCAL_HEADER + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + packed > file.size) throw new DamagedArchive();
  return file.slice(start, start + packed);
}

async function* storedPieces(content: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.size; from += PIECE) yield new Uint8Array(await bytesOf(content.slice(from, from + PIECE)));
}

async function* inflatedPieces(content: Blob): AsyncGenerator<Uint8Array> {
  const reader = content.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  // The stream reports data that cannot be inflated as a TypeError.
  const next = () =>
    reader.read().catch(() => {
      throw new DamagedArchive();
    });
  for (let step = await next(); !step.done; step = await next()) yield step.value;
}

/** The content of an entry, piece by piece; length and checksum are verified with the last piece. @throws DamagedArchive */
export async function* readEntry(file: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  if (entry.method !== 0 && entry.method !== 8) throw new DamagedArchive();
  const content = await packedContent(file, entry);
  let size = 0;
  let crc = 0;
  for await (const piece of entry.method === 0 ? storedPieces(content) : inflatedPieces(content)) {
    size += piece.length;
    if (size > entry.size) throw new DamagedArchive();
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size !== entry.size || crc !== entry.crc) throw new DamagedArchive();
}
