import type { Fraction } from "../contract";
import { splitName } from "../series";

/** A split that may have made a jump. */
export interface SplitRatio {
  /** New shares per old one. */
  shares: number;
  /** "4:1". */
  name: string;
  /** What is left of the move where the prices before are adjusted for it. */
  rest: Fraction;
}

/** Shares for one, and one for shares, up to this many. */
const MAX_SHARES = 100;
const SHOWN = 3;

const RATIOS: readonly Omit<SplitRatio, "rest">[] = [
  3 / 2,
  2 / 3,
  ...Array.from({ length: MAX_SHARES - 1 }, (_, place) => place + 2).flatMap((shares) => [shares, 1 / shares]),
].map((shares) => ({ shares, name: splitName(shares) }));

/** The simple ratios (n:1, 1:n, 3:2, 2:3) that leave least of a move from one price to the next, nearest first. */
export function nearestSplits(before: number, after: number): SplitRatio[] {
  const distance = ({ shares }: { shares: number }) => Math.abs(Math.log((after * shares) / before));
  return [...RATIOS]
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, SHOWN)
    .map((ratio) => ({ ...ratio, rest: (after * ratio.shares) / before - 1 }));
}
