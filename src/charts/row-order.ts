/** Up to this many rows may be in any order. */
const MAX_SORTED = 5000;

/** Rows by ascending position, without those that have none; null if they are already in order. */
export function inOrder(positions: Float64Array): number[] | null {
  if (positions.length > MAX_SORTED || ascending(positions)) return null;
  return Array.from(positions.keys())
    .filter((row) => !Number.isNaN(positions[row]))
    .sort((a, b) => positions[a] - positions[b]);
}

const ascending = (positions: Float64Array): boolean =>
  positions.every((position, row) => !Number.isNaN(position) && (row === 0 || positions[row - 1] <= position));
