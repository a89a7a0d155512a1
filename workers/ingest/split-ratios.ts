import type { Fraction } from "../contract";
import { splitName } from "../series";

/** A split that may have made a jump. */
export interface SplitRatio {
  /** New shares per old one. */
  shares: number;
  /** "4:1". */
  name: string;
  /** Remaining move after adjusting the earlier prices for the split. */
  rest: Fraction;
}

/** Largest n of the ratios n:1 and 1:n. */
const MAX_SHARES = 100;
const SHOWN = 3;

const RATIOS: readonly Omit<SplitRatio, "rest">[] = [
  3 / 2,
  2 / 3,
  ...Array.from({ length: MAX_SHARES - 1 }, (_, place) => place + 2).flatMap((shares) => [shares, 1 / shares]),
].map((shares) => ({ shares, name: splitName(shares) }));

/** The simple ratios (n:1, 1:n, 3:2, 2:3) that explain most of a move from one price to the next, best first. */
export function nearestSplits(before: number, after: number): SplitRatio[] {
  const distance = ({ shares }: { shares: number }) => Math.abs(Math.log((after * shares) / before));
  return [...RATIOS]
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, SHOWN)
    .map((ratio) => ({ ...ratio, rest: (after * ratio.shares) / before - 1 }));
}
