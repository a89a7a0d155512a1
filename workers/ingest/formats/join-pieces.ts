import type { Count } from "../../contract";

/**
 * Concatenates pieces of a column. Memory is allocated for the actual length, whatever the file claims.
 * @param make allocates a column of a length
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
