/** A block that is there. */
export interface BlockFile {
  bytes: number;
  /** Bytes `from` to `to`, which were written as one piece. */
  piece(from: number, to: number): Promise<ArrayBuffer>;
}

/** Where the bytes of blocks lie. A block is written once, piece by piece, and is there when all of it is. */
export interface BlockFiles {
  /** @param pieces taken one after another, no more of them at once than a transaction should hold */
  write(block: string, pieces: Iterable<Uint8Array>): Promise<void>;
  open(block: string): Promise<BlockFile | null>;
  delete(block: string): Promise<void>;
  /** Of all blocks, and of what an interrupted write has left. */
  names(): Promise<string[]>;
}
