import { UnreadableFile } from "../../archive";
import {
  type ColumnUse,
  type Count,
  type DropReason,
  fail,
  failBecause,
  type Millis,
  type Outcome,
  type QualityReport,
  succeed,
} from "../../contract";
import { clipped } from "../../format";
import type { JobContext } from "../../runtime/job";
import { formOf, planReading } from "../chosen-reading";
import { type DateKind, OTHER_ORDER } from "../date-format";
import type { Found } from "../formats/content";
import { openFile } from "../formats/open-file";
import { noSeriesIn } from "../no-series";
import { trimCell } from "../number-format";
import type { Plan, ReadOptions } from "../plan";
import { headOf, planTyped } from "../read-columns";
import { plainLineEnds, type TextRecord } from "../records";
import { RefusedFile } from "../refused-file";
import { Remembered } from "../remembered";
import { RowStore } from "../rows";
import { sampleRecords } from "../sniff-shape";
import { openText, sampleText } from "../text-source";

/** Rows of the beginning that are looked through. */
const EXAMINED: Count = 1000;
/** Rows that are shown: the first ones, and behind them the first that do not read. */
const SHOWN: Count = 6;
const SHOWN_TROUBLE: Count = 3;
/** Columns that are shown, and signs of a cell. */
const MAX_COLUMNS: Count = 60;
const MAX_CELL: Count = 60;

export interface PreviewReadingInput {
  source: Blob | string;
  options: ReadOptions;
  /** What reading all of it has settled, where it has been read. */
  read?: Pick<QualityReport, "decimal"> & { dateOrder: "dmy" | "mdy" | null };
}

/** A row as written and as read. */
export interface PreviewRow {
  line: Count;
  cells: string[];
  time: Millis | null;
  /** A number per column that is read; null where its cell holds none. */
  values: (number | null)[];
  /** Set where the row is omitted. */
  dropped: DropReason | null;
}

/** The beginning of a text beside what reading makes of it. */
export interface ReadingPreview {
  /** It comes again by its header and separators, so that a choice can be kept for it. */
  form: string | null;
  /** A text of the user's own, whose separators may be chosen. */
  typed: boolean;
  delimiter: QualityReport["delimiter"];
  decimal: QualityReport["decimal"];
  dates: DateKind | null;
  /** By their place in a row, as many as are shown. */
  columns: { name: string; use: ColumnUse }[];
  /** How many there are. */
  width: Count;
  /** Places and names of those that are read, and which of them is analyzed. */
  read: { place: Count; name: string }[];
  primary: Count;
  rows: PreviewRow[];
}

/** How the beginning of a text would be read with these options: its first rows as they are beside what they become, and the first that do not read. */
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
    if (error instanceof UnreadableFile) return fail("bad-input", "ingest/fileUnreadable");
    if (error instanceof RefusedFile) return failBecause("bad-input", error.failure, error.failure);
    throw error;
  }
  return refused ?? fail("bad-input", "ingest/csvInvalid");
}

async function previewFound(
  found: Exclude<Found, { kind: "refused" }>,
  options: ReadOptions,
  read: PreviewReadingInput["read"],
): Promise<Outcome<ReadingPreview>> {
  const begun = found.kind === "text" ? await textRows(found, options) : await typedRows(found, options);
  if (!begun) return failBecause("bad-input", await noSeriesIn(found));
  const { plan, records, typed } = begun;
  settle(plan, options, read);
  return succeed({
    form: formOf(plan) ?? null,
    typed,
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
  records: TextRecord[];
  typed: boolean;
}

async function textRows({ blob, written, opened }: Extract<Found, { kind: "text" }>, options: ReadOptions): Promise<Begun | null> {
  const sample = plainLineEnds(sampleText(await openText(blob)));
  const planned = sample.trim() === "" ? null : planReading(sample, options, written ?? {}, new Remembered(null));
  if (!planned) return null;
  const { plan } = planned;
  const text = sample.split("\n", EXAMINED + plan.firstLine).join("\n");
  const records = plan.shape === "list" ? listed(text, plan) : sampleRecords(text, plan.delimiter);
  return {
    plan,
    records: plan.shape === "list" ? records : records.filter(({ line }) => line >= plan.firstLine),
    typed: plan.shape === "table" && opened.formats.at(-1) === "text",
  };
}

/** Numbers one behind the other, as rows of a cell each. */
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
  return planned && { plan: planned.plan, records: lines.map((cells, row) => ({ cells, line: row + 1 })), typed: false };
}

/** Takes over what later rows have told, where nobody has chosen otherwise. */
function settle(plan: Plan, { decimal, dateOrder }: ReadOptions, read: PreviewReadingInput["read"]): void {
  if (!read) return;
  if (!decimal && !plan.decimalSettled) plan.decimal = read.decimal;
  if (!dateOrder && read.dateOrder && plan.date && !plan.date.settled && OTHER_ORDER[plan.date.kind]) plan.date.kind = read.dateOrder;
}

function readingOf({ columns, primary }: Plan): Pick<ReadingPreview, "read" | "primary"> {
  const shown = columns.filter(({ index }) => index < MAX_COLUMNS);
  return { read: shown.map(({ index, name }) => ({ place: index, name })), primary: columns[primary].index };
}

/** The first rows, and the first that do not read. */
function shownRows(plan: Plan, records: readonly TextRecord[]): PreviewRow[] {
  const store = new RowStore({ ...plan, symbol: undefined });
  const rows: PreviewRow[] = [];
  let trouble = 0;
  for (const { cells, line } of records) {
    const tally = new Map(store.dropped.list().map(({ reason, count }) => [reason, count]));
    const at = store.length;
    store.add(cells, line);
    const kept = store.length > at;
    if (rows.length >= SHOWN && (kept || trouble >= SHOWN_TROUBLE)) continue;
    if (!kept) trouble++;
    const number = (values: Float64Array) => (!kept || Number.isNaN(values[at]) ? null : values[at]);
    rows.push({
      line,
      cells: cells.slice(0, MAX_COLUMNS).map((cell) => clipped(cell, MAX_CELL)),
      time: kept && store.times ? store.times[at] : null,
      values: store.columns.filter((_, index) => plan.columns[index].index < MAX_COLUMNS).map(number),
      dropped: store.dropped.list().find(({ reason, count }) => count > (tally.get(reason) ?? 0))?.reason ?? null,
    });
  }
  return rows;
}
