import { fail, type Outcome } from "../contract";
import { describeAt } from "../numerics/describe";
import { troubleWithNumbers } from "../numerics/finite";
import type { JobContext } from "../runtime/job";

/** What is wrong with prices in the kernels' memory: one that is no number, or two so far apart that no return is between them. */
export function troubleWithPrices(context: JobContext, prices: Float64Array, address: number): Outcome<never> | null {
  const { length } = prices;
  const odd = troubleWithNumbers(context, address, length, prices);
  if (odd) return odd;
  const { minimum, maximum } = describeAt(context, address, 0, length);
  const apart = minimum !== null && minimum > 0 && maximum !== null && !Number.isFinite(maximum / minimum);
  return apart ? fail("bad-input", "series/tooLargeValues") : null;
}

/** All prices as one column: those of a CSV after the typed ones. */
export function joined(prices: Float64Array, appended: Float64Array | null | undefined, context: JobContext): Float64Array {
  if (!appended) return prices;
  const all = context.column(prices.length + appended.length);
  all.set(prices);
  all.set(appended, prices.length);
  return all;
}
