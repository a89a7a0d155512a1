import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import { byteChunks, type TextSource, textChunks } from "./text-source";

export const LF = 10;
export const CR = 13;

/** Bytes gathered before a piece is cut: streams deliver chunks from a few kilobytes to megabytes. */
const PIECE = 1 << 19;
/** Buffer size that suffices as long as rows are shorter than half a megabyte. */
const MAX_BUFFERED = 1 << 21;

/** Pieces of the text in bytes whose digits and separators are ASCII, whatever the encoding. */
async function* asciiChunks(source: TextSource, context: JobContext, label: string): AsyncGenerator<Uint8Array> {
  if (source.encoding === "utf-8" || source.encoding === "windows-1252") return yield* byteChunks(source, context, label);
  const encoder = new TextEncoder();
  for await (const text of textChunks(source, context, label)) yield encoder.encode(text);
}

/** Decoder for bytes from `asciiChunks`. */
export function asciiDecoder({ encoding }: TextSource): TextDecoder {
  return new TextDecoder(encoding === "windows-1252" ? encoding : "utf-8", { fatal: encoding === "utf-8", ignoreBOM: true });
}

/**
 * Pieces of the text that end at the end of a row: the last index `ends` accepts. The remainder starts the next piece, and a line end is
 * appended to the last one. All pieces share one buffer: each is overwritten by the next.
 */
export async function* wholePieces(
  source: TextSource,
  ends: (bytes: Uint8Array, index: number) => boolean,
  context: JobContext,
  label: string,
): AsyncGenerator<Uint8Array> {
  let buffer = new Uint8Array(Math.min(source.blob.size + 1, MAX_BUFFERED));
  let filled = 0;
  let searched = 0;
  for await (const chunk of asciiChunks(source, context, label)) {
    // One byte more than needed, for the line end after the last piece.
    if (filled + chunk.length >= buffer.length) buffer = larger(buffer, filled, filled + chunk.length + 1);
    buffer.set(chunk, filled);
    filled += chunk.length;
    if (filled < PIECE) continue;
    const piece = buffer.subarray(0, filled);
    let cut = filled;
    while (cut > searched && !ends(piece, cut - 1)) cut--;
    const found = cut > searched;
    searched = found ? 0 : filled;
    if (!found) continue;
    yield piece.subarray(0, cut);
    buffer.copyWithin(0, cut, filled);
    filled -= cut;
  }
  buffer[filled] = LF;
  yield buffer.subarray(0, filled + 1);
}

function larger(buffer: Uint8Array, filled: number, needed: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(Math.max(needed, 2 * buffer.length));
  next.set(buffer.subarray(0, filled));
  return next;
}

/** Whether a byte definitely ends a line: a carriage return at the end of a piece may be half of a line end. */
export const endsLine = (bytes: Uint8Array, index: number) =>
  bytes[index] === LF || (bytes[index] === CR && index + 1 < bytes.length && bytes[index + 1] !== LF);

/** Index after `lines` lines, counted from `from`. */
export function skipLines(bytes: Uint8Array, lines: Count): number {
  let at = 0;
  for (let line = 0; line < lines && at < bytes.length; line++) {
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
  }
  return Math.min(at, bytes.length);
}
