import type { BlockFile, BlockFiles } from "./block-files";

const isMissing = (error: unknown) => error instanceof DOMException && error.name === "NotFoundError";
const absent = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw error;
};

/**
 * Bytes that one call writes or reads, unless a piece is longer: for a thousand short columns, the overhead of a call outweighs its bytes.
 */
const TOGETHER = 1 << 20;

/** Pieces to write, with short ones combined. */
function* gathered(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  const room = new Uint8Array(TOGETHER);
  let used = 0;
  for (const piece of pieces) {
    if (used > 0 && used + piece.byteLength > TOGETHER) {
      yield room.subarray(0, used);
      used = 0;
    }
    if (piece.byteLength >= TOGETHER) yield piece;
    else {
      room.set(piece, used);
      used += piece.byteLength;
    }
  }
  if (used > 0) yield room.subarray(0, used);
}

/** Blocks as files of the origin private file system. */
export class PrivateFiles implements BlockFiles {
  constructor(
    private readonly root: FileSystemDirectoryHandle,
    private readonly name: string,
  ) {}

  async write(block: string, pieces: Iterable<Uint8Array>): Promise<void> {
    const file = await (await this.folder()).getFileHandle(block, { create: true });
    const access = await file.createSyncAccessHandle();
    try {
      let at = 0;
      for (const piece of gathered(pieces)) {
        if (access.write(piece, { at }) !== piece.byteLength) throw new DOMException("the disk is full", "QuotaExceededError");
        at += piece.byteLength;
      }
      access.flush();
    } finally {
      access.close();
    }
  }

  async open(block: string): Promise<BlockFile | null> {
    const file = await (await this.folder()).getFileHandle(block).catch(absent);
    // Not through an access handle: its lock would keep out a second tab that reads the same block.
    const blob = await file?.getFile().catch(absent);
    if (!blob) return null;
    let ahead = { from: 0, bytes: new ArrayBuffer(0) };
    return {
      bytes: blob.size,
      piece: async (from, to) => {
        if (to - from >= TOGETHER) return blob.slice(from, to).arrayBuffer();
        if (from < ahead.from || to > ahead.from + ahead.bytes.byteLength)
          ahead = { from, bytes: await blob.slice(from, from + TOGETHER).arrayBuffer() };
        return ahead.bytes.slice(from - ahead.from, to - ahead.from);
      },
    };
  }

  async delete(block: string): Promise<void> {
    await (await this.folder()).removeEntry(block).catch(absent);
  }

  async names(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of (await this.folder()).keys()) names.push(name);
    return names;
  }

  private folder = (): Promise<FileSystemDirectoryHandle> => this.root.getDirectoryHandle(this.name, { create: true });
}
