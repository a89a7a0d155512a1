import { VALUE_BYTES } from "../../contract";
import type { Arena } from "./arena";

/**
 * The latest rows of a column that is written piece by piece, from its first row on. Kernels address it by rows of the whole column as if
 * all of it were present: a long column thus needs no more memory than a piece.
 */
export class Sliding {
  /** Column row at the start of the buffer. */
  private start = 0;
  private readonly room: number;

  /**
   * Allocates the buffer in the arena.
   * @param piece maximum number of rows of a piece
   * @param back rows before a piece that are still read
   */
  constructor(
    private readonly arena: Arena,
    piece: number,
    private readonly back = 0,
  ) {
    this.room = arena.take(back + piece);
  }

  /** Virtual address of row 0, with room for the piece that begins at `from`; the rows before it keep their values. */
  at(from: number): number {
    const start = Math.max(0, from - this.back);
    if (start > this.start) {
      const rows = this.arena.view(this.room, from - this.start);
      rows.copyWithin(0, start - this.start);
      this.start = start;
    }
    // Addresses are unsigned: row 0 of a column of 80 MB may lie far below the buffer.
    return (this.room - this.start * VALUE_BYTES) >>> 0;
  }

  /** The rows of a piece. */
  view(from: number, to: number): Float64Array {
    return this.arena.view(this.room + (from - this.start) * VALUE_BYTES, to - from);
  }
}
