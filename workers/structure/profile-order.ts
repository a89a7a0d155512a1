import type { Count, Fraction, Range } from "../contract";

/** The diagonals of a matrix profile: pairs of windows the same distance apart, computed in groups of adjacent diagonals. */
export interface Diagonals {
  /** Values per window. */
  width: Count;
  windows: Count;
  /** The first diagonal outside the exclusion zone. */
  first: Count;
  groups: Count;
}

/** Diagonals that the kernel processes at once. */
export const GROUP = 8;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Exclusion zone: windows closer than this do not count as neighbors. */
export const exclusionOf = (width: Count): Count => Math.ceil(width / 4);

/** The diagonals of `n` values; null if there are too few windows to compare. */
export function diagonalsOf(n: Count, width: Count): Diagonals | null {
  const windows = n - width + 1;
  const first = exclusionOf(width) + 1;
  if (width < 4 || windows <= first + width) return null;
  return { width, windows, first, groups: Math.ceil((windows - first) / GROUP) };
}

const shareFactor = (a: Count, b: Count): boolean => (b === 0 ? a > 1 : shareFactor(b, a % b));

/** Stride through a cyclic order: about the golden section of the count, and coprime to it, so that every index is visited. */
function strideOf(count: Count): Count {
  let stride = Math.max(1, Math.round(GOLDEN * count));
  while (shareFactor(stride, count)) stride++;
  return stride;
}

/** An order of `count` items in which any consecutive positions are spread evenly over all items. */
export function spread(count: Count): (place: Count) => Count {
  const stride = strideOf(count);
  return (place) => (place * stride) % count;
}

/**
 * The first diagonal of each group in the order in which they are compared. Consecutive positions are spread evenly over all groups, so
 * that an unfinished profile covers all time distances, and equally long runs cost about the same.
 */
export function diagonalAt({ first, groups }: Diagonals): (place: Count) => Count {
  const at = spread(groups);
  return (place) => first + GROUP * at(place);
}

/** Rows per block: a graphics processor compares all windows with one block at a time. */
export const BLOCK: Count = 1024;
export const blocksOf = ({ windows }: Diagonals): Count => Math.ceil(windows / BLOCK);

/** The rows of the block at a position of the order in which a graphics processor processes them. */
export function rowsAt(diagonals: Diagonals): (place: Count) => Range {
  const at = spread(blocksOf(diagonals));
  return (place) => ({ from: BLOCK * at(place), to: Math.min(diagonals.windows, BLOCK * (at(place) + 1)) });
}

/**
 * The rows of the group of diagonals that begins at one that are left to be compared, where all windows have been with the first `blocks` blocks of
 * rows: those of blocks whose windows, or the windows opposite, are in another.
 */
export function openRows(diagonals: Diagonals, blocks: Count): (diagonal: Count) => Range[] {
  const { windows } = diagonals;
  const at = spread(blocksOf(diagonals));
  const done = new Set(Array.from({ length: blocks }, (_, place) => at(place)));
  const isDone = (from: Count, to: Count) => {
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) if (!done.has(block)) return false;
    return true;
  };
  return (diagonal) => {
    const end = windows - diagonal;
    if (blocks === 0) return [{ from: 0, to: end }];
    const open: Range[] = [];
    const edgeAfter = (window: Count) => BLOCK * (Math.floor(window / BLOCK) + 1);
    for (let from = 0, to = 0; from < end; from = to) {
      // Boundary of the next block for either window, on the nearest or the farthest diagonal.
      const [near, far] = [from + diagonal, from + diagonal + GROUP - 1];
      to = Math.min(end, edgeAfter(from), from + edgeAfter(near) - near, from + edgeAfter(far) - far);
      if (isDone(from, to) && isDone(near, Math.min(windows, to + diagonal + GROUP - 1))) continue;
      const last = open.at(-1);
      if (last?.to === from) last.to = to;
      else open.push({ from, to });
    }
    return open;
  };
}

const triangle = (steps: Count): Count => (steps * (steps + 1)) / 2;

/** Number of window pairs in the group that begins at a diagonal. */
const pairsAt = ({ windows }: Diagonals, diagonal: Count): Count =>
  triangle(windows - diagonal) - triangle(Math.max(0, windows - diagonal - GROUP));

export const allPairs = ({ windows, first }: Diagonals): Count => triangle(windows - first);

/** Share of all pairs that the groups at the first `done` places hold, and those both of whose windows are in the first `blocks` blocks of rows. */
export function shareOf(diagonals: Diagonals, done: Count, blocks: Count = 0): Fraction {
  if (done >= diagonals.groups) return 1;
  const before = (blocks / blocksOf(diagonals)) ** 2;
  const at = diagonalAt(diagonals);
  let pairs = 0;
  for (let place = 0; place < done; place++) pairs += pairsAt(diagonals, at(place));
  return before + ((1 - before) * pairs) / allPairs(diagonals);
}
