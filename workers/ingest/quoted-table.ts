import type { JobContext } from "../runtime/job";
import type { Plan } from "./plan";
import { plainLineEnds, splitRecords, UnclosedQuote } from "./records";
import { RowStore } from "./rows";
import { type TextSource, textChunks } from "./text-source";

/** A longer quoted field is an unclosed quote; the text after an open quote is scanned again with each piece. */
const MAX_FIELD_LENGTH = 1 << 21;

/** Reads any delimited text, cell by cell, including quotes, line ends inside quotes, thousands separators, currencies and words. */
export async function readQuotedTable(source: TextSource, plan: Plan, context: JobContext, label: string): Promise<RowStore> {
  const store = new RowStore(plan);
  let line = 1;
  let rest = "";
  let skip = plan.skipped;
  const take = (given: string, last: boolean) => {
    let from = 0;
    // An unclosed quote in a skipped line does not affect the table.
    for (let end = given.indexOf("\n"); skip > 0 && end >= 0; end = given.indexOf("\n", from)) {
      from = end + 1;
      skip--;
      line++;
    }
    const text = skip > 0 ? "" : given.slice(from);
    const { records, used, nextLine, unclosed } = splitRecords(text, plan.delimiter, line, last);
    if (last && unclosed !== null) throw new UnclosedQuote(unclosed);
    for (const record of records) if (record.line >= plan.firstLine) store.add(record.cells, record.line);
    line = nextLine;
    rest = text.slice(used);
    if (rest.length > MAX_FIELD_LENGTH) throw new UnclosedQuote(line);
  };
  for await (const chunk of textChunks(source, context, label)) {
    // A carriage return at the end may be the first half of a line end.
    const text = rest + chunk;
    const whole = text.endsWith("\r") ? text.slice(0, -1) : text;
    take(plainLineEnds(whole), false);
    if (store.contradictsPlan) return store;
    if (whole.length < text.length) rest += "\r";
  }
  take(plainLineEnds(rest), true);
  return store;
}
