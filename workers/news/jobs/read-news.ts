import { fail, type Outcome, succeed } from "../contract";
import { BinaryFile, UnreadableFile } from "../ingest/text-source";
import { wholeText } from "../ingest/whole-text";
import type { JobContext } from "../lib/job";
import { messages } from "../lib/messages";
import { LONGEST_NEWS } from "../lib/news/constants";

/** Up to four bytes hold a character. */
const MOST_BYTES = 4 * LONGEST_NEWS;

const tooLong = () => fail("too-large", messages.newsTextTooLong(LONGEST_NEWS.toLocaleString("en")));

/** The words of a file or of a long paste; what is no text, or too long to be news, is refused. */
export async function readNews({ source }: { source: Blob }, context: JobContext): Promise<Outcome<string>> {
  try {
    // Its first bytes tell what is no text at all, whatever its size.
    const text = await wholeText(source.slice(0, MOST_BYTES), context, "Reading the news");
    if (source.size > MOST_BYTES || text.length > LONGEST_NEWS) return tooLong();
    return succeed(text);
  } catch (error) {
    if (error instanceof BinaryFile) return fail("bad-input", messages.newsInvalid);
    if (error instanceof UnreadableFile) return fail("bad-input", messages.fileUnreadable);
    throw error;
  }
}
