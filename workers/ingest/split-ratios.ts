import type { Fraction } from "../contract";

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
  { shares: 3 / 2, name: "3:2" },
  { shares: 2 / 3, name: "2:3" },
  ...Array.from({ length: MAX_SHARES - 1 }, (_, place) => place + 2).flatMap((shares) => [
    { shares, name: `${shares}:1` },
    { shares: 1 / shares, name: `1:${shares}` },
  ]),
];

/** The simple ratios (n:1, 1:n, 3:2, 2:3) that leave least of a move from one price to the next, nearest first. */
export function nearestSplits(before: number, after: number): SplitRatio[] {
  const distance = ({ shares }: { shares: number }) => Math.abs(Math.log((after * shares) / before));
  return [...RATIOS]
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, SHOWN)
    .map((ratio) => ({ ...ratio, rest: (after * ratio.shares) / before - 1 }));
}
