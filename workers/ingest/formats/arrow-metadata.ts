import { because } from "../../contract";
import { RefusedFile } from "../refused-file";

/** Limit on list entries and text bytes of a file's metadata; a schema of ten thousand columns has some hundred thousand. */
const MAX_ENTRIES = 2 ** 24;
/** Maximum nesting of types. */
const MAX_DEPTH = 64;
const MAGIC = "ARROW1";
const CONTINUED = -1;
const SCHEMA = 1;
const DICTIONARY = 2;
const RECORDS = 3;
const UNION = 14;
const TIMESTAMP = 10;
/** Up to version 3 (number 2, counted from 0) each buffer is preceded by a page number. */
const NO_PAGES = 3;

export const damagedArrow = () => new RefusedFile(because("ingest/tableDamaged", { format: "Arrow" }));

/** Walks a file's metadata; all parts of a file share one budget, as they may refer to the same position repeatedly. */
class Flatbuffer {
  constructor(
    private readonly view: DataView,
    private readonly spent: { entries: number; fields: number },
  ) {}

  part(from: number, length: number): Flatbuffer {
    if (!(from >= 0 && length >= 0 && from + length <= this.view.byteLength)) throw damagedArrow();
    return new Flatbuffer(new DataView(this.view.buffer, this.view.byteOffset + from, length), this.spent);
  }

  int(at: number): number {
    return this.view.getInt32(at, true);
  }

  long(at: number): number {
    return Number(this.view.getBigInt64(at, true));
  }

  spend(entries: number): void {
    this.spent.entries += entries;
    if (!(entries >= 0 && this.spent.entries <= MAX_ENTRIES)) throw damagedArrow();
  }

  /** Adds fields of the schema, all of which each record batch has. */
  addFields(fields: number): void {
    this.spent.fields += fields;
  }

  spendFields(): void {
    this.spend(this.spent.fields);
  }

  /** Position of a table's field; 0 if it is omitted. @param at position of the offset to the table */
  field(at: number, slot: number): number {
    const table = at + this.int(at);
    const layout = table - this.int(table);
    const offset = slot < this.view.getInt16(layout, true) ? this.view.getInt16(layout + slot, true) : 0;
    return offset === 0 ? 0 : table + offset;
  }

  byte(at: number): number {
    return at === 0 ? 0 : this.view.getUint8(at);
  }

  short(at: number): number {
    return at === 0 ? 0 : this.view.getInt16(at, true);
  }

  text(at: number): void {
    if (at !== 0) this.spend(this.int(at + this.int(at)));
  }

  /** Positions of the entries of a list; refuses a list that claims more than its bytes hold. */
  entries(at: number, stride: number): number[] {
    if (at === 0) return [];
    const base = at + this.int(at);
    const count = this.int(base);
    this.spend(count);
    if (base + 4 + count * stride > this.view.byteLength) throw damagedArrow();
    return Array.from({ length: count }, (_, place) => base + 4 + place * stride);
  }
}

function checkNotes(buffer: Flatbuffer, at: number): void {
  for (const entry of buffer.entries(at, 4)) {
    buffer.text(buffer.field(entry, 4));
    buffer.text(buffer.field(entry, 6));
  }
}

function checkFields(buffer: Flatbuffer, at: number, depth: number): void {
  if (depth > MAX_DEPTH) throw damagedArrow();
  const fields = buffer.entries(at, 4);
  buffer.addFields(fields.length);
  for (const field of fields) {
    buffer.text(buffer.field(field, 4));
    const kind = buffer.byte(buffer.field(field, 8));
    const type = buffer.field(field, 10);
    if (kind === UNION) buffer.entries(buffer.field(type, 6), 4);
    if (kind === TIMESTAMP) buffer.text(buffer.field(type, 6));
    checkFields(buffer, buffer.field(field, 14), depth + 1);
    checkNotes(buffer, buffer.field(field, 16));
  }
}

function checkSchema(buffer: Flatbuffer, at: number): void {
  checkFields(buffer, buffer.field(at, 6), 0);
  checkNotes(buffer, buffer.field(at, 8));
}

function checkRecords(buffer: Flatbuffer, at: number, version: number): void {
  buffer.spendFields();
  buffer.entries(buffer.field(at, 6), 16);
  const buffers = buffer.entries(buffer.field(at, 8), version < NO_PAGES ? 24 : 16).length;
  for (const entry of buffer.entries(buffer.field(at, 12), 8)) {
    const views = buffer.long(entry);
    if (!(views >= 0 && views <= buffers)) throw damagedArrow();
    buffer.spend(views);
  }
}

/** The library creates every entry of a dictionary at once, as many as are claimed. */
function checkDictionary(buffer: Flatbuffer, at: number, version: number): void {
  if (at === 0) return;
  for (const node of buffer.entries(buffer.field(at, 6), 16)) buffer.spend(buffer.long(node));
  checkRecords(buffer, at, version);
}

/** @returns the position after the message and its body; null at the end of the messages */
function checkMessage(file: Flatbuffer, size: number, at: number): number | null {
  let start = at + 4;
  // The end-of-stream marker is optional.
  if (start > size) return null;
  let length = file.int(at);
  if (length === CONTINUED) {
    length = file.int(start);
    start += 4;
  }
  if (length === 0) return null;
  const head = file.part(start, length);
  const version = head.short(head.field(0, 4));
  const content = head.field(0, 8);
  const bodyAt = head.field(0, 10);
  const body = bodyAt === 0 ? 0 : head.long(bodyAt);
  file.spend(1);
  file.part(start + length, body);
  if (content !== 0) {
    const kind = head.byte(head.field(0, 6));
    if (kind === SCHEMA) checkSchema(head, content);
    else if (kind === RECORDS) checkRecords(head, content, version);
    else if (kind === DICTIONARY) checkDictionary(head, head.field(content, 6), version);
  }
  return start + length + body;
}

function checkFile(file: Flatbuffer, bytes: Uint8Array): Uint8Array | Uint8Array[] {
  const size = bytes.length;
  const end = size - MAGIC.length - 4;
  const length = file.int(end);
  if (!(length > 0 && length < end)) throw damagedArrow();
  const footer = end - length;
  const [dictionaries, records] = [8, 10].map((slot) => file.entries(file.field(footer, slot), 24));
  // Each record batch is checked against every dictionary before it.
  file.spend(dictionaries.length * records.length);
  checkSchema(file, file.field(footer, 6));
  checkNotes(file, file.field(footer, 12));
  const blocks = [...dictionaries, ...records].map((block) => file.long(block));
  const messages = blocks.map((start) => bytes.subarray(start, checkMessage(file, size, start) ?? start));
  const last = dictionaries.reduce((furthest, block) => Math.max(furthest, file.long(block)), 0);
  if (records.every((block) => file.long(block) > last)) return bytes;
  return [schemaMessage(file, bytes.subarray(footer, end), footer), ...messages];
}

/**
 * Rebuilds the schema message at the start of a stream from the footer, for files whose writers omit that message: a header, followed by
 * the footer.
 */
function schemaMessage(file: Flatbuffer, footer: Uint8Array, at: number): Uint8Array {
  const HEAD = 40;
  const field = file.field(at, 6);
  const schema = field + file.int(field) - at;
  const message = new Uint8Array(HEAD + footer.length);
  const view = new DataView(message.buffer);
  view.setInt32(0, CONTINUED, true);
  view.setInt32(4, message.length - 8, true);
  // Offset of the table, then its vtable (sizes, and offsets of version, kind and content), then the table.
  const shorts = [16, 0, 12, 12, 8, 10, 4, 0];
  for (const [place, short] of shorts.entries()) view.setInt16(8 + 2 * place, short, true);
  view.setInt32(24, 12, true);
  view.setInt32(28, HEAD + schema - 28, true);
  view.setInt16(32, file.short(file.field(at, 4)), true);
  view.setUint8(34, SCHEMA);
  message.set(footer, HEAD);
  return message;
}

/**
 * Validates the lists of an Arrow file or stream against its bytes, before the library allocates them: it would create as many entries as a
 * list claims to have. Layouts as in the format's Schema.fbs, Message.fbs and File.fbs.
 * @returns bytes in a form the library accepts: if dictionaries come after rows in a file, as Polars writes it, the messages reordered as a
 * stream
 * @throws RefusedFile
 */
export function checkArrow(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Uint8Array[] {
  const file = new Flatbuffer(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), { entries: 0, fields: 0 });
  const begun = new TextDecoder().decode(bytes.subarray(0, MAGIC.length));
  try {
    if (begun === MAGIC) return checkFile(file, bytes);
    for (let at: number | null = 0; at !== null; ) at = checkMessage(file, bytes.length, at);
    return bytes;
  } catch (error) {
    // An offset outside the file.
    throw error instanceof RangeError ? damagedArrow() : error;
  }
}
