import { placeValuesBlock, rankTimesBlock } from "../../assembly/build/ingest-layouts.js";
import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { LineNumbers } from "./line-numbers";
import { timeOrder } from "./order";
import type { RowStore } from "./rows";

const CHUNK: Count = 1 << 16;
/** Rows that are named of those that repeat a date. */
const NAMED: Count = 5;
const [FIRST, MEAN] = [0, 2];

/**
 * Sorts the rows of a store by time and makes one of those with the same time: the first of them, or the mean of their values column by column,
 * blank cells aside. The others are counted as dropped. Linear in rows.
 */
export async function mergeRepeated(context: JobContext, store: RowStore, rule: "first" | "mean"): Promise<void> {
  const { length, times } = store;
  if (!times) return;
  const kernels = await context.load("portfolio");
  const { arena } = context;
  arena.scope(() => {
    const rows = arena.put(times.subarray(0, length));
    const order = timeOrder(context, rows, length);
    const [dates, ranks] = [arena.take(length), arena.takeBytes(length * 4)];
    const ranked = arena.block(rankTimesBlock, { times: rows, order, dates, ranks });
    let kept = 0;
    inChunks(context, length, CHUNK, (from, to) => {
      kept = kernels.rankTimes(ranked, from, to, kept);
    });
    const [table, seen, named] = [arena.take(kept), arena.takeBytes(kept * 4), arena.takeBytes(NAMED * 4)];
    /** One value a date of a column; how many repeat one. */
    const place = (values: Float64Array, how: number): Count => {
      arena.view(table, kept).fill(Number.NaN);
      arena.bytes(seen, kept * 4).fill(0);
      return arena.scope(() => {
        const counts = arena.takeBytes(4);
        const block = arena.block(placeValuesBlock, {
          values: arena.put(values),
          ranks,
          codes: 0,
          code: 0,
          stride: kept,
          table,
          seen,
          rule: how,
          counts,
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
    const repeated = place(
      Float64Array.from({ length }, (_, row) => row),
      FIRST,
    );
    const first = arena.view(table, kept).slice();
    const examples = [...new Uint32Array(context.kernels.memory.buffer, named, Math.min(NAMED, repeated))];
    store.dropped.addMany(
      "duplicate-date",
      repeated,
      examples.map((row) => ({ row: store.lines.at(row), value: new Date(times[row]).toISOString() })),
    );
    for (const values of store.columns) {
      if (rule === "mean") {
        place(values.subarray(0, length), MEAN);
        values.set(arena.view(table, kept));
      } else values.set(first.map((row) => values[row]));
    }
    times.set(arena.view(dates, kept));
    const lines = store.lines.toArray(length);
    store.lines = LineNumbers.from(first.map((row) => lines[row]));
    store.length = kept;
  });
}
