import { because, type Cause } from "../contract";
import { describeAt } from "../numerics/describe";
import type { JobContext } from "../runtime/job";

/** What a usual amount is divided or multiplied by without leaving the numbers of 64 bits. */
const SMALL = 1e-280;
const LARGE = 1e280;

/** Why nothing could be computed with prices: they are too small, if some are and none is too large. */
export function beyondRange(context: JobContext, columns: readonly Float64Array[]): Cause {
  const { arena } = context;
  const found = columns.map((values) => arena.scope(() => describeAt(context, arena.put(values), 0, values.length)));
  const small = found.some(({ minimum }) => minimum !== null && minimum < SMALL);
  const large = found.some(({ maximum }) => maximum !== null && maximum > LARGE);
  return because(small && !large ? "series/tooSmallValues" : "series/tooLargeValues");
}
