import { carryForwardBlock } from "../../assembly/build/ingest-layouts.js";
import type { Count, QualityReport } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { isFilled } from "./column-kinds";
import { LineNumbers } from "./line-numbers";
import type { Plan } from "./plan";
import { MAX_EXAMPLES, type RowStore } from "./rows";
import type { SeriesNumbers } from "./series-of";

/** State of the kernel before the first value: last value, and number of empty cells since. */
export const NOTHING_CARRIED = Float64Array.of(Number.NaN, 0);

/** Number of filled rows that are reported. */
const NAMED: Count = 5;

/** Report on filled cells: their number per column, and the first rows of the text. */
export type Filled = NonNullable<QualityReport["filled"]>;

/** Numbers with empty cells filled, and the rows at the beginning that remain without a value. */
interface FilledNumbers {
  numbers: SeriesNumbers;
  lines: LineNumbers;
  filled: Filled;
  left: { count: Count; examples: { row: Count; value: string }[] };
}

/**
 * Removes rows with an empty price whose date has another row with a price, if one row per date is kept: the latter is the one. Linear in
 * rows.
 */
export function dropAnswered(store: RowStore, { primary }: Plan, context: JobContext): void {
  const { length, times, columns, lines } = store;
  if (!times) return;
  const values = columns[primary];
  const [blank, priced] = [new Set<number>(), new Set<number>()];
  const each = (look: (row: Count) => void) =>
    inChunks(context, length, CHUNK, (from, to) => {
      for (let row = from; row < to; row++) look(row);
    });
  each((row) => Number.isNaN(values[row]) && blank.add(times[row]));
  if (blank.size === 0) return;
  each((row) => !Number.isNaN(values[row]) && blank.has(times[row]) && priced.add(times[row]));
  if (priced.size === 0) return;
  const all = lines.toArray(length);
  const kept: Count[] = [];
  each((row) => {
    if (!Number.isNaN(values[row]) || !priced.has(times[row])) kept.push(row);
    else store.dropped.add("missing-value", all[row], "");
  });
  for (const column of [times, ...columns]) for (const [place, row] of kept.entries()) column[place] = column[row];
  store.lines = LineNumbers.from(Float64Array.from(kept, (row) => all[row]));
  store.length = kept.length;
}

/**
 * Fills empty cells of prices with the value before them, in row order. Volumes and corporate actions (splits, dividends) are not carried
 * forward. Rows before the first analyzed value have nothing to carry forward and are omitted. Modifies the columns, which are not shared
 * yet; linear in rows.
 */
export async function fillBlanks(given: SeriesNumbers, lines: LineNumbers, plan: Plan, context: JobContext): Promise<FilledNumbers> {
  const kernels = await context.load("portfolio");
  const { primary, length } = given;
  const { values } = given.columns[primary];
  let start = 0;
  while (start < length && Number.isNaN(values[start])) start++;
  const { numbers, lines: kept } = start > 0 ? withoutFirst(given, lines, start, context) : { numbers: given, lines };
  const filled: Filled = [];
  for (const [place, { name, role, values: column }] of numbers.columns.entries()) {
    if (!isFilled({ role, event: plan.columns[place].event })) continue;
    const { count, rows } = carryInto(column, kernels, context);
    if (count > 0) filled.push({ column: name, count, rows: rows.map((row) => kept.at(row)) });
  }
  const examples = Array.from({ length: Math.min(start, MAX_EXAMPLES) }, (_, row) => ({ row: lines.at(row), value: "" }));
  return { numbers, lines: kept, filled, left: { count: start, examples } };
}

/** Carries the last value forward over the empty cells of a column: their number, and the first of their rows. */
function carryInto(column: Float64Array, kernels: KernelsOf<"portfolio">, context: JobContext): { count: Count; rows: Count[] } {
  const { arena } = context;
  const found = { count: 0, rows: [] as Count[] };
  arena.scope(() => {
    const room = arena.take(Math.min(CHUNK, column.length));
    const state = arena.put(NOTHING_CARRIED);
    const block = arena.block(carryForwardBlock, { column: room, limit: Number.POSITIVE_INFINITY, state });
    inChunks(context, column.length, CHUNK, (from, to) => {
      const given = column.subarray(from, to);
      const carried = arena.view(room, to - from);
      carried.set(given);
      const count = kernels.carryForward(block, 0, to - from);
      if (count === 0) return;
      for (let at = 0; at < given.length && found.rows.length < NAMED; at++)
        if (Number.isNaN(given[at]) && !Number.isNaN(carried[at])) found.rows.push(from + at);
      given.set(carried);
      found.count += count;
    });
  });
  return found;
}

function withoutFirst(given: SeriesNumbers, lines: LineNumbers, start: Count, context: JobContext) {
  const rest = (values: Float64Array) => {
    const column = context.column(given.length - start);
    column.set(values.subarray(start));
    return column;
  };
  return {
    numbers: {
      ...given,
      length: given.length - start,
      times: given.times && rest(given.times),
      columns: given.columns.map((column) => ({ ...column, values: rest(column.values) })),
    },
    lines: LineNumbers.from(lines.toArray(given.length).slice(start)),
  };
}
