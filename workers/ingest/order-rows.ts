import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import { dropAnswered } from "./fill-blanks";
import { keepLast, sortRows } from "./order";
import type { Plan, ReadOptions } from "./plan";
import { scanOrder } from "./quality";
import { mergeRepeated } from "./repeated-dates";
import type { RowStore } from "./rows";

/** Sorts the rows if needed, and merges those with the same date if chosen; returns the number of rows that were out of order. */
export async function orderRows(store: RowStore, plan: Plan, { repeated }: ReadOptions, context: JobContext): Promise<Count> {
  if (!store.times) return 0;
  const { descents, ties } = scanOrder(context, store.times.subarray(0, store.length));
  if (ties + descents === 0) return 0;
  store.digests = undefined;
  if (plan.fill && (repeated === "first" || repeated === "last")) dropAnswered(store, plan, context);
  if (repeated === "first" || repeated === "mean") await mergeRepeated(context, store, repeated);
  else if (repeated === "last") keepLast(context, store);
  else if (descents > 0) sortRows(context, store);
  return descents;
}
