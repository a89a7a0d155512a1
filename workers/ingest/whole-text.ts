import type { JobContext } from "../runtime/job";
import { openText, textChunks, withEncoding } from "./text-source";

/**
 * A text as one string. A text that begins as UTF-8 but does not continue as such is read as Windows-1252.
 * @throws BinaryFile, UnreadableFile
 */
export async function wholeText(blob: Blob, context: JobContext, label: string): Promise<string> {
  const text = await openText(blob);
  return withEncoding(text, async () => {
    const parts: string[] = [];
    for await (const part of textChunks(text, context, label)) parts.push(part);
    return parts.join("");
  });
}
