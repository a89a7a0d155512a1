/** A stored block. */
export interface BlockFile {
  bytes: number;
  /** Bytes [from, to), which were written as one piece. */
  piece(from: number, to: number): Promise<ArrayBuffer>;
}

/** Storage of blocks. A block is written once, piece by piece, and exists only when it is complete. */
export interface BlockFiles {
  /** @param pieces consumed lazily, no more at a time than a transaction should hold */
  write(block: string, pieces: Iterable<Uint8Array>): Promise<void>;
  open(block: string): Promise<BlockFile | null>;
  delete(block: string): Promise<void>;
  /** Names of all blocks, including remains of interrupted writes. */
  names(): Promise<string[]>;
}
