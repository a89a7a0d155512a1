import {
  type ColumnUse,
  type Count,
  type DecimalSign,
  type Delimiter,
  type DropReason,
  type Encoding,
  fail,
  failBecause,
  type Millis,
  type Outcome,
  type QualityReport,
  succeed,
} from "../../contract";
import { clipped } from "../../format";
import type { JobContext } from "../../runtime/job";
import { formOf } from "../chosen-reading";
import { type DateKind, OTHER_ORDER } from "../date-format";
import type { Found } from "../formats/content";
import { openFile } from "../formats/open-file";
import { noSeriesIn } from "../no-series";
import { trimCell } from "../number-format";
import type { Plan, ReadOptions } from "../plan";
import { planText } from "../plan-text";
import { headOf, planTyped } from "../read-columns";
import { type TextRecord, withoutLines } from "../records";
import { readingFailure } from "../refused-file";
import { Remembered } from "../remembered";
import { RowStore } from "../rows";
import { sampleRecords } from "../sniff-shape";
import { withWholeNumbers } from "../split-numbers";
import { isWhole, type TextSource, tailText } from "../text-source";

/** Rows of the beginning that are examined. */
const EXAMINED: Count = 1000;
/** Rows shown: the first ones, then the first that cannot be read. */
const SHOWN: Count = 6;
const SHOWN_TROUBLE: Count = 3;
/** Rows of the end that are shown. */
const SHOWN_LAST: Count = 2;
/** Columns shown, and characters of a cell. */
const MAX_COLUMNS: Count = 60;
const MAX_CELL: Count = 60;

export interface PreviewReadingInput {
  source: Blob | string;
  options: ReadOptions;
  /** What a full reading has determined, if there was one. */
  read?: Pick<QualityReport, "decimal"> & { dateOrder: "dmy" | "mdy" | null };
}

/** A row as written and as read. */
export interface PreviewRow {
  /** Null for the last rows, whose lines are not counted. */
  line: Count | null;
  cells: string[];
  time: Millis | null;
  /** A number per column that is read; null if its cell holds none. */
  values: (number | null)[];
  /** Set if the row is omitted. */
  dropped: DropReason | null;
}

/** The beginning of a text beside its interpretation. */
export interface ReadingPreview {
  /** Form by which such a text is recognized, so that a choice can be stored for it. */
  form: string | null;
  /** A text entered by the user, whose separators can be chosen. */
  typed: boolean;
  /** For a text, whether a table has a header, and the encoding of a user's file; omitted for typed columns. */
  text?: { header: boolean | null; encoding: Encoding | null };
  delimiter: Delimiter;
  decimal: DecimalSign;
  dates: DateKind | null;
  /** By position in a row, as many as are shown. */
  columns: { name: string; use: ColumnUse }[];
  /** Total number of columns. */
  width: Count;
  /** Indices and names of the columns read, and which of them is analyzed. */
  read: { place: Count; name: string }[];
  primary: Count;
  rows: PreviewRow[];
}

/**
 * How the beginning of a text would be read with these options: its first rows beside their interpretation, and the first that cannot be
 * read.
 */
export async function previewReading(
  { source, options, read }: PreviewReadingInput,
  context: JobContext,
): Promise<Outcome<ReadingPreview>> {
  const blob = typeof source === "string" ? new Blob([source]) : source;
  const none = new Remembered(null);
  let refused: Outcome<ReadingPreview> | null = null;
  try {
    for await (const found of openFile(blob, options.path ?? [], none, context, "Looking at the first rows")) {
      const shown =
        found.kind === "refused" ? failBecause("bad-input", found.failure, found.failure) : await previewFound(found, options, read);
      if (shown.ok) return shown;
      refused ??= shown;
    }
  } catch (error) {
    return readingFailure(error);
  }
  return refused ?? fail("bad-input", "ingest/csvInvalid");
}

async function previewFound(
  found: Exclude<Found, { kind: "refused" }>,
  options: ReadOptions,
  read: PreviewReadingInput["read"],
): Promise<Outcome<ReadingPreview>> {
  const begun = found.kind === "text" ? await textRows(found, options) : await typedRows(found, options);
  if (!begun) return noSeriesIn(found);
  const { plan, records, form, typed, text } = begun;
  settle(plan, options, read);
  return succeed({
    form: form ?? null,
    typed,
    ...(text && { text }),
    delimiter: plan.delimiter,
    decimal: plan.decimal,
    dates: plan.date?.kind ?? null,
    columns: plan.cells.slice(0, MAX_COLUMNS),
    width: plan.cells.length,
    ...readingOf(plan),
    rows: shownRows(plan, records),
  });
}

interface Begun {
  plan: Plan;
  form: string | undefined;
  records: PreviewRecord[];
  /** Omitted for typed columns. */
  text?: ReadingPreview["text"];
  typed: boolean;
}

interface PreviewRecord {
  cells: string[];
  /** Null where its line has not been counted. */
  line: Count | null;
  /** One of the last rows, which are always shown. */
  isLast?: boolean;
}

async function textRows({ blob, written, opened }: Extract<Found, { kind: "text" }>, options: ReadOptions): Promise<Begun | null> {
  const planned = await planText(blob, options, { written: written ?? {}, remembered: new Remembered(null) });
  if (typeof planned === "string") return null;
  const { plan, form, text } = planned;
  const sample = withoutLines(planned.sample, plan.skipped);
  const begin = sample.split("\n", EXAMINED + plan.firstLine).join("\n");
  const isTable = plan.shape === "table";
  const isOwn = opened.formats.at(-1) === "text";
  const first = isTable ? sampleRecords(begin, plan.delimiter).filter(({ line }) => line >= plan.firstLine) : listed(begin, plan);
  return {
    plan,
    form,
    records: isTable ? await withLast(first, text, plan, begin.length === sample.length) : first,
    typed: isTable && isOwn,
    text: { header: isTable ? plan.header : null, encoding: isOwn ? text.encoding : null },
  };
}

/** The first rows of a table and its last ones, which are among the first if those are all. */
async function withLast(first: TextRecord[], text: TextSource, { delimiter }: Plan, allLines: boolean): Promise<PreviewRecord[]> {
  if (allLines && isWhole(text)) return first.map((record, place) => ({ ...record, isLast: place >= first.length - SHOWN_LAST }));
  const last = sampleRecords(await tailText(text), delimiter).slice(-SHOWN_LAST);
  return [...first, ...last.map(({ cells }) => ({ cells, line: null, isLast: true }))];
}

/** Numbers of a list, as rows of one cell each. */
function listed(text: string, { separators }: Plan): TextRecord[] {
  const words: TextRecord[] = [];
  let from = 0;
  for (let to = 0; to <= text.length && words.length < EXAMINED; to++) {
    if (to < text.length && !separators.includes(text[to])) continue;
    const word = trimCell(text.slice(from, to));
    if (word !== "") words.push({ cells: [word], line: words.length + 1 });
    from = to + 1;
  }
  return words;
}

async function typedRows({ table }: Extract<Found, { kind: "columns" }>, options: ReadOptions): Promise<Begun | null> {
  const { names, lines } = await headOf(table, EXAMINED);
  const planned = planTyped(names, lines, options, new Remembered(null));
  return (
    planned && {
      plan: planned.plan,
      form: formOf(planned.plan),
      records: lines.map((cells, row) => ({ cells, line: row + 1 })),
      typed: false,
    }
  );
}

/** Applies what later rows have determined, unless the user has chosen otherwise. */
function settle(plan: Plan, { decimal, dateOrder }: ReadOptions, read: PreviewReadingInput["read"]): void {
  if (!read) return;
  if (!decimal && !plan.decimalSettled) plan.decimal = read.decimal;
  if (!dateOrder && read.dateOrder && plan.date && !plan.date.settled && OTHER_ORDER[plan.date.kind]) plan.date.kind = read.dateOrder;
}

function readingOf({ columns, primary }: Plan): Pick<ReadingPreview, "read" | "primary"> {
  const shown = columns.filter(({ index }) => index < MAX_COLUMNS);
  return { read: shown.map(({ index, name }) => ({ place: index, name })), primary: columns[primary].index };
}

/** The first rows, and the first that cannot be read. */
function shownRows(plan: Plan, records: readonly PreviewRecord[]): PreviewRow[] {
  const store = new RowStore({ ...plan, symbol: undefined });
  const rows: PreviewRow[] = [];
  let trouble = 0;
  for (const { cells, line, isLast = false } of records) {
    const tally = new Map(store.dropped.list().map(({ reason, count }) => [reason, count]));
    const at = store.length;
    store.add(cells, line ?? 0);
    const kept = store.length > at;
    if (!isLast && rows.length >= SHOWN && (kept || trouble >= SHOWN_TROUBLE)) continue;
    if (!kept && !isLast) trouble++;
    const number = (values: Float64Array) => (!kept || Number.isNaN(values[at]) ? null : values[at]);
    rows.push({
      line,
      cells: withWholeNumbers(cells, plan.split)
        .slice(0, MAX_COLUMNS)
        .map((cell) => clipped(cell, MAX_CELL)),
      time: kept && store.times ? store.times[at] : null,
      values: store.columns.filter((_, index) => plan.columns[index].index < MAX_COLUMNS).map(number),
      dropped: store.dropped.list().find(({ reason, count }) => count > (tally.get(reason) ?? 0))?.reason ?? null,
    });
  }
  return rows;
}
