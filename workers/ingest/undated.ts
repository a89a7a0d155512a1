import type { Count, QualityReport } from "../contract";
import { fraction, type Kind } from "./column-kinds";
import { type DateKind, NAMES_DATES, parseDate } from "./date-format";
import { isBlank } from "./number-format";
import type { TextRecord } from "./records";

/** Formats tried for a column that was not recognized as dates. */
const KINDS: readonly DateKind[] = ["ymd", "dmy", "mdy", "compact", "named", "period"];
/** A price such as 10.1950 is not October 1950. */
const PRICE = /^\d{2}\.\d{4}$/;
/** Share of cells that can be read as dates above which a column is considered a date column, whatever its name. */
const MEANT = 0.2;

/**
 * The first column intended as dates with too many cells that are not, so that the rows have no dates; undefined if there is none.
 * @param of the first rows of a text, and the inferred kinds of their columns
 */
export function undatedColumn(of: {
  rows: readonly TextRecord[];
  kinds: readonly Kind[];
  names: readonly string[];
}): QualityReport["undated"] {
  for (const [index, kind] of of.kinds.entries()) {
    if (kind !== "text" && kind !== "number") continue;
    const cells = of.rows.map(({ cells, line }) => ({ text: (cells[index] ?? "").trim(), line })).filter(({ text }) => !isBlank(text));
    const texts = cells.map(({ text }) => text);
    const reads = (date: DateKind) => fraction(texts, (text) => !PRICE.test(text) && !Number.isNaN(parseDate(text, date)));
    const best = KINDS.map((date) => ({ date, share: reads(date) })).reduce((a, b) => (b.share > a.share ? b : a));
    if (best.share < MEANT && !(kind === "text" && NAMES_DATES.test(of.names[index]))) continue;
    const unread = cells.filter(({ text }) => Number.isNaN(parseDate(text, best.date)));
    const count: Count = unread.length;
    if (count === 0) continue;
    const [{ line: row, text: value }] = unread;
    return { column: of.names[index], count, examined: cells.length, row, value };
  }
  return undefined;
}
