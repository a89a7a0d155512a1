import { crc32 } from "./crc32";

/** Limit of the format without zip64. */
const LARGEST = 0xffff_ffff;
const VERSION = 20;
const UTF8_NAMES = 1 << 11;
const STORED = 0;
const DEFLATED = 8;
/** 1980-01-01 for every entry, so that equal contents give equal files. */
const NO_DATE = 0x0021;
const LOCAL_HEADER = 30;
const CENTRAL_HEADER = 46;
const END_RECORD = 22;

/** The archive exceeds the limit of its format. */
export class ArchiveTooLarge extends Error {}

interface Entry {
  name: Uint8Array;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** Fields shared by local headers and the central directory. */
function writeCommon(view: DataView, at: number, { name, method, crc, packed, size }: Entry): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, UTF8_NAMES, true);
  view.setUint16(at + 4, method, true);
  view.setUint16(at + 8, NO_DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, packed, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, name.length, true);
}

/**
 * Writes a zip archive entry by entry. Every piece goes into a Blob at once, which the browser may keep on disk: the archive is never in
 * memory as a whole.
 */
export class ZipWriter {
  private readonly parts: Blob[] = [];
  private readonly entries: Entry[] = [];
  private offset = 0;

  /** Stores bytes uncompressed: numbers hardly compress, and stored entries can be read directly. */
  store(name: string, pieces: Iterable<Uint8Array>): void {
    const data: Blob[] = [];
    let crc = 0;
    let size = 0;
    for (const piece of pieces) {
      // A Blob does not accept shared memory.
      const own = new Uint8Array(piece);
      crc = crc32(own, crc);
      size += own.length;
      data.push(new Blob([own]));
    }
    this.add(name, STORED, crc, size, new Blob(data));
  }

  /** A text, or its pieces: each is compressed before the next is requested. */
  async deflate(name: string, text: string | Iterable<string>): Promise<void> {
    const encoder = new TextEncoder();
    const pieces = (typeof text === "string" ? [text] : text)[Symbol.iterator]();
    let crc = 0;
    let size = 0;
    // Chromium's own error says only that something could not be fetched.
    let cause: unknown = null;
    const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        try {
          const { done, value } = pieces.next();
          if (done) return controller.close();
          const piece = encoder.encode(value);
          crc = crc32(piece, crc);
          size += piece.length;
          controller.enqueue(piece);
        } catch (error) {
          cause = error;
          throw error;
        }
      },
    });
    const packing = new Response(bytes.pipeThrough(new CompressionStream("deflate-raw"))).blob();
    const packed = await packing.catch((error) => {
      throw cause ?? error;
    });
    this.add(name, DEFLATED, crc, size, packed);
  }

  finish(): Blob {
    const start = this.offset;
    for (const entry of this.entries) {
      const view = new DataView(new ArrayBuffer(CENTRAL_HEADER));
      view.setUint32(0, 0x02014b50, true);
      view.setUint16(4, VERSION, true);
      writeCommon(view, 6, entry);
      view.setUint32(42, entry.offset, true);
      this.write(new Blob([view, entry.name.slice()]));
    }
    const end = new DataView(new ArrayBuffer(END_RECORD));
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(8, this.entries.length, true);
    end.setUint16(10, this.entries.length, true);
    end.setUint32(12, this.offset - start, true);
    end.setUint32(16, start, true);
    this.write(new Blob([end]));
    return new Blob(this.parts, { type: "application/zip" });
  }

  private add(name: string, method: number, crc: number, size: number, data: Blob): void {
    const entry: Entry = { name: new TextEncoder().encode(name), method, crc, size, packed: data.size, offset: this.offset };
    const view = new DataView(new ArrayBuffer(LOCAL_HEADER));
    view.setUint32(0, 0x04034b50, true);
    writeCommon(view, 4, entry);
    this.entries.push(entry);
    this.write(new Blob([view, entry.name.slice(), data]));
  }

  private write(part: Blob): void {
    this.parts.push(part);
    this.offset += part.size;
    if (this.offset > LARGEST || this.entries.length >= 0xffff) throw new ArchiveTooLarge();
  }
}
