import { fail, type Outcome } from "../contract";
import { describeAt } from "../numerics/describe";
import { validateNumbers } from "../numerics/finite";
import type { JobContext } from "../runtime/job";

/** A failure if a price is not a number, or if two prices are so far apart that the return between them overflows; null otherwise. */
export function validatePrices(context: JobContext, prices: Float64Array, address: number): Outcome<never> | null {
  const { length } = prices;
  const odd = validateNumbers(context, address, length, prices);
  if (odd) return odd;
  const { minimum, maximum } = describeAt(context, address, 0, length);
  const apart = minimum !== null && minimum > 0 && maximum !== null && !Number.isFinite(maximum / minimum);
  return apart ? fail("bad-input", "series/tooLargeValues") : null;
}

/** All prices as one column: the typed ones, then those of a CSV. */
export function joined(prices: Float64Array, appended: Float64Array | null | undefined, context: JobContext): Float64Array {
  if (!appended) return prices;
  const all = context.column(prices.length + appended.length);
  all.set(prices);
  all.set(appended, prices.length);
  return all;
}
