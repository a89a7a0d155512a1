import { seriesFolder } from "../capabilities";
import { VALUE_BYTES } from "../contract";
import type { JobContext } from "../runtime/job";
import type { BlockFiles } from "./block-files";
import { DatabaseBlocks } from "./database-blocks";
import { PrivateFiles } from "./private-files";

/** Bytes written or read between checks of the cancel flag. */
const PIECE = 8 << 20;

/** A block is gone, or does not hold what its catalog entry says. */
export class DamagedBlock extends Error {
  constructor(block: string) {
    super(`block ${block} is damaged`);
    this.name = "DamagedBlock";
  }
}

/**
 * Columns in blocks: files of the origin private file system or, without one, pieces in a database. A block is written once, under a fresh
 * name, and never changed.
 */
export class ColumnStore {
  private readonly name: string;

  constructor(workspace: string) {
    this.name = `${workspace}-blocks`;
  }

  async write(block: string, columns: Float64Array[], context: JobContext): Promise<void> {
    const total = columns.reduce((sum, column) => sum + column.byteLength, 0);
    function* watched(): Generator<Uint8Array> {
      let at = 0;
      for (const piece of pieces(columns)) {
        context.checkpoint();
        yield piece;
        at += piece.byteLength;
        context.progress(at / total, "Saving");
      }
    }
    await (await this.files()).write(block, watched());
  }

  /** Reads `width` columns of `length` values. */
  async read(block: string, width: number, length: number, context: JobContext): Promise<Float64Array[]> {
    const file = await (await this.files()).open(block);
    const total = width * length * VALUE_BYTES;
    if (file?.bytes !== total) throw new DamagedBlock(block);
    const columns = Array.from({ length: width }, () => context.column(length));
    let at = 0;
    for (const piece of pieces(columns)) {
      context.checkpoint();
      const bytes = new Uint8Array(await file.piece(at, at + piece.byteLength));
      if (bytes.byteLength !== piece.byteLength) throw new DamagedBlock(block);
      piece.set(bytes);
      at += piece.byteLength;
      context.progress(at / total, "Loading");
    }
    return columns;
  }

  /** Whether the block exists with the expected size. */
  async has(block: string, width: number, length: number): Promise<boolean> {
    return (await (await this.files()).open(block))?.bytes === width * length * VALUE_BYTES;
  }

  async delete(block: string): Promise<void> {
    await (await this.files()).delete(block);
  }

  async names(): Promise<string[]> {
    return (await this.files()).names();
  }

  private async files(): Promise<BlockFiles> {
    const root = await seriesFolder();
    return root ? new PrivateFiles(root, this.name) : new DatabaseBlocks(this.name);
  }
}

function* pieces(columns: Float64Array[]): Generator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of columns) {
    for (let from = 0; from < byteLength; from += PIECE) {
      yield new Uint8Array(buffer, byteOffset + from, Math.min(PIECE, byteLength - from));
    }
  }
}
