import { UnreadableFile } from "../../archive";
import { fail, failBecause, type Outcome, succeed } from "../../contract";
import { BinaryFile, RefusedFile, textWithin, wholeText } from "../../ingest";
import type { JobContext } from "../../runtime/job";
import { MAX_NEWS_LENGTH } from "../constants";

/** Up to four bytes hold a character. */
const MAX_BYTES = 4 * MAX_NEWS_LENGTH;

const tooLong = () => fail("too-large", "news/textTooLong", { most: MAX_NEWS_LENGTH });

/** The words of a file or of a long paste; what is no text, or too long to be news, is refused. */
export async function readNews({ source }: { source: Blob }, context: JobContext): Promise<Outcome<string>> {
  try {
    // The first bytes reveal a file that is not text, whatever its size.
    const news = await textWithin(source, context, "Opening the news");
    const text = await wholeText(news.slice(0, MAX_BYTES), context, "Reading the news");
    if (news.size > MAX_BYTES || text.length > MAX_NEWS_LENGTH) return tooLong();
    return succeed(text);
  } catch (error) {
    if (error instanceof BinaryFile) return fail("bad-input", "news/invalid");
    if (error instanceof RefusedFile) return failBecause("bad-input", error.failure, error.failure);
    if (error instanceof UnreadableFile) return fail("bad-input", "ingest/fileUnreadable");
    throw error;
  }
}
