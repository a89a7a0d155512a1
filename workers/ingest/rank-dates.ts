import { rankTimesBlock } from "../../assembly/build/ingest-layouts.js";
import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { timeOrder } from "./order";
import type { RepeatedRule } from "./plan";

/** Number of reported rows that repeat a date. */
export const NAMED: Count = 5;
/** Codes of the rules in the kernel `placeValues`. */
export const REPEATED_RULES: Record<RepeatedRule, number> = { first: 0, last: 1, mean: 2 };

/** Addresses of the distinct dates of rows, ascending, and of the index of each row's date among them. Call it within an arena scope. */
export function rankDates(context: JobContext, kernels: KernelsOf<"portfolio">, times: Float64Array) {
  const { arena } = context;
  const { length } = times;
  const rows = arena.put(times);
  const order = timeOrder(context, rows, length);
  const [dates, ranks] = [arena.take(length), arena.takeBytes(length * 4)];
  const ranked = arena.block(rankTimesBlock, { times: rows, order, dates, ranks });
  let count = 0;
  inChunks(context, length, CHUNK, (from, to) => {
    count = kernels.rankTimes(ranked, from, to, count);
  });
  return { dates, ranks, count };
}
