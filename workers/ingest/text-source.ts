import { bytesOf, UnreadableFile } from "../archive";
import type { JobContext } from "../runtime/job";
import type { Encoding } from "./plan";
import { BinaryFile } from "./refused-file";

const CHUNK = 1 << 20;
const SAMPLE = 1 << 18;

/** A text of any size that can be read from the start more than once. */
export interface TextSource {
  blob: Blob;
  encoding: Encoding;
  /** Bytes of a byte order mark. */
  mark: number;
  /** The first 256 KB as text. */
  head: string;
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

/** Looks at the first bytes: encoding, byte order mark, and whether this is a text. */
export async function openText(blob: Blob): Promise<TextSource> {
  const bytes = new Uint8Array(await bytesOf(blob.slice(0, SAMPLE)));
  const source = (encoding: Encoding, mark = 0): TextSource => ({ blob, encoding, mark, head: decoded(bytes.subarray(mark), encoding) });
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return source("utf-8", 3);
  if (startsWith(bytes, 0xff, 0xfe, 0, 0)) throw new BinaryFile(bytes);
  if (startsWith(bytes, 0xff, 0xfe)) return source("utf-16le", 2);
  if (startsWith(bytes, 0xfe, 0xff)) return source("utf-16be", 2);
  const zip = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
  if (zip || startsWith(bytes, 0x25, 0x50, 0x44, 0x46) || startsWith(bytes, 0x1f, 0x8b)) throw new BinaryFile(bytes);
  if (bytes.includes(0)) {
    const side = zeroSide(bytes);
    if (side === -1) throw new BinaryFile(bytes);
    return source(side === 1 ? "utf-16le" : "utf-16be");
  }
  const head = decodedUtf8(bytes);
  if (head !== null) return { blob, encoding: "utf-8", mark: 0, head };
  const controls = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  if (controls > 0) throw new BinaryFile(bytes);
  const { legacyEncoding } = await import("./legacy-encoding");
  return source(legacyEncoding(bytes));
}

/** The beginning of a text, its last line omitted where it may be cut. */
export function sampleText({ blob, head: text }: TextSource): string {
  if (blob.size <= SAMPLE) return text;
  const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
  if (end > 0) return text.slice(0, end + 1);
  const separator = /[\s,;|][^\s,;|]*$/.exec(text);
  return separator ? text.slice(0, separator.index) : text;
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
  const decoder = new TextDecoder(source.encoding, { fatal: source.encoding === "utf-8", ignoreBOM: true });
  for await (const bytes of byteChunks(source, context, label)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Reads a text; where bytes beyond the sample show that it is no UTF-8 after all, again in Windows' western encoding. */
export async function withEncoding<T>(text: TextSource, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (text.encoding !== "utf-8" || !(error instanceof TypeError)) throw error;
    text.encoding = "windows-1252";
    return read();
  }
}
