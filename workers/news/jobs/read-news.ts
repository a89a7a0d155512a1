import { type FileFormat, fail, type Outcome, succeed } from "../../contract";
import { BinaryFile, RefusedFile, readingFailure, refuseUnsolved, tablesWithin, textWithin, UnsolvedTable, wholeText } from "../../ingest";
import type { JobContext } from "../../runtime/job";
import { MAX_NEWS_LENGTH } from "../constants";
import { newsColumns, newsOfTable } from "../news-table";

/** A character takes up to four bytes. */
const MAX_BYTES = 4 * MAX_NEWS_LENGTH;

/** HTML is read as text, as its words are not only in tables. */
const AS_WRITTEN: ReadonlySet<FileFormat> = new Set(["text", "html"]);

const tooLong = () => fail("too-large", "news/textTooLong", { most: MAX_NEWS_LENGTH });

/** News from the first table of a file with a text column; undefined if there is none, null if the text is too long. */
async function fromTable(source: Blob, context: JobContext): Promise<string | null | undefined> {
  for await (const table of tablesWithin(source, context, "Opening the news", AS_WRITTEN)) {
    const columns = newsColumns(table);
    if (!columns) continue;
    refuseUnsolved(table.unsolved, [columns.date, ...columns.words]);
    return (table.size ?? 0) > MAX_BYTES ? null : await newsOfTable(table, columns);
  }
  return undefined;
}

/**
 * The text of a file or of a long paste; refused if it is not text, or too long to be news. A table with a text column, such as headlines with
 * dates, is converted to the format of this field: one item per line, starting with its date.
 */
export async function readNews({ source }: { source: Blob }, context: JobContext): Promise<Outcome<string>> {
  try {
    const tabled = await fromTable(source, context).catch((error: unknown) => {
      if (error instanceof RefusedFile && !(error instanceof UnsolvedTable)) return undefined;
      throw error;
    });
    if (tabled === null) return tooLong();
    if (tabled) return succeed(tabled);
    // The first bytes identify a file that is not text, whatever its size.
    const news = await textWithin(source, context, "Opening the news");
    const text = await wholeText(news.slice(0, MAX_BYTES), context, "Reading the news");
    if (news.size > MAX_BYTES || text.length > MAX_NEWS_LENGTH) return tooLong();
    return succeed(text);
  } catch (error) {
    if (error instanceof BinaryFile) return fail("bad-input", "news/invalid");
    return readingFailure(error);
  }
}
