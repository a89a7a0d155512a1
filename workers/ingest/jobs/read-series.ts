import { saysPercent } from "../../analyzed-column";
import {
  because,
  type Count,
  type Failure,
  fail,
  failBecause,
  type OpenedFile,
  type Outcome,
  type Panel,
  type QualityReport,
  type Series,
  type SeriesOrigin,
  succeed,
} from "../../contract";
import type { JobContext } from "../../runtime/job";
import { shortName } from "../../series";
import { adjustPrices } from "../adjust";
import { alignPanel } from "../align-panel";
import { readArchivePanel } from "../archive-panel";
import { doubtsOf, type PlannedReading } from "../chosen-reading";
import { readReturns } from "../compound";
import { describeDates, OTHER_ORDER } from "../date-format";
import { fillBlanks } from "../fill-blanks";
import type { Found } from "../formats/content";
import { openFile } from "../formats/open-file";
import { LineNumbers } from "../line-numbers";
import { nameOfPart } from "../name-of-part";
import { noSeriesIn } from "../no-series";
import { orderRows } from "../order-rows";
import type { Plan, ReadOptions } from "../plan";
import { readColumns } from "../read-columns";
import { readText } from "../read-text";
import { UnclosedQuote } from "../records";
import { RefusedFile, readingFailure, TradeList } from "../refused-file";
import { Remembered } from "../remembered";
import { DropTally, type RowStore } from "../rows";
import { keptNumbers, previewOf, type SeriesNumbers, scanNumbers } from "../series-of";

/** Maximum number of symbols listed to choose from. */
const MAX_SYMBOLS: Count = 500;

export interface ReadSeriesInput {
  /** A file, the clipboard's Blob, or typed text. */
  source: Blob | string;
  name: string;
  origin: SeriesOrigin;
  options?: ReadOptions;
  /** How files of known forms were read before, a list of `RememberedForm` as stored on the device; `options` take precedence. */
  remembered?: unknown;
}

/**
 * Turns a text of any size into a series of numbers, oldest row first, and reports what it found on the way. The format of the text
 * (encoding, delimiter, header, decimal sign, dates) is detected; `options` override it.
 */
export async function readSeries(
  { source, name: given, origin, options = {}, remembered }: ReadSeriesInput,
  context: JobContext,
): Promise<Outcome<Series>> {
  // A file may have any name; the series' is part of titles, notices and files.
  const name = shortName(given);
  const blob = typeof source === "string" ? new Blob([source]) : source;
  const kept = new Remembered(remembered);
  const asked = { options, name, origin, bytes: blob.size, remembered: kept };
  let refused: Outcome<Series> | null = null;
  try {
    if (options.panel?.files) return await readFiles(blob, asked, context);
    for await (const found of openFile(blob, options.path ?? [], kept, context, `Opening ${name}`)) {
      const read =
        found.kind === "refused" ? failBecause("bad-input", found.failure, found.failure) : await readFound(found, asked, context);
      if (read.ok) return read;
      refused ??= read;
    }
  } catch (error) {
    return readingFailure(error);
  }
  return refused ?? fail("bad-input", "ingest/csvInvalid");
}

/** Reads all files of an archive, each as a symbol of one panel. */
async function readFiles(blob: Blob, asked: Asked, context: JobContext): Promise<Outcome<Series>> {
  const { panel, path: _, ...options } = asked.options;
  const one = { ...asked, options };
  const read = await readArchivePanel(blob, options, context, async (file) => {
    for await (const found of openFile(file, [], asked.remembered, context, `Opening ${asked.name}`)) {
      if (found.kind === "refused") continue;
      const rows = await rowsOf(found, one, context);
      if (typeof rows !== "string") return rows;
    }
    return null;
  });
  if (!read.ok) return read;
  const { plan, store, left } = read.value;
  const aligned = await alignRows(plan, store, { panel, compound: options.compound }, context);
  if (!aligned.ok) return aligned;
  const found: ReadRows = { plan, store, preview: "", reader: "fast", encoding: "utf-8" };
  const opened: OpenedFile = { formats: ["zip", "text"], choices: [] };
  const series = await toSeries({ ...found, ...asked, aligned: aligned.value, opened, datesSettled: true }, context);
  const { quality } = series;
  if (quality.panel && left.length > 0) quality.panel.left = left;
  return succeed({ ...series, preview: previewOf(series) });
}

interface Asked {
  options: ReadOptions;
  name: string;
  origin: SeriesOrigin;
  bytes: Count;
  remembered: Remembered;
}

/** Result of reading a text or typed columns. */
interface ReadRows extends PlannedReading {
  store: RowStore;
  preview: string;
  reader: QualityReport["reader"];
  encoding: QualityReport["encoding"];
}

async function rowsOf(found: Exclude<Found, { kind: "refused" }>, { options, name, remembered }: Asked, context: JobContext) {
  const label = `Reading ${name}`;
  if (found.kind === "text") return readText(found.blob, options, { written: found.written ?? {}, remembered }, context, label);
  const read = await readColumns(found.table, options, remembered, context, label);
  return typeof read === "string" ? read : { ...read, reader: "fast" as const, encoding: "utf-8" as const };
}

/** Reads one item found in a file. */
async function readFound(found: Exclude<Found, { kind: "refused" }>, asked: Asked, context: JobContext): Promise<Outcome<Series>> {
  const { origin } = asked;
  try {
    const read: ReadRows | "empty" | "no-numbers" = await rowsOf(found, asked, context);
    if (read === "empty" && fromBox(origin)) return fail("bad-input", "ingest/enterMarketData");
    if (read === "no-numbers" && fromBox(origin)) return fail("bad-input", "ingest/marketDataTooShort");
    if (typeof read === "string") return noSeriesIn(found);
    const { plan, store, chosen } = read;
    if (store.length < 2) return tooShort(plan, store, origin);
    const choices = chosen?.options ?? {};
    const datesSettled = (plan.date?.settled ?? false) || (plan.date !== null && plan.date.kind in OTHER_ORDER && dayAbove12(store));
    const { panel, compound } = asked.options;
    const aligned = await alignRows(plan, store, panel ? { panel, compound } : choices, context);
    if (!aligned.ok) return aligned;
    if (aligned.value.rows < 2) return tooShort(plan, store, origin);
    return succeed(await toSeries({ ...read, ...asked, aligned: aligned.value, opened: found.opened, datesSettled }, context));
  } catch (error) {
    // A statement contains no series in its other tables either.
    if (error instanceof TradeList && found.opened.formats.includes("html")) throw error;
    if (error instanceof RefusedFile) return failBecause("bad-input", error.failure, error.failure);
    if (error instanceof UnclosedQuote)
      return fail("bad-input", "ingest/csvFailed", { cause: because("ingest/quoteUnclosed") }, { row: error.line });
    throw error;
  }
}

/** The rows that were read, sorted by date, as the columns of a series. */
interface AlignedRows {
  numbers: SeriesNumbers;
  lines: LineNumbers;
  /** Number of rows of the text that were used, and of those that were out of order. */
  rows: Count;
  unsorted: Count;
  panel?: Panel;
  adjusted?: QualityReport["adjusted"];
  returns?: QualityReport["returns"];
  percents?: QualityReport["percents"];
  filled?: QualityReport["filled"];
}

/** The columns of a series, or of a panel if requested. */
async function alignRows(plan: Plan, store: RowStore, options: ReadOptions, context: JobContext): Promise<Outcome<AlignedRows>> {
  const { panel, adjust, splits, compound } = options;
  if (!panel) {
    const unsorted = await orderRows(store, plan, options, context);
    const { numbers, lines, filled } = await keptOrFilled(plan, store, context);
    if (numbers.length < 2) return succeed({ numbers, lines, rows: numbers.length, unsorted, filled });
    const read = await readReturns(numbers, lines, plan, options, context);
    if (!read.ok) return read;
    const adjusted = adjust || splits ? adjustPrices(read.value.numbers, plan, options, context) : succeed({ numbers: read.value.numbers });
    return adjusted.ok ? succeed({ ...read.value, ...adjusted.value, lines, rows: numbers.length, unsorted, filled }) : adjusted;
  }
  const aligned = await alignPanel(store, plan, { ...panel, compound }, context);
  if (!aligned.ok) return aligned;
  const { repeated, examples, ...rest } = aligned.value;
  store.dropped.addMany(
    "duplicate-date",
    repeated,
    examples.map((row) => ({ row, value: "" })),
  );
  const lines = new LineNumbers();
  lines.add(0, 1);
  return succeed({ ...rest, lines, rows: store.length - repeated, unsorted: 0 });
}

/** The rows of a store, with empty cells filled if chosen. */
async function keptOrFilled(plan: Plan, store: RowStore, context: JobContext) {
  const numbers = keptNumbers(plan, store, context);
  if (!plan.fill) return { numbers, lines: store.lines, filled: undefined };
  const { left, ...rest } = await fillBlanks(numbers, store.lines, plan, context);
  const missing = new DropTally();
  missing.addMany("missing-value", left.count, left.examples);
  store.dropped.addAll(missing);
  return rest;
}

/** Text from an input box is a list of values to the user, not a CSV. */
const fromBox = (origin: SeriesOrigin) => origin === "typed" || origin === "pasted";

function tooShort(plan: Plan, store: RowStore, origin: SeriesOrigin): Outcome<never> {
  const [first] = store.dropped.list();
  const where: Partial<Failure> = first
    ? { row: first.examples[0].row, value: first.examples[0].value, column: columnAtFault(plan, first.reason) }
    : {};
  return fail("bad-input", fromBox(origin) ? "ingest/marketDataTooShort" : "ingest/csvTooShort", {}, where);
}

const columnAtFault = (plan: Plan, reason: string) => (reason === "not-a-number" ? plan.columns[plan.primary].name : undefined);

async function toSeries(
  {
    plan,
    store,
    preview,
    reader,
    encoding,
    aligned,
    name,
    origin,
    bytes,
    opened,
    chosen,
    datesSettled,
  }: ReadRows & Asked & { aligned: AlignedRows; opened: OpenedFile; datesSettled: boolean },
  context: JobContext,
): Promise<Series> {
  const { numbers, ...found } = aligned;
  const { hash, ...scanned } = await scanNumbers(numbers, aligned.lines, context, store.digests);
  const dropped = store.dropped.list();
  const rowsRead = found.rows + store.dropped.total;
  const facts = { rowsRead, dropped, datesSettled, panel: found.panel !== undefined, repeated: scanned.repeated !== undefined };
  // Bundled files have been checked: only external ones can be ambiguous.
  const doubts = origin === "sample" ? [] : doubtsOf(plan, chosen?.options ?? {}, facts);
  const quality: QualityReport = {
    rowsRead,
    rowsKept: found.rows,
    dropped,
    unsorted: found.unsorted,
    ...scanned,
    delimiter: plan.delimiter,
    decimal: plan.decimal,
    header: plan.header,
    preamble: plan.preamble,
    encoding,
    dateFormat: plan.date && describeDates({ ...plan.date, settled: datesSettled }),
    ...(plan.undated && { undated: plan.undated }),
    ...(plan.unsolved && { unsolved: plan.unsolved }),
    reader,
    elapsed: context.elapsed(),
    ...(found.panel ? { panel: found.panel } : symbolsOf(store)),
    ...(plan.preset && { preset: plan.preset.name }),
    ...(opened.formats.join() !== "text" && { opened }),
    ...(doubts.length > 0 && { doubts }),
    ...(chosen && { chosen }),
    ...(found.filled?.length && { filled: found.filled }),
    ...(found.returns && { returns: found.returns }),
    ...(found.panel ? found.percents && { percents: found.percents } : percentsOf(plan, found.returns)),
    ...(found.adjusted && { adjusted: found.adjusted }),
  };
  return {
    hash,
    name: nameOfPart(name, opened, quality),
    origin,
    ...numbers,
    preview,
    bytes,
    loadedAt: Date.now(),
    quality,
  };
}

/** Columns in percent by their cells alone, other than the one whose unit is reported. */
function percentsOf({ columns }: Plan, returns: QualityReport["returns"]): Pick<QualityReport, "percents"> {
  const percents = columns.filter(({ name, percent }) => percent && name !== returns?.column && !saysPercent(name));
  return percents.length > 0 ? { percents: percents.map(({ name }) => name) } : {};
}

/** For rows of several symbols, which one was kept. */
function symbolsOf({ symbols, symbol }: RowStore): Pick<QualityReport, "symbols"> {
  if (symbols.size < 2 || symbol === undefined) return {};
  return { symbols: { names: [...symbols.keys()].slice(0, MAX_SYMBOLS), count: symbols.size, chosen: symbol } };
}

/** A day above 12 resolves the order of day and month. */
function dayAbove12({ times, length }: RowStore): boolean {
  return times?.subarray(0, length).some((time) => new Date(time).getUTCDate() > 12) ?? false;
}
