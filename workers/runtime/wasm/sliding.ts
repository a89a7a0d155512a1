import type { Arena } from "./arena";

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/**
 * The newest rows of a column that is written piece by piece, from its first row on. Kernels work on it by the rows of the whole column,
 * as if all of it were there: a long one then takes no more room than a piece.
 */
export class Sliding {
  /** Row of the column that stands first in the room. */
  private start = 0;
  private readonly room: number;

  /**
   * Takes the arena room.
   * @param piece most rows of a piece
   * @param back rows before a piece that are still read
   */
  constructor(
    private readonly arena: Arena,
    piece: number,
    private readonly back = 0,
  ) {
    this.room = arena.take(back + piece);
  }

  /** Where row 0 of the column would be, with room for the piece that begins at `from`, and the rows before it as they were written. */
  at(from: number): number {
    const start = Math.max(0, from - this.back);
    if (start > this.start) {
      const rows = this.arena.view(this.room, from - this.start);
      rows.copyWithin(0, start - this.start);
      this.start = start;
    }
    // Addresses are unsigned: row 0 of a column of 80 MB would be far before the room.
    return (this.room - this.start * BYTES) >>> 0;
  }

  /** The rows of a piece. */
  view(from: number, to: number): Float64Array {
    return this.arena.view(this.room + (from - this.start) * BYTES, to - from);
  }
}
