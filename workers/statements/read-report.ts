import type { Count } from "../contract";
import { eachHtmlRow, looksLikeHtml } from "../ingest";
import type { JobContext } from "../runtime/job";
import { DecimalSigns } from "./amounts";
import { fillHeader } from "./fill-table";
import { MetricLines, splitQuoted } from "./metric-lines";
import { TradeTable, tradeHeader } from "./trade-table";

interface ReadReport {
  form: "text" | "html";
  lines: MetricLines;
  table: TradeTable;
}

/** A report has content within its first million characters; otherwise it is noise. */
const PROBE = 1_000_000;
/** Rows between cancellation checks. */
const STEP = 2000;

/**
 * Reads a report: text by the line rules, HTML by its table rows; lists of trades in either, and a second time if the whole list shows another
 * decimal separator.
 */
export function readReport(given: string, context: JobContext): ReadReport {
  // A lone carriage return ends a line too.
  const text = given.includes("\n") ? given : given.replaceAll("\r", "\n");
  const read = looksLikeHtml(text) ? readHtml : readLines;
  const report = read(text, context, false);
  return report.table.signs.areMisread ? read(text, context, true) : report;
}

const blank = (form: ReadReport["form"], comma: boolean): ReadReport => ({
  form,
  lines: new MetricLines(),
  table: new TradeTable(new DecimalSigns(comma)),
});

function isNoise({ lines, table }: Omit<ReadReport, "form">): boolean {
  return lines.count === 0 && table.count === 0;
}

function readHtml(text: string, context: JobContext, comma: boolean): ReadReport {
  const report = blank("html", comma);
  if (text.length > 2 * PROBE) {
    const probe = blank("html", comma);
    takeRows(text.slice(0, PROBE), context, probe);
    if (isNoise(probe)) return probe;
  }
  takeRows(text, context, report);
  return report;
}

const isWords = (cell: string) => cell !== "" && !/^[-+(]?[\d.,]/.test(cell);

function takeRows(text: string, context: JobContext, { lines, table }: ReadReport): void {
  let count = 0;
  // After the header of another list (orders), words beside numbers are no longer labels.
  let inList = false;
  eachHtmlRow(text, ({ cells, line }) => {
    if (count++ % STEP === 0) context.checkpoint();
    if (table.take(cells)) return;
    const filled = cells.filter((cell) => cell !== "");
    if (filled.length >= 5 && filled.every(isWords)) inList = !filled.some((cell) => cell.endsWith(":"));
    else takeLabels(filled, line, lines, inList);
  });
}

/** Pairs in a row: "Balance:" and the next cell; before any list, labels without a colon count too. */
function takeLabels(cells: readonly string[], line: Count, lines: MetricLines, inList: boolean): void {
  for (let at = 0; at + 1 < cells.length; at++) {
    const [label, value] = [cells[at], cells[at + 1]];
    if (label.endsWith(":") ? lines.pair(label, value) : !inList && isWords(label) && !isWords(value) && lines.pair(label, value)) at++;
  }
  if (cells.length === 1 && cells[0].includes("**")) lines.take(cells[0], line);
}

const DELIMITERS = ["\t", ";", ",", "|"] as const;

/** The delimiter of a line that is the header of a list of trades; null for any other line. */
function headDelimiter(line: string): (typeof DELIMITERS)[number] | null {
  if (line.length > 2000 || !/profit|p\/l|p&l|pnl|\bpl\b|gain|\bresult\b|\bisin\b|\bamount\b/i.test(line)) return null;
  const heads = (delimiter: string) => {
    const cells = splitQuoted(line, delimiter).map((cell) => cell.trim());
    return tradeHeader(cells) !== null || fillHeader(cells) !== null;
  };
  return DELIMITERS.find((delimiter) => line.includes(delimiter) && heads(delimiter)) ?? null;
}

function readLines(text: string, context: JobContext, comma: boolean): ReadReport {
  const report = blank("text", comma);
  const { lines, table } = report;
  let delimiter: (typeof DELIMITERS)[number] | null = null;
  let number = 0;
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf("\n", at);
    const stop = end < 0 ? text.length : end;
    // Avoids copying a line of megabytes: its beginning suffices to see that it is too long.
    const line = text.slice(at, Math.min(stop, at + 4096));
    at = stop + 1;
    if (number++ % STEP === 0) {
      context.checkpoint();
      if (stop > PROBE && isNoise(report)) return report;
      context.progress(stop / Math.max(1, text.length), "Reading the report");
    }
    delimiter = headDelimiter(line) ?? delimiter;
    if (delimiter && line.trim() !== "" && table.take(splitQuoted(line, delimiter).map((cell) => cell.trim()))) continue;
    if (!table.inTable) delimiter = null;
    lines.take(line, number);
  }
  return report;
}
