import { carryForwardBlock, placeValuesBlock } from "../../assembly/build/ingest-layouts.js";
import { isReturn, saysPercent } from "../analyzed-column";
import {
  type Count,
  fail,
  type Outcome,
  type Panel,
  type PanelSymbol,
  type QualityReport,
  type ReadingChoices,
  succeed,
  VALUE_BYTES,
} from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { returnRole } from "./column-role";
import { completeRows } from "./complete-rows";
import { compoundedName, compounding } from "./compound";
import { compoundPanel, type PanelReturns, panelReturns } from "./compound-panel";
import { NOTHING_CARRIED } from "./fill-blanks";
import type { PanelOptions, Plan, PlannedColumn } from "./plan";
import { NAMED, REPEATED_RULES, rankDates } from "./rank-dates";
import type { RowStore } from "./rows";
import type { SeriesNumbers } from "./series-of";

/** Maximum number of cells in all columns: what fits into the kernels' memory beside the rows. */
const MAX_CELLS: Count = 1.5e8;
/** Cells processed per call. */
const CELLS: Count = 1 << 19;

/** A table of a row per date and a column per symbol in the kernels' memory. */
interface PanelTable {
  names: readonly string[];
  times: number;
  /** Address of the first column, and the column of each name: rows of many symbols are always in the order of the names. */
  columns: number;
  at: readonly number[];
  dates: Count;
  /** The planned columns of the values. */
  planned: readonly PlannedColumn[];
  /** Rows that repeat a date: their number per symbol, and the first ones. */
  repeated: readonly Count[];
  examples: readonly Count[];
}

type Kernels = KernelsOf<"portfolio">;

/** Writes every value to the cell of its date and symbol. Call it within an arena scope. */
function placeRows(context: JobContext, kernels: Kernels, store: RowStore, plan: Plan, rule: PanelOptions["repeated"]) {
  const { arena } = context;
  const { length, codes } = store;
  const filled = store.columns.map((values, i) => ({ ...plan.columns[i], values: values.subarray(0, length) }));
  const given = codes ? filled : filled.filter(({ values }) => values.some((value) => !Number.isNaN(value)));
  const met = codes ? [...store.symbols.keys()] : given.map(({ name }) => name);
  const order = codes ? [...met.keys()].sort((a, b) => (met[a] < met[b] ? -1 : 1)) : [...met.keys()];
  const names = order.map((place) => met[place]);
  const { dates: times, ranks, count: dates } = rankDates(context, kernels, (store.times as Float64Array).subarray(0, length));
  const cells = dates * names.length;
  if (cells > MAX_CELLS) return fail("too-large", "ingest/panelTooLarge", { symbols: names.length, dates });
  const columns = arena.take(cells);
  inChunks(context, cells, CELLS, (from, to) => arena.view(columns, cells).fill(Number.NaN, from, to));
  const seen = rule === "mean" ? arena.takeBytes(cells * 4) : 0;
  if (seen) arena.bytes(seen, cells * 4).fill(0);
  const [counts, first] = [arena.takeBytes(names.length * 4), arena.takeBytes(NAMED * 4)];
  arena.bytes(counts, names.length * 4).fill(0);
  let found = 0;
  for (const [code, { values }] of given.entries()) {
    arena.scope(() => {
      const block = arena.block(placeValuesBlock, {
        values: arena.put(values),
        ranks,
        codes: codes ? arena.put(codes.subarray(0, length)) : 0,
        code,
        stride: dates,
        table: columns,
        seen,
        rule: REPEATED_RULES[rule ?? "first"],
        counts,
        rows: first,
        most: NAMED,
      });
      inChunks(context, length, CHUNK, (from, to) => {
        found = kernels.placeValues(block, from, to, found);
      });
    });
  }
  const numbers = (address: number, many: Count) => new Uint32Array(context.kernels.memory.buffer, address, many).slice();
  const examples = [...numbers(first, Math.min(found, NAMED))].map((row) => store.lines.at(row));
  const repeated = [...numbers(counts, names.length)];
  const at = order.map((place) => columns + place * dates * VALUE_BYTES);
  const planned = order.map((place) => (codes ? plan.columns[0] : given[place]));
  return succeed<PanelTable>({ names, times, columns, at, dates, planned, repeated: order.map((place) => repeated[place]), examples });
}

/** Values of the columns at these addresses. */
function valuesOf(context: JobContext, columns: readonly number[], length: Count): Count[] {
  return columns.map((column) => {
    let missing = 0;
    inChunks(context, length, CHUNK, (from, to) => {
      missing += context.kernels.countMissing(column, from, to);
    });
    return length - missing;
  });
}

/** Fills the empty cells of a column; returns their number. */
function fill(context: JobContext, kernels: Kernels, column: number, length: Count, limit: Count | undefined): Count {
  return context.arena.scope(() => {
    const state = context.arena.put(NOTHING_CARRIED);
    const block = context.arena.block(carryForwardBlock, { column, limit: limit ?? Number.POSITIVE_INFINITY, state });
    let filled = 0;
    inChunks(context, length, CHUNK, (from, to) => {
      filled += kernels.carryForward(block, from, to);
    });
    return filled;
  });
}

type AlignOptions = PanelOptions & Pick<ReadingChoices, "compound">;

/** An aligned panel of many symbols, and what the alignment did. */
interface AlignedPanel extends Pick<QualityReport, "returns" | "percents"> {
  numbers: SeriesNumbers;
  panel: Panel;
  /** Rows that repeated a date. */
  repeated: Count;
  examples: readonly Count[];
}

/** The row of the text that a value of a panel comes from. */
function lineOf({ times, columns, codes, symbols, length, lines }: RowStore, plan: Plan, name: string, time: number): Count {
  const code = symbols.get(name);
  const values = columns[plan.columns.findIndex((column) => column.name === name)];
  const isMeant = (row: number) => (codes ? codes[row] === code : !Number.isNaN(values[row]));
  let row = 0;
  while (row < length - 1 && !(times?.[row] === time && isMeant(row))) row++;
  return lines.at(row);
}

/**
 * Aligns the symbols of rows read for a panel: one column each, on the dates that all of them have (inner) or any of them has (outer).
 * Empty cells are filled as chosen, except of returns, which cannot be carried forward. Rows of one symbol with the same date are refused
 * unless `repeated` says which to keep. Returns are compounded, if chosen, before dates are dropped or empty cells filled. Linear in rows
 * and cells.
 */
export async function alignPanel(store: RowStore, plan: Plan, options: AlignOptions, context: JobContext): Promise<Outcome<AlignedPanel>> {
  if (!store.times || !plan.panel) return fail("bad-input", "ingest/panelUndated");
  const kernels = await context.load("portfolio");
  const { compound } = options;
  const compoundAt = compound ? await compounding(context) : null;
  return context.arena.scope(() => {
    const placed = placeRows(context, kernels, store, plan, options.repeated);
    if (!placed.ok) return placed;
    const { names, times, at, dates, repeated, examples } = placed.value;
    if (names.length < 2) return fail("bad-input", "ingest/panelOfOne");
    const again = repeated.reduce((sum, count) => sum + count, 0);
    if (again > 0 && !options.repeated) {
      const symbol = names[repeated.findIndex((count) => count > 0)];
      return fail("bad-input", "ingest/panelRepeats", { count: again, symbol }, { row: examples[0] });
    }
    const returns = panelReturns(context, kernels, placed.value, compound);
    if (compoundAt) {
      const made = compoundPanel(context, kernels, { at, dates, returns }, compoundAt, (symbol, place) => ({
        row: lineOf(store, plan, names[symbol], context.arena.view(times, dates)[place]),
        column: names[symbol],
      }));
      if (!made.ok) return made;
    }
    const panel = onOneCalendar(context, kernels, { ...placed.value, returns, compounded: compoundAt !== null }, options);
    return panel.ok ? succeed({ ...panel.value, repeated: again, examples }) : panel;
  });
}

/** Aligns the symbols of a table on the chosen calendar. */
function onOneCalendar(
  context: JobContext,
  kernels: Kernels,
  { names, times, columns, at, dates, planned, repeated, returns, compounded }: PanelTable & { returns: PanelReturns; compounded: boolean },
  options: PanelOptions,
): Outcome<Omit<AlignedPanel, "repeated" | "examples">> {
  const before = valuesOf(context, at, dates);
  const inner = options.calendar === "inner" || options.fill === "drop";
  const rows = inner ? completeRows(context, kernels, { columns, stride: dates, count: names.length }, times) : dates;
  if (rows < 2) return fail("bad-input", "ingest/panelTooShort", { dates: rows, symbols: names.length });
  const own = valuesOf(context, at, rows);
  const filling = !inner && options.fill === "previous";
  const symbols = names.map((name, i): PanelSymbol => {
    const made = compounded && returns[i] !== undefined;
    const filled = filling && (made || !isReturn(planned[i].role)) ? fill(context, kernels, at[i], rows, options.limit) : 0;
    return {
      name: made && returnRole(name) ? compoundedName(name) : name,
      values: before[i],
      filled,
      blank: rows - own[i] - filled,
      dropped: before[i] - own[i],
      repeated: repeated[i],
      ...(returns[i] && { returns: returns[i] }),
    };
  });
  const keep = (address: number) => {
    const column = context.column(rows);
    column.set(context.arena.view(address, rows));
    return column;
  };
  const primary = Math.max(
    0,
    symbols.findIndex(({ blank }) => blank === 0),
  );
  const role = (i: number) => (!compounded && isReturn(planned[i].role) ? planned[i].role : "value");
  const numbers: SeriesNumbers = {
    length: rows,
    times: keep(times),
    columns: symbols.map(({ name }, i) => ({ name, role: role(i), values: keep(at[i]) })),
    primary,
  };
  const { calendar, repeated: rule = null } = options;
  const limit = filling ? (options.limit ?? null) : null;
  const rest = calendar === "inner" ? "none" : options.fill;
  const first = symbols[primary].returns;
  const isInPercent = ({ name, returns: own }: PanelSymbol, i: number) =>
    i !== primary && !(compounded && own) && (own ? own.unit === "percent" : planned[i].percent) && !saysPercent(name);
  const percents = symbols.filter(isInPercent).map(({ name }) => name);
  return succeed({
    numbers,
    panel: { calendar, fill: rest, limit, repeated: rule, dates, symbols },
    ...(first && { returns: { column: symbols[primary].name, ...first, compounded } }),
    ...(percents.length > 0 && { percents }),
  });
}
