import { UnreadableFile } from "../../archive";
import { because, type Count, fail, type Outcome, succeed } from "../../contract";
import { BinaryFile, holdsDatedTable, RefusedFile, textWithin, wholeText } from "../../ingest";
import type { JobContext } from "../../runtime/job";
import { type Account, accountOf, type StatementSummary } from "../account";
import type { Metric, UnreadLine } from "../metric-lines";
import { readReport } from "../read-report";
import type { TableKind } from "../trade-table";

export interface ConvertResultsInput {
  /** A pasted report, or a file, packed or not: text, a statement as CSV or as a workbook, or MetaTrader's HTML. */
  source: Blob | string;
  /** What the account began with, where the statement does not say so; null for 10,000. */
  startingBalance?: number | null;
}

export interface Statement extends Account {
  kind: TableKind;
  openTrades: Count;
  /** Rows of a list of transactions that are neither trades, costs, income nor payments, and what the list calls them, where it does. */
  passedOver: Count;
  passedTypes: { name: string; rows: Count }[];
}

export interface ConvertResultsOutput {
  form: "text" | "html";
  /** Named figures in the order of the output. */
  metrics: Metric[];
  /** The first lines that were not understood, and how many there are. */
  unread: UnreadLine[];
  unreadCount: Count;
  /** Closed trades, where the report lists them. */
  statement: Statement | null;
  /** The first lines, to be shown. */
  preview: string;
}

/** Reports are far smaller: the trades of a busy year fill some megabytes. */
const MAX_BYTES = 200_000_000;
const PREVIEW = 2000;

/** Turns a report of trading results into named figures, and its list of trades into the course of the account. */
export async function convertResults(
  { source, startingBalance = null }: ConvertResultsInput,
  context: JobContext,
): Promise<Outcome<ConvertResultsOutput>> {
  const nothing = () => fail("bad-input", "statements/failed", { cause: because("statements/nothing") });
  if (startingBalance !== null && !(startingBalance > 0))
    return fail("bad-input", "statements/failed", { cause: because("statements/balance") });
  const blob = typeof source === "string" ? new Blob([source]) : source;
  if (blob.size > MAX_BYTES) return nothing();
  let text: string;
  try {
    const report = await textWithin(blob, context, "Opening the report");
    if (report.size > MAX_BYTES) return nothing();
    text = await wholeText(report, context, "Reading the report");
  } catch (error) {
    if (error instanceof BinaryFile) return nothing();
    if (error instanceof RefusedFile) return fail("bad-input", "statements/failed", { cause: error.failure });
    if (error instanceof UnreadableFile) return fail("bad-input", "statements/failed", { cause: because("ingest/fileUnreadable") });
    throw error;
  }
  const { form, lines, table } = readReport(text, context);
  const best = table.best();
  const { unread, unreadCount } = lines;
  // Rows of a panel begin with a name and end with numbers, as figures of a report do.
  if (best === null && (lines.count === 0 || (form === "text" && holdsDatedTable(text)))) {
    const [first] = unread;
    return fail(
      "bad-input",
      "statements/failed",
      { cause: because("statements/nothing") },
      first ? { row: first.line, value: first.text } : {},
    );
  }
  const { openTrades, passedOver, passedTypes } = table;
  const statement = best && { kind: best.kind, openTrades, passedOver, passedTypes, ...accountOf(context, best.events, startingBalance) };
  const metrics = lines.count > 0 || statement === null ? lines.metrics() : figuresOf(statement.summary);
  return succeed({ form, metrics, unread, unreadCount, statement, preview: previewOf(text) });
}

/** The figures of a list of trades that has none of its own. */
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
  // Sums of cents: what is beyond twelve digits is rounding.
  return figures.flatMap(([name, value]) => (value === null ? [] : [{ name, value: Number(value.toPrecision(12)) }]));
}

/** The first lines; the page shows them as text. */
const previewOf = (text: string): string => text.slice(0, PREVIEW).split("\n", 20).join("\n");
