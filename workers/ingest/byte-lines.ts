import type { Count } from "../contract";
import type { JobContext } from "../lib/job";
import { byteChunks, type TextSource, textChunks } from "./text-source";

export const LF = 10;
export const CR = 13;

/** Pieces of the text in bytes where digits and separators are ASCII, whatever its encoding. */
async function* asciiChunks(source: TextSource, context: JobContext, label: string): AsyncGenerator<Uint8Array> {
  if (source.encoding === "utf-8" || source.encoding === "windows-1252") return yield* byteChunks(source, context, label);
  const encoder = new TextEncoder();
  for await (const text of textChunks(source, context, label)) yield encoder.encode(text);
}

/** What `asciiChunks` bytes decode as. */
export function asciiDecoder({ encoding }: TextSource): TextDecoder {
  return new TextDecoder(encoding === "windows-1252" ? encoding : "utf-8", { fatal: encoding === "utf-8", ignoreBOM: true });
}

/**
 * Pieces of the text that end where a row ends: the last place `ends` accepts. What is left over comes first in the next piece,
 * and a line end is put behind the last one.
 */
export async function* wholePieces(
  source: TextSource,
  ends: (bytes: Uint8Array, index: number) => boolean,
  context: JobContext,
  label: string,
): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  for await (const chunk of asciiChunks(source, context, label)) {
    const piece = new Uint8Array(rest.length + chunk.length);
    piece.set(rest);
    piece.set(chunk, rest.length);
    let cut = piece.length;
    while (cut > rest.length && !ends(piece, cut - 1)) cut--;
    const found = cut > rest.length;
    if (found) yield piece.subarray(0, cut);
    rest = found ? piece.slice(cut) : piece;
  }
  const last = new Uint8Array(rest.length + 1);
  last.set(rest);
  last[rest.length] = LF;
  yield last;
}

/** Ends a line for certain: a carriage return at the end of a piece may be half of a line end. */
export const endsLine = (bytes: Uint8Array, index: number) =>
  bytes[index] === LF || (bytes[index] === CR && index + 1 < bytes.length && bytes[index + 1] !== LF);

/** Place behind `lines` lines, counted from `from`. */
export function skipLines(bytes: Uint8Array, lines: Count): number {
  let at = 0;
  for (let line = 0; line < lines && at < bytes.length; line++) {
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
  }
  return Math.min(at, bytes.length);
}
