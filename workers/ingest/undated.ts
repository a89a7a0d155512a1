import type { Count, QualityReport } from "../contract";
import { fraction, type Kind } from "./column-kinds";
import { type DateKind, NAMES_DATES, parseDate } from "./date-format";
import { isBlank } from "./number-format";
import type { TextRecord } from "./records";

/** How a column that is read as no dates may have been meant. */
const KINDS: readonly DateKind[] = ["ymd", "dmy", "mdy", "compact", "named", "period"];
/** A price such as 10.1950 is no month of that year. */
const PRICE = /^\d{2}\.\d{4}$/;
/** From this share of cells on that can be read as dates, a column is meant as dates whatever it is called. */
const MEANT = 0.2;

/**
 * The first column that is meant as dates and has too many cells that are none, so that the rows have no dates; omitted where there is none.
 * @param of the first rows of a text, and what their columns were taken for
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
