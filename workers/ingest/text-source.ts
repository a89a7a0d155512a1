import { bytesOf, UnreadableFile } from "../archive";
import { because, type Count, type Encoding, type ReadingChoices } from "../contract";
import type { JobContext } from "../runtime/job";
import { BinaryFile, RefusedFile } from "./refused-file";

const CHUNK = 1 << 20;
const SAMPLE = 1 << 18;

/** A text of any size that can be read repeatedly from the start. */
export interface TextSource {
  blob: Blob;
  encoding: Encoding;
  /** Length of the byte order mark. */
  mark: number;
  /** The first 256 KB, as bytes and as text. */
  bytes: Uint8Array;
  head: string;
  /** The encoding was chosen by the user: invalid bytes are refused. */
  chosen?: boolean;
}

const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);

/** A sample may end within a character, so it is decoded as the start of a stream. */
const decoded = (bytes: Uint8Array, encoding: Encoding, fatal = false) =>
  new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true });

/** The text, or null if the bytes are not UTF-8. */
function decodedUtf8(bytes: Uint8Array): string | null {
  try {
    return decoded(bytes, "utf-8", true);
  } catch {
    return null;
  }
}

/** Whether even or odd bytes are zero, as for plain numbers in UTF-16; -1 if too few are. */
function zeroSide(bytes: Uint8Array): 0 | 1 | -1 {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index & 1]++;
  const most = bytes.length * 0.3;
  return zeros[1] > most && zeros[0] === 0 ? 1 : zeros[0] > most && zeros[1] === 0 ? 0 : -1;
}

/** Length of the byte order mark of an encoding, if present. */
function markOf(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding === "utf-8") return startsWith(bytes, 0xef, 0xbb, 0xbf) ? 3 : 0;
  const isMarked = (encoding === "utf-16le" && startsWith(bytes, 0xff, 0xfe)) || (encoding === "utf-16be" && startsWith(bytes, 0xfe, 0xff));
  return isMarked ? 2 : 0;
}

/**
 * Examines the first bytes: encoding, byte order mark, and whether this is a text.
 * @param chosen encoding to use even if the bytes do not look like text
 */
export async function openText(blob: Blob, chosen?: Encoding): Promise<TextSource> {
  const bytes = new Uint8Array(await bytesOf(blob.slice(0, SAMPLE)));
  const source = (encoding: Encoding): TextSource => {
    const mark = markOf(bytes, encoding);
    return { blob, bytes, encoding, mark, head: decoded(bytes.subarray(mark), encoding) };
  };
  if (markOf(bytes, "utf-8") > 0) return source("utf-8");
  if (startsWith(bytes, 0xff, 0xfe, 0, 0)) throw new BinaryFile(bytes);
  for (const encoding of ["utf-16le", "utf-16be"] as const) if (markOf(bytes, encoding) > 0) return source(encoding);
  const zip = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
  if (zip || startsWith(bytes, 0x25, 0x50, 0x44, 0x46) || startsWith(bytes, 0x1f, 0x8b)) throw new BinaryFile(bytes);
  if (bytes.includes(0)) {
    const side = zeroSide(bytes);
    if (side !== -1) return source(side === 1 ? "utf-16le" : "utf-16be");
    if (chosen) return source(chosen);
    throw new BinaryFile(bytes);
  }
  const head = decodedUtf8(bytes);
  if (head !== null) return { blob, bytes, encoding: "utf-8", mark: 0, head };
  const controls = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  if (controls > 0 && !chosen) throw new BinaryFile(bytes);
  const { legacyEncoding } = await import("./legacy-encoding");
  return source(legacyEncoding(bytes));
}

/** Bytes read per step when searching backwards for the last lines. */
const BACKWARD: Count = 1 << 16;

/** Where the last lines of a text begin, not counting blank ones at its very end. Linear in the bytes of those lines. */
async function footerStart({ blob, mark, encoding }: TextSource, lines: Count): Promise<number> {
  const wide = encoding === "utf-16le" || encoding === "utf-16be" ? 2 : 1;
  let [found, isAbove, next] = [0, false, 0];
  for (let to = blob.size - ((blob.size - mark) % wide); to > mark; to -= BACKWARD) {
    const from = Math.max(mark, to - BACKWARD);
    const bytes = new Uint8Array(await bytesOf(blob.slice(from, to)));
    for (let at = bytes.length - wide; at >= 0; at -= wide) {
      const sign = wide === 1 ? bytes[at] : encoding === "utf-16le" ? bytes[at] | (bytes[at + 1] << 8) : (bytes[at] << 8) | bytes[at + 1];
      const ends = sign === 10 || (sign === 13 && next !== 10);
      if (ends && isAbove && ++found === lines) return from + at + wide;
      if (sign > 32) isAbove = true;
      next = sign;
    }
  }
  return mark;
}

/** The text with the user's choices of encoding and skipped last lines applied. */
export async function chosenText(text: TextSource, { encoding, footer = 0 }: ReadingChoices): Promise<TextSource> {
  const read: TextSource = encoding ? { ...text, encoding, mark: markOf(text.bytes, encoding), chosen: true } : { ...text };
  if (footer > 0) {
    const end = await footerStart(read, footer);
    read.blob = read.blob.slice(0, end);
    read.bytes = read.bytes.subarray(0, end);
  }
  return withEncoding(read, async () => ({ ...read, head: decoded(read.bytes.subarray(read.mark), read.encoding, read.chosen) }));
}

/** Whether the sample is the whole text. */
export const isWhole = ({ blob }: TextSource): boolean => blob.size <= SAMPLE;

/** The beginning of a text, without its last line if that may be truncated. */
export function sampleText(source: TextSource): string {
  const { head: text } = source;
  if (isWhole(source)) return text;
  const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
  if (end > 0) return text.slice(0, end + 1);
  const separator = /[\s,;|][^\s,;|]*$/.exec(text);
  return separator ? text.slice(0, separator.index) : text;
}

/** Bytes examined at the end. */
const TAIL: Count = 1 << 14;

/** The complete lines at the end of a text; none if a single line is longer than the examined part. */
export async function tailText({ blob, mark, encoding }: TextSource): Promise<string> {
  // In UTF-16, the cut must be between two code units.
  const above = Math.max(0, blob.size - mark - TAIL);
  const from = mark + above - (above % 2);
  const text = decoded(new Uint8Array(await bytesOf(blob.slice(from))), encoding).replace(/\r\n?/g, "\n");
  const end = text.indexOf("\n");
  return from === mark ? text : end < 0 ? "" : text.slice(end + 1);
}

/** Source of the bytes of a Blob, piece by piece. */
interface Pull {
  next(): Promise<Uint8Array | undefined>;
  cancel(): Promise<void>;
}

/**
 * Readers in use. Chromium does not keep the stream of a Blob alive for a pending BYOB read: without another reference, garbage collection
 * removes it and the read never completes.
 */
const inUse = new Set<ReadableStreamBYOBReader>();

/** Reads repeatedly into the same buffer, if the browser supports it: a new buffer per piece takes half as long again. */
function pull(blob: Blob): Pull {
  const stream = blob.stream();
  try {
    const reader = stream.getReader({ mode: "byob" });
    inUse.add(reader);
    let room = new ArrayBuffer(Math.max(1, Math.min(CHUNK, blob.size)));
    const next = async () => {
      const { done, value } = await reader.read(new Uint8Array(room));
      if (done) return undefined;
      room = value.buffer;
      return value;
    };
    const cancel = () => {
      inUse.delete(reader);
      return reader.cancel();
    };
    return { next, cancel };
  } catch {
    const reader = stream.getReader();
    return { next: async () => (await reader.read()).value, cancel: () => reader.cancel() };
  }
}

/**
 * The bytes of the text, in pieces of at most a megabyte, with progress and cancellation between them; each piece is only valid until the
 * next is requested. Read as a stream, which the browser prefetches, unlike slices.
 */
export async function* byteChunks({ blob, mark }: TextSource, context: JobContext, label: string): AsyncGenerator<Uint8Array> {
  const { next, cancel } = pull(blob.slice(mark));
  let done = mark;
  try {
    for (;;) {
      const chunk = await next().catch(() => {
        throw new UnreadableFile();
      });
      if (!chunk) return;
      for (let from = 0; from < chunk.length; from += CHUNK) {
        context.checkpoint();
        context.progress((done + from) / blob.size, label);
        yield chunk.subarray(from, from + CHUNK);
      }
      done += chunk.length;
    }
  } finally {
    // A text that failed half-way has nothing left to cancel.
    await cancel().catch(() => undefined);
  }
}

/** The same as text; throws a TypeError for bytes that are not UTF-8. */
export async function* textChunks(source: TextSource, context: JobContext, label: string): AsyncGenerator<string> {
  const { encoding, chosen } = source;
  const decoder = new TextDecoder(encoding, { fatal: chosen || encoding === "utf-8", ignoreBOM: true });
  for await (const bytes of byteChunks(source, context, label)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/**
 * Reads a text; if bytes beyond the sample prove not to be UTF-8, reads it again as Windows-1252.
 * @throws RefusedFile if bytes are invalid in the chosen encoding
 */
export async function withEncoding<T>(text: TextSource, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (text.chosen) throw new RefusedFile(because("ingest/notInEncoding", { encoding: text.encoding }));
    if (text.encoding !== "utf-8") throw error;
    text.encoding = "windows-1252";
    return read();
  }
}
