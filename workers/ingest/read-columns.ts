import { type Count, DAY, type Millis } from "../contract";
import { clipped } from "../format";
import { CHUNK, type JobContext } from "../runtime/job";
import { checkPlanned, type PlannedReading, planReading } from "./chosen-reading";
import { EPOCH_SCALE } from "./date-format";
import type { Written } from "./formats/content";
import type { Field, TypedTable } from "./formats/typed-table";
import { isCommaNumber } from "./number-format";
import type { Plan, ReadOptions } from "./plan";
import type { Remembered } from "./remembered";
import { RowStore } from "./rows";
import { dayAt } from "./utc-midnights";
import { zoneOf } from "./zones";

/** Rows from which the columns are inferred. */
const EXAMINED: Count = 1000;
/** Letters of their cells, which are shown too: no date or number has more, and an article of a megabyte is in a cell as well. */
const EXAMINED_LETTERS: Count = 1000;
/** Rows searched for text numbers with a decimal comma. */
const LOOKED_AT: Count = 20;
/** Largest ECMAScript date, less a day for local time. */
const MAX_TIME: Millis = 8.64e15 - DAY;
/** Lines shown in the data field. */
const SHOWN: Count = 100;

interface ReadColumns extends PlannedReading {
  store: RowStore;
  preview: string;
}

/** Format of typed rows written out for inference; the decimal sign of text columns is detected if they use a comma. */
const signsOf = (lines: readonly string[][]): Written => ({
  delimiter: "tab",
  ...(!lines.slice(0, LOOKED_AT).flat().some(isCommaNumber) && { decimal: "point" }),
});

const isMissing = (cell: unknown): boolean => cell === null || cell === undefined || (typeof cell === "number" && Number.isNaN(cell));

/** A cell as text: the shortest form of a number, a time in ISO 8601. @param most letters of a text that are taken */
function cellText(cell: unknown, { kind, zone }: Field, most?: Count): string {
  if (isMissing(cell)) return "";
  if (kind === "time") return momentText(Number(cell), zone);
  if (kind === "clock") return clockText(Number(cell));
  return String(cell)
    .slice(0, most)
    .replace(/[\t\r\n]+/g, " ");
}

/** A cell of a column that is read. A long text, which a file may hold once for all rows, is not copied: it can only be a symbol, whose name is shortened. */
const placedText = (cell: unknown, field: Field): string =>
  typeof cell === "string" && cell.length > EXAMINED_LETTERS ? cell : cellText(cell, field);

/** A time of day; a value outside of a day is written as it is. */
const clockText = (time: Millis): string =>
  time >= 0 && time < DAY ? new Date(time).toISOString().slice(11, 23).replace(".000", "") : String(time);

function momentText(time: Millis, zone?: string): string {
  if (!(Math.abs(time) <= MAX_TIME)) return String(time);
  const offset = zone === undefined ? undefined : zoneOf(zone)?.(time);
  if (offset === undefined) return new Date(time).toISOString().replace("T00:00:00.000Z", "");
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return new Date(time + offset).toISOString().replace("Z", `${offset < 0 ? "-" : "+"}${size}`);
}

/**
 * Reads typed columns. Date, numeric and analyzed columns are inferred from the first rows by the rules for texts, so that a table gives
 * the same series in every format; typed columns are then copied, texts parsed cell by cell.
 */
export async function readColumns(
  table: TypedTable,
  options: ReadOptions,
  remembered: Remembered,
  context: JobContext,
  label: string,
): Promise<ReadColumns | "no-numbers"> {
  const { names, lines } = await headOf(table, EXAMINED);
  const planned = planTyped(names, lines, options, remembered);
  if (!planned) return "no-numbers";
  checkPlanned(planned, options);
  const store = await storeOf(table, planned.plan, context, label);
  return { ...planned, store, preview: [names, ...lines.slice(0, SHOWN)].map((cells) => cells.join("\t")).join("\n") };
}

/** Names of the fields of a table, and its first rows as text, without the rest of long cells. */
export async function headOf({ fields, rows, head }: TypedTable, most: Count): Promise<{ names: string[]; lines: string[][] }> {
  const cells = await head(most);
  return {
    names: fields.map(({ name }) => name.replace(/[\t\r\n]+/g, " ")),
    lines: Array.from({ length: Math.min(most, rows) }, (_, row) =>
      // A letter more, so that it shows that a text was cut.
      fields.map((field, place) => clipped(cellText(cells[place][row], field, EXAMINED_LETTERS + 1), EXAMINED_LETTERS)),
    ),
  };
}

/** All rows of a table as text, in pieces. */
export async function* linesOf({ fields, pieces }: TypedTable): AsyncGenerator<string[][]> {
  const places = fields.map((_, place) => place);
  for await (const cells of pieces(places))
    for (let from = 0; from < cells[0].length; from += CHUNK)
      yield Array.from({ length: Math.min(CHUNK, cells[0].length - from) }, (_, row) =>
        fields.map((field, place) => cellText(cells[place][from + row], field)),
      );
}

/** The plan for typed columns, inferred from their first rows. */
export function planTyped(names: string[], lines: string[][], options: ReadOptions, remembered: Remembered): PlannedReading | null {
  const sample = [names, ...lines].map((cells) => cells.join("\t")).join("\n");
  const planned = planReading(sample, { ...options, delimiter: undefined, decimal: undefined }, signsOf(lines), remembered);
  if (!planned) return null;
  const { plan } = planned;
  // A numeric name is lost in the text form, where it is not recognized as part of a header.
  if (!plan.header) for (const column of plan.columns) column.name = names[column.index] || column.name;
  plan.header = true;
  // Row numbers of a table are counted from its first row, without the names.
  if (plan.undated) plan.undated.row--;
  return planned;
}

async function storeOf(table: TypedTable, plan: Plan, context: JobContext, label: string): Promise<RowStore> {
  const { fields, rows } = table;
  const store = new RowStore(plan, (length) => context.column(length));
  store.expectRows(rows);
  const places = [
    ...new Set([
      ...(plan.date ? [plan.date.index, ...(plan.date.parts ?? [])] : []),
      ...(plan.clock === null ? [] : [plan.clock]),
      ...(plan.symbol ? [plan.symbol.index] : []),
      ...plan.columns.map(({ index }) => index),
    ]),
  ];
  const toMoments = momentReader(fields, plan);
  const typed =
    toMoments !== null && !plan.symbol && plan.clock === null && plan.columns.every(({ index }) => fields[index].kind === "number");
  let first: Count = 1;
  for await (const cells of table.pieces(places)) {
    const of = (index: number) => cells[places.indexOf(index)];
    const { length } = cells[0];
    for (let from = 0; from < length; from += CHUNK) {
      context.checkpoint();
      const to = Math.min(length, from + CHUNK);
      if (typed) {
        const times = plan.date && toMoments(of(plan.date.index), from, to);
        appendTyped(
          store,
          plan,
          times,
          plan.columns.map(({ index }) => numbersOf(of(index), from, to)),
          first + from,
        );
      } else {
        for (let row = from; row < to; row++) {
          const line = Array<string>(plan.width).fill("");
          for (const [place, index] of places.entries()) line[index] = placedText(cells[place][row], fields[index]);
          store.add(line, first + row);
        }
      }
    }
    if (typed) await store.digest(rows);
    first += length;
    context.progress(Math.min(1, first / rows), label);
  }
  return store;
}

type MomentReader = (cells: ArrayLike<unknown>, from: Count, to: Count) => Float64Array;

/** Conversion of the date column to times; null if its cells are texts, or numbers formatted like dates. */
function momentReader(fields: readonly Field[], { date }: Plan): MomentReader | null {
  if (!date) return numbersOf;
  if (date.parts) return null;
  const { kind: own, zone } = fields[date.index];
  const { clocks } = date;
  const inDays = (moments: Float64Array) => (clocks ? moments.map((moment) => dayAt(moment, clocks)) : moments);
  if (own === "time") return date.localDays && zone !== undefined ? localDays(zone) : (...part) => inDays(numbersOf(...part));
  const scale = EPOCH_SCALE[date.kind];
  if (own !== "number" || !scale) return null;
  const { times, by } = scale;
  return (...part) => {
    const moments = numbersOf(...part);
    return inDays(times === by ? moments : moments.map((moment) => (moment * times) / by));
  };
}

/** Maps midnights of a zone to their calendar days; any other time is unchanged. */
function localDays(zone: string) {
  const offset = zoneOf(zone);
  return (cells: ArrayLike<unknown>, from: Count, to: Count): Float64Array =>
    numbersOf(cells, from, to).map((moment) => {
      const shown = moment + (offset?.(moment) ?? 0);
      return shown % DAY === 0 ? shown : moment;
    });
}

/** Column pieces known to be finite, so that they are scanned once. */
const finite = new WeakSet<Float64Array>();

/** Whether no number is missing or infinite. */
function areFinite(values: Float64Array): boolean {
  if (finite.has(values)) return true;
  // x - x is 0 for a finite number, otherwise NaN. Two accumulators shorten the dependency chain.
  let even = 0;
  let odd = 0;
  const pairs = values.length & ~1;
  for (let row = 0; row < pairs; row += 2) {
    even += values[row] - values[row];
    odd += values[row + 1] - values[row + 1];
  }
  for (let row = pairs; row < values.length; row++) even += values[row] - values[row];
  if (even + odd === 0) finite.add(values);
  return even + odd === 0;
}

/** A piece of a column as numbers; NaN for missing or infinite values. */
function numbersOf(cells: ArrayLike<unknown>, from: Count, to: Count): Float64Array {
  if (cells instanceof Float64Array) {
    const part = cells.subarray(from, to);
    return areFinite(part) ? part : part.map((value) => (Number.isFinite(value) ? value : Number.NaN));
  }
  const numbers = new Float64Array(to - from);
  for (let row = from; row < to; row++) {
    const cell = cells[row];
    const value = cell === null || cell === undefined ? Number.NaN : Number(cell);
    numbers[row - from] = Number.isFinite(value) ? value : Number.NaN;
  }
  return numbers;
}

/** Appends rows; those without a date or an analyzed value are omitted and counted. */
function appendTyped(
  store: RowStore,
  { primary, panel, fill }: Plan,
  times: Float64Array | null,
  columns: Float64Array[],
  first: Count,
): void {
  const { length } = columns[primary];
  let start = 0;
  const copy = (end: Count) => {
    if (end === start) return;
    store.lines.add(store.length, first + start);
    store.append(
      times?.subarray(start, end) ?? null,
      columns.map((values) => values.subarray(start, end)),
    );
  };
  const isComplete = (times === null || areFinite(times)) && (panel || fill || areFinite(columns[primary]));
  for (let row = isComplete ? length : 0; row < length; row++) {
    const undated = times !== null && Number.isNaN(times[row]);
    if (!undated && (panel || fill || !Number.isNaN(columns[primary][row]))) continue;
    copy(row);
    start = row + 1;
    store.dropped.add("missing-value", first + row, "");
  }
  copy(length);
}
