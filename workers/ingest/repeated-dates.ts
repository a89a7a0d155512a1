import { placeValuesBlock } from "../../assembly/build/ingest-layouts.js";
import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { LineNumbers } from "./line-numbers";
import type { RepeatedRule } from "./plan";
import { NAMED, REPEATED_RULES, rankDates } from "./rank-dates";
import type { RowStore } from "./rows";

/** The dates of rows, and a function that sorts values by date with one per date. Call it within an arena scope. */
function datesOf(context: JobContext, kernels: KernelsOf<"portfolio">, times: Float64Array) {
  const { arena } = context;
  const { length } = times;
  const { dates, ranks, count: kept } = rankDates(context, kernels, times);
  const [table, seen, named] = [arena.take(kept), arena.takeBytes(kept * 4), arena.takeBytes(NAMED * 4)];
  /** Reduces to one value per date; returns the number of repetitions. */
  const place = (values: Float64Array, rule: RepeatedRule): Count => {
    arena.view(table, kept).fill(Number.NaN);
    arena.bytes(seen, kept * 4).fill(0);
    return arena.scope(() => {
      const block = arena.block(placeValuesBlock, {
        values: arena.put(values),
        ranks,
        codes: 0,
        code: 0,
        stride: kept,
        table,
        seen,
        rule: REPEATED_RULES[rule],
        counts: arena.takeBytes(4),
        rows: named,
        most: NAMED,
      });
      let found = 0;
      inChunks(context, length, CHUNK, (from, to) => {
        found = kernels.placeValues(block, from, to, found);
      });
      return found;
    });
  };
  return {
    kept,
    place,
    placed: () => arena.view(table, kept).slice(),
    dates: () => arena.view(dates, kept).slice(),
    /** The first rows that repeat a date. */
    named: (found: Count) => [...new Uint32Array(context.kernels.memory.buffer, named, Math.min(NAMED, found))],
  };
}

/** A column with one value per date, in ascending order. Linear in rows. */
export async function onePerDate(
  context: JobContext,
  { times, values }: { times: Float64Array; values: Float64Array },
  rule: RepeatedRule,
): Promise<{ times: Float64Array; values: Float64Array }> {
  const kernels = await context.load("portfolio");
  return context.arena.scope(() => {
    const { place, placed, dates } = datesOf(context, kernels, times);
    place(values, rule);
    return { times: dates(), values: placed() };
  });
}

/**
 * Sorts the rows of a store by time and merges those with the same time: into the first of them, or the mean per column, ignoring empty
 * cells. The others are counted as dropped. Linear in rows.
 */
export async function mergeRepeated(context: JobContext, store: RowStore, rule: "first" | "mean"): Promise<void> {
  const { length, times } = store;
  if (!times) return;
  const kernels = await context.load("portfolio");
  context.arena.scope(() => {
    const { kept, place, placed, dates, named } = datesOf(context, kernels, times.subarray(0, length));
    const repeated = place(
      Float64Array.from({ length }, (_, row) => row),
      "first",
    );
    const first = placed();
    store.dropped.addMany(
      "duplicate-date",
      repeated,
      named(repeated).map((row) => ({ row: store.lines.at(row), value: new Date(times[row]).toISOString() })),
    );
    for (const values of store.columns) {
      if (rule === "mean") {
        place(values.subarray(0, length), "mean");
        values.set(placed());
      } else values.set(first.map((row) => values[row]));
    }
    times.set(dates());
    const lines = store.lines.toArray(length);
    store.lines = LineNumbers.from(first.map((row) => lines[row]));
    store.length = kept;
  });
}
