import { privateFolder, writesInPlace } from "../capabilities";
import type { JobContext } from "../runtime/job";

/** Bytes written or read between two looks at the cancel flag. */
const PIECE = 8 << 20;
const BYTES_PER_VALUE = Float64Array.BYTES_PER_ELEMENT;

/** A block is gone, or does not hold what its catalog entry says. */
export class DamagedBlock extends Error {
  constructor(block: string) {
    super(`block ${block} is damaged`);
    this.name = "DamagedBlock";
  }
}

const isMissing = (error: unknown) => error instanceof DOMException && error.name === "NotFoundError";

/** Columns in files of the browser's private file system. A block is written once, under a fresh name, and never changed. */
export class ColumnStore {
  constructor(private readonly workspace: string) {}

  async write(block: string, columns: Float64Array[], context: JobContext): Promise<void> {
    const file = await (await this.folder()).getFileHandle(block, { create: true });
    const access = await file.createSyncAccessHandle();
    try {
      const total = columns.reduce((sum, column) => sum + column.byteLength, 0);
      let at = 0;
      for (const piece of pieces(columns)) {
        context.checkpoint();
        if (access.write(piece, { at }) !== piece.byteLength) throw new DOMException("the disk is full", "QuotaExceededError");
        at += piece.byteLength;
        context.progress(at / total, "Saving");
      }
      access.flush();
    } finally {
      access.close();
    }
  }

  /** Reads `width` columns of `length` values. */
  async read(block: string, width: number, length: number, context: JobContext): Promise<Float64Array[]> {
    const file = await (await this.folder()).getFileHandle(block).catch((error) => {
      throw isMissing(error) ? new DamagedBlock(block) : error;
    });
    const blob = await file.getFile();
    const total = width * length * BYTES_PER_VALUE;
    if (blob.size !== total) throw new DamagedBlock(block);
    const columns = Array.from({ length: width }, () => context.column(length));
    let at = 0;
    for (const piece of pieces(columns)) {
      context.checkpoint();
      // Not through an access handle: that would lock out a second tab which reads the same block.
      piece.set(new Uint8Array(await blob.slice(at, at + piece.byteLength).arrayBuffer()));
      at += piece.byteLength;
      context.progress(at / total, "Loading");
    }
    return columns;
  }

  /** Whether the block is there with the size it should have. */
  async has(block: string, width: number, length: number): Promise<boolean> {
    try {
      const file = await (await this.folder()).getFileHandle(block);
      return (await file.getFile()).size === width * length * BYTES_PER_VALUE;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async delete(block: string): Promise<void> {
    try {
      await (await this.folder()).removeEntry(block);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async names(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of (await this.folder()).keys()) names.push(name);
    return names;
  }

  private async folder(): Promise<FileSystemDirectoryHandle> {
    const root = writesInPlace() ? await privateFolder() : null;
    if (!root) throw new DOMException("there is no private file system", "NotSupportedError");
    return root.getDirectoryHandle(`${this.workspace}-blocks`, { create: true });
  }
}

function* pieces(columns: Float64Array[]): Generator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of columns) {
    for (let from = 0; from < byteLength; from += PIECE) {
      yield new Uint8Array(buffer, byteOffset + from, Math.min(PIECE, byteLength - from));
    }
  }
}
