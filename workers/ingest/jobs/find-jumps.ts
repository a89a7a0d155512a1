import { type Count, fail, type Millis, type Outcome, type Series, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { findJumps as jumpPlaces } from "../quality";
import { nearestSplits, type SplitRatio } from "../split-ratios";

/** Maximum number of jumps listed. */
const MAX_LISTED: Count = 50;

export interface FoundJump {
  time: Millis;
  before: number;
  after: number;
  /** The simple splits that would explain most of it, best first. */
  splits: SplitRatio[];
}

export interface FoundJumps {
  count: Count;
  /** The first ones. */
  jumps: FoundJump[];
}

/**
 * Steps of more than 40% in a dated series, in unadjusted prices if it was adjusted, and the splits that may explain them. Linear in rows.
 * Fails with `ingest/adjustUndated` without dates.
 */
export function findJumps({ series }: { series: Series }, context: JobContext): Outcome<FoundJumps> {
  const { times, columns, primary, quality } = series;
  if (!times) return fail("bad-input", "ingest/adjustUndated");
  const read = columns.find(({ name }) => name === quality.adjusted?.column) ?? columns[primary];
  const { count, places } = jumpPlaces(context, read.values, MAX_LISTED);
  const jumps = places.map((row) => {
    const [before, after] = [read.values[row - 1], read.values[row]];
    return { time: times[row], before, after, splits: nearestSplits(before, after) };
  });
  return succeed({ count, jumps });
}
