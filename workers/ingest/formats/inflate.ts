import { because } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { RefusedFile } from "../refused-file";

/** Maximum decompressed size of a file. */
const MAX_SIZE = 2 * 2 ** 30;
/** Above this size, data with a higher compression ratio than this is a decompression bomb: tables of numbers reach 3 to 30. */
const SUSPICIOUS_SIZE = 128 << 20;
const MAX_RATIO = 200;
/** Bytes passed to a Blob at once. */
const PIECE = 4 << 20;

/** Refuses decompressed data that would exhaust memory. @param packed compressed size */
export function checkSize(size: number, packed: number): void {
  if (size > MAX_SIZE) throw new RefusedFile(because("ingest/unpackedTooLarge", { gigabytes: MAX_SIZE / 2 ** 30 }));
  if (size > SUSPICIOUS_SIZE && size > packed * MAX_RATIO)
    throw new RefusedFile(because("ingest/unpackedTooTight", { ratio: Math.floor(size / packed) }));
}

/**
 * Collects decompressed pieces in a Blob, which the browser may keep on disk. Stops when `checkSize` refuses, whatever the archive claims.
 * @param expected estimated size, used for progress only
 */
export async function collect(
  pieces: AsyncIterable<Uint8Array>,
  packed: number,
  expected: number,
  context: JobContext,
  label: string,
): Promise<Blob> {
  const parts: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let size = 0;
  const flush = () => {
    parts.push(new Blob(waiting));
    waiting = [];
    held = 0;
  };
  for await (const piece of pieces) {
    context.checkpoint();
    size += piece.length;
    checkSize(size, packed);
    waiting.push(new Uint8Array(piece));
    held += piece.length;
    if (held < PIECE) continue;
    flush();
    context.progress(Math.min(1, size / Math.max(expected, 1)), label);
  }
  flush();
  return new Blob(parts);
}
