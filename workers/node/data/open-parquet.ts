import { closeSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { type AsyncBuffer, asyncBufferFromUrl } from "hyparquet";
import { UnreadableFile } from "../../archive";
import { isAddress, UnusableFile } from "../../batch";
import { type PageContext, ParquetFile } from "../../ingest";
import { responding } from "./responding";
import { whyUnopened } from "./unopened";

/** What the system refuses to read is not a damaged file. */
function refuse(error: unknown): never {
  throw error instanceof Error && "syscall" in error ? new UnreadableFile() : error;
}

/** A piece of a file, read synchronously: opening a stream takes longer, and the calling thread has nothing else to do. */
async function pieceOf(path: string, start: number, end: number): Promise<ArrayBuffer> {
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
  const unopened = await whyUnopened(path);
  if (unopened !== null) throw new UnusableFile(`${path}: ${unopened}`);
  const { size } = await stat(path).catch(refuse);
  return { byteLength: size, slice: (start, end = size) => pieceOf(path, start, Math.min(end, size)).catch(refuse) };
}

/**
 * Opens a file, or an address whose host supports range requests; throws if it cannot be read as Parquet.
 * @param signal ends requests to an address
 */
export async function openParquet(from: string, context: PageContext, signal?: AbortSignal): Promise<ParquetFile> {
  const source = isAddress(from)
    ? await asyncBufferFromUrl({ url: from, requestInit: { signal }, fetch: responding })
    : await openFile(from);
  return ParquetFile.open(source, context);
}

/** Maximum number of open files per thread. */
const MAX_OPEN = 64;

const open = new Map<string, Promise<ParquetFile>>();

/** An open file, shared by all callers on this thread. */
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

/** Closes a file that may have changed, so that it is reopened. */
export const forgetParquet = (from: string): void => void open.delete(from);
