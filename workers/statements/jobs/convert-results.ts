import { UnreadableFile } from "../../archive";
import { because, type Count, fail, type Outcome, succeed } from "../../contract";
import { BinaryFile, holdsDatedTable, RefusedFile, textWithin, wholeText } from "../../ingest";
import type { JobContext } from "../../runtime/job";
import { MAX_RECORDED_TEXT } from "../../runtime/schema";
import { type Account, accountOf, type StatementSummary } from "../account";
import type { Metric, UnreadLine } from "../metric-lines";
import { readReport } from "../read-report";
import type { TableKind } from "../trade-table";

export interface ConvertResultsInput {
  /** A pasted report, or a file, compressed or not: text, a statement as CSV or workbook, or MetaTrader's HTML. */
  source: Blob | string;
  /** Starting balance, if the statement does not report it; null for 10,000. */
  startingBalance?: number | null;
  /** Also returns the text: from it the conversion can be repeated without its file. */
  withText?: boolean;
}

export interface Statement extends Account {
  kind: TableKind;
  openTrades: Count;
  /** Number of rows of a list of transactions that are neither trades, costs, income nor payments, and their types, if listed. */
  passedOver: Count;
  passedTypes: { name: string; rows: Count }[];
}

export interface ConvertResultsOutput {
  form: "text" | "html";
  /** Named figures in output order. */
  metrics: Metric[];
  /** The first lines that were not understood, and their total number. */
  unread: UnreadLine[];
  unreadCount: Count;
  /** Closed trades, if the report lists them. */
  statement: Statement | null;
  /** The first lines, for display. */
  preview: string;
  /** The whole text, if asked for; null if it is too long to be recorded. */
  text?: string | null;
}

/** Reports are far smaller: the trades of a busy year are a few megabytes. */
const MAX_BYTES = 200_000_000;
const PREVIEW = 2000;

/** Converts a report of trading results into named figures, and its list of trades into the account's history. */
export async function convertResults(
  { source, startingBalance = null, withText = false }: ConvertResultsInput,
  context: JobContext,
): Promise<Outcome<ConvertResultsOutput>> {
  if (startingBalance !== null && !(startingBalance > 0)) return failed("statements/balance");
  const text = await textOf(typeof source === "string" ? new Blob([source]) : source, context);
  if (!text.ok) return text;
  const { form, lines, table } = readReport(text.value, context);
  const best = table.best();
  const { unread, unreadCount } = lines;
  // Rows of a dated table look like figures of a report: a name, then numbers.
  if (best === null && (lines.count === 0 || (form === "text" && holdsDatedTable(text.value)))) {
    const [first] = unread;
    return failed("statements/nothing", first && { row: first.line, value: first.text });
  }
  const { openTrades, passedOver, passedTypes } = table;
  const statement = best && { kind: best.kind, openTrades, passedOver, passedTypes, ...accountOf(context, best.events, startingBalance) };
  const metrics = lines.count > 0 || statement === null ? lines.metrics() : figuresOf(statement.summary);
  const result = { form, metrics, unread, unreadCount, statement, preview: previewOf(text.value) };
  return succeed(withText ? { ...result, text: text.value.length > MAX_RECORDED_TEXT ? null : text.value } : result);
}

const failed = (cause: "statements/nothing" | "statements/balance" | "ingest/fileUnreadable", place?: { row: Count; value: string }) =>
  fail("bad-input", "statements/failed", { cause: because(cause) }, place);

/** The text of a report, or of the one in an archive. */
async function textOf(blob: Blob, context: JobContext): Promise<Outcome<string>> {
  if (blob.size > MAX_BYTES) return failed("statements/nothing");
  try {
    const report = await textWithin(blob, context, "Opening the report");
    return report.size > MAX_BYTES ? failed("statements/nothing") : succeed(await wholeText(report, context, "Reading the report"));
  } catch (error) {
    if (error instanceof BinaryFile) return failed("statements/nothing");
    if (error instanceof RefusedFile) return fail("bad-input", "statements/failed", { cause: error.failure });
    if (error instanceof UnreadableFile) return failed("ingest/fileUnreadable");
    throw error;
  }
}

/** Figures computed from a list of trades that reports none. */
function figuresOf({ endBalance, netProfit, grossProfit, grossLoss, profitFactor, trades, winRate }: StatementSummary): Metric[] {
  const figures: [string, number | null][] = [
    ["Balance", endBalance],
    ["Total Net Profit", netProfit],
    ["Gross Profit", grossProfit],
    ["Gross Loss", -grossLoss],
    ["Profit Factor", profitFactor],
    ["Total Trades", trades],
    ["Win Rate", winRate],
  ];
  // Sums of cents: beyond twelve digits there are only rounding errors.
  return figures.flatMap(([name, value]) => (value === null ? [] : [{ name, value: Number(value.toPrecision(12)) }]));
}

/** The first lines, shown as text. */
const previewOf = (text: string): string => text.slice(0, PREVIEW).split("\n", 20).join("\n");
