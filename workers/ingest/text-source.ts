import { bytesOf, UnreadableFile } from "../archive";
import { because, type Count, type Encoding, type ReadingChoices } from "../contract";
import type { JobContext } from "../runtime/job";
import { BinaryFile, RefusedFile } from "./refused-file";

const CHUNK = 1 << 20;
const SAMPLE = 1 << 18;

/** A text of any size that can be read from the start more than once. */
export interface TextSource {
  blob: Blob;
  encoding: Encoding;
  /** Bytes of a byte order mark. */
  mark: number;
  /** The first 256 KB, and the same as text. */
  bytes: Uint8Array;
  head: string;
  /** The encoding is what was chosen: bytes that have no meaning in it are refused. */
  chosen?: boolean;
}

const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);

/** A sample may end inside a character, so it is decoded as the start of a stream. */
const decoded = (bytes: Uint8Array, encoding: Encoding, fatal = false) =>
  new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true });

/** The text, or null where the bytes are no UTF-8. */
function decodedUtf8(bytes: Uint8Array): string | null {
  try {
    return decoded(bytes, "utf-8", true);
  } catch {
    return null;
  }
}

/** Zero bytes at every other place, as plain numbers have them in UTF-16; -1 where there are too few. */
function zeroSide(bytes: Uint8Array): 0 | 1 | -1 {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index & 1]++;
  const most = bytes.length * 0.3;
  return zeros[1] > most && zeros[0] === 0 ? 1 : zeros[0] > most && zeros[1] === 0 ? 0 : -1;
}

/** Bytes of the mark with which a text of an encoding may begin. */
function markOf(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding === "utf-8") return startsWith(bytes, 0xef, 0xbb, 0xbf) ? 3 : 0;
  const isMarked = (encoding === "utf-16le" && startsWith(bytes, 0xff, 0xfe)) || (encoding === "utf-16be" && startsWith(bytes, 0xfe, 0xff));
  return isMarked ? 2 : 0;
}

/**
 * Looks at the first bytes: encoding, byte order mark, and whether this is a text.
 * @param chosen what bytes are taken for that look like no text
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

/** Bytes between two looks for the last lines of a text. */
const BACKWARD: Count = 1 << 16;

/** Where the last lines of a text begin; blank ones at its very end are none of them. Linear in the bytes of those lines. */
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

/** The text as it is under what was chosen of its encoding and its last lines. */
export async function chosenText(text: TextSource, { encoding, footer = 0 }: ReadingChoices): Promise<TextSource> {
  const read: TextSource = encoding ? { ...text, encoding, mark: markOf(text.bytes, encoding), chosen: true } : { ...text };
  if (footer > 0) {
    const end = await footerStart(read, footer);
    read.blob = read.blob.slice(0, end);
    read.bytes = read.bytes.subarray(0, end);
  }
  return withEncoding(read, async () => ({ ...read, head: decoded(read.bytes.subarray(read.mark), read.encoding, read.chosen) }));
}

/** Whether what is looked at first is all of a text. */
export const isWhole = ({ blob }: TextSource): boolean => blob.size <= SAMPLE;

/** The beginning of a text, its last line omitted where it may be cut. */
export function sampleText(source: TextSource): string {
  const { head: text } = source;
  if (isWhole(source)) return text;
  const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
  if (end > 0) return text.slice(0, end + 1);
  const separator = /[\s,;|][^\s,;|]*$/.exec(text);
  return separator ? text.slice(0, separator.index) : text;
}

/** Bytes of the end that are looked at. */
const TAIL: Count = 1 << 14;

/** The whole lines of the end of a text; none of a single line that is longer than what is looked at. */
export async function tailText({ blob, mark, encoding }: TextSource): Promise<string> {
  // Pairs of bytes are cut between two of them.
  const above = Math.max(0, blob.size - mark - TAIL);
  const from = mark + above - (above % 2);
  const text = decoded(new Uint8Array(await bytesOf(blob.slice(from))), encoding).replace(/\r\n?/g, "\n");
  const end = text.indexOf("\n");
  return from === mark ? text : end < 0 ? "" : text.slice(end + 1);
}

/** Where the bytes of a Blob come from, piece by piece. */
interface Pull {
  next(): Promise<Uint8Array | undefined>;
  cancel(): Promise<void>;
}

/**
 * Readers still in use. Chromium does not count a read into given memory as a reason to keep the stream of a Blob: where nothing
 * else holds on to it, a garbage collection takes it away and the read never ends.
 */
const inUse = new Set<ReadableStreamBYOBReader>();

/** Bytes read into one piece of memory over and over, where the browser can: fresh memory for every piece costs half as much again. */
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
 * The bytes of the text, in pieces of at most a megabyte, with progress and a chance to cancel between two of them; each piece is gone
 * when the next is asked for. They come as a stream: a browser reads ahead of it, where slices are asked for one after the other.
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

/** The same as text; bytes that are no UTF-8 throw a TypeError. */
export async function* textChunks(source: TextSource, context: JobContext, label: string): AsyncGenerator<string> {
  const { encoding, chosen } = source;
  const decoder = new TextDecoder(encoding, { fatal: chosen || encoding === "utf-8", ignoreBOM: true });
  for await (const bytes of byteChunks(source, context, label)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/**
 * Reads a text; where bytes beyond the sample show that it is no UTF-8 after all, again in Windows' western encoding.
 * @throws RefusedFile where bytes mean nothing in the encoding that was chosen
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
