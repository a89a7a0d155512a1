import type { Count } from "../../contract";

/**
 * Pieces of a column, one behind the other. Room is made once they are there, whatever a file says of how many there are.
 * @param make room for so many
 */
export function joinPieces<Piece extends Float64Array | Int32Array>(pieces: readonly Piece[], make: (length: Count) => Piece): Piece {
  if (pieces.length === 1) return pieces[0];
  const out = make(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
