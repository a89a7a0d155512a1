import { type Outcome, succeed } from "../../contract";
import { hexOf } from "../../hex";
import { rowsFromText } from "../output/rows-text";
import { totalsLine } from "../output/totals";

/**
 * Digest of all answers in the order of the data, as the command gives it, in hex; null on a page without cryptography.
 * @param texts rows as the journal keeps them
 */
export async function digestRows({ texts }: { texts: readonly string[] }): Promise<Outcome<string | null>> {
  if (!globalThis.crypto?.subtle) return succeed(null);
  const lines = texts.flatMap((text) => rowsFromText(text).map(totalsLine));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("")));
  return succeed(hexOf(new Uint8Array(digest)));
}
