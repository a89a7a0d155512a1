import { closeSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { type AsyncBuffer, asyncBufferFromUrl } from "hyparquet";
import { isAddress } from "../../batch";
import { type PageContext, ParquetFile } from "../../ingest";

/** A piece of a file. It is read at once: opening a stream takes longer, and the thread that asks has nothing else to do. */
function pieceOf(path: string, start: number, end: number): ArrayBuffer {
  const piece = new Uint8Array(end - start);
  const file = openSync(path, "r");
  try {
    for (let at = 0; at < piece.length; ) {
      const read = readSync(file, piece, at, piece.length - at, start + at);
      if (read === 0) throw new Error(`${path} is truncated.`);
      at += read;
    }
  } finally {
    closeSync(file);
  }
  return piece.buffer;
}

async function openFile(path: string): Promise<AsyncBuffer> {
  const { size } = await stat(path);
  return { byteLength: size, slice: async (start, end = size) => pieceOf(path, start, end) };
}

/** Opens a file, or an address whose host answers range requests; throws where neither can be read as Parquet. */
export async function openParquet(from: string, context: PageContext): Promise<ParquetFile> {
  return ParquetFile.open(isAddress(from) ? await asyncBufferFromUrl({ url: from }) : await openFile(from), context);
}

/** Files that stay open on a thread. */
const MAX_OPEN = 64;

const open = new Map<string, Promise<ParquetFile>>();

/** The same file for whoever asks on this thread. */
export function parquetFile(from: string, context: PageContext): Promise<ParquetFile> {
  const known = open.get(from);
  if (known) return known;
  const opening = openParquet(from, context);
  open.set(from, opening);
  for (const oldest of open.keys()) {
    if (open.size <= MAX_OPEN) break;
    open.delete(oldest);
  }
  opening.catch(() => open.delete(from));
  return opening;
}

/** The file may have changed: it is reopened. */
export const forgetParquet = (from: string): void => void open.delete(from);
