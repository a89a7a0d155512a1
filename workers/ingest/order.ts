import { orderScatterBlock, orderUniqueBlock } from "../../assembly/build/ingest-layouts.js";
import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { LineNumbers } from "./line-numbers";
import type { RowStore } from "./rows";

const DIGITS = 1 << 16;
const FIRST = 5;

/** Row numbers, 32 bits each, in order of the `length` times at an address; equal times keep the order of the text. Call it within an arena scope. */
export function timeOrder(context: JobContext, column: number, length: Count): number {
  const { kernels, arena } = context;
  let order = arena.takeBytes(length * 4);
  let target = arena.takeBytes(length * 4);
  const counts = arena.takeBytes(DIGITS * 4);
  inChunks(context, length, CHUNK, (from, to) => kernels.orderStart(order, from, to));
  for (let digit = 0; digit < 4; digit++) {
    arena.bytes(counts, DIGITS * 4).fill(0);
    inChunks(context, length, CHUNK, (from, to) => kernels.orderCount(column, from, to, digit, counts));
    if (kernels.orderPlace(counts, length)) continue;
    const block = arena.block(orderScatterBlock, { times: column, order, target, digit, counts });
    inChunks(context, length, CHUNK, (from, to) => kernels.orderScatter(block, from, to));
    [order, target] = [target, order];
  }
  return order;
}

/** Sorts the rows of a store by time; equal times keep the order of the text. */
export function sortRows(context: JobContext, store: RowStore): void {
  takeInOrder(context, store, () => store.length);
}

/** Sorts the rows of a store by time and keeps the last of those with the same time; the others are counted as dropped. */
export function keepLast(context: JobContext, store: RowStore): void {
  const { kernels, arena } = context;
  const { length, lines } = store;
  const times = store.times;
  if (!times) return;
  takeInOrder(context, store, (column, order) => {
    const out = arena.takeBytes(FIRST * 4);
    let kept = 0;
    const block = arena.block(orderUniqueBlock, { times: column, order, n: length, rows: out, most: FIRST });
    inChunks(context, length, CHUNK, (from, to) => {
      kept = kernels.orderUnique(block, from, to, kept);
    });
    const duplicates = [...new Uint32Array(kernels.memory.buffer, out, Math.min(FIRST, length - kept))];
    store.dropped.addMany(
      "duplicate-date",
      length - kept,
      duplicates.map((row) => ({ row: lines.at(row), value: new Date(times[row]).toISOString() })),
    );
    return kept;
  });
}

/** Reorders the rows of a store by time. @param choose selects the rows to keep from those at an address; returns their number */
function takeInOrder(context: JobContext, store: RowStore, choose: (times: number, order: number) => Count): void {
  const { kernels, arena } = context;
  const { length } = store;
  if (!store.times) return;
  const times = store.times.subarray(0, length);
  arena.scope(() => {
    const column = arena.put(times);
    const order = timeOrder(context, column, length);
    const kept = choose(column, order);
    const sorted = arena.take(kept);
    const gather = (values: Float64Array) => {
      arena.view(column, length).set(values.subarray(0, length));
      inChunks(context, kept, CHUNK, (from, to) => kernels.orderGather(column, order, sorted, from, to));
      values.set(arena.view(sorted, kept));
    };
    for (const values of store.columns) gather(values);
    gather(store.times!);
    const lines = store.lines.toArray(length);
    gather(lines);
    store.lines = LineNumbers.from(lines.subarray(0, kept));
    store.length = kept;
  });
}
