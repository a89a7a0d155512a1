import { because, type Cause } from "../contract";
import { describeAt } from "../numerics/describe";
import type { JobContext } from "../runtime/job";

/** Bound that leaves room to multiply or divide by usual amounts within the range of a double. */
const SMALL = 1e-280;
const LARGE = 1e280;

/** Why nothing could be computed with prices: too small if some are and none is too large, otherwise too large. */
export function beyondRange(context: JobContext, columns: readonly Float64Array[]): Cause {
  const { arena } = context;
  const found = columns.map((values) => arena.scope(() => describeAt(context, arena.put(values), 0, values.length)));
  const small = found.some(({ minimum }) => minimum !== null && minimum < SMALL);
  const large = found.some(({ maximum }) => maximum !== null && maximum > LARGE);
  return because(small && !large ? "series/tooSmallValues" : "series/tooLargeValues");
}
