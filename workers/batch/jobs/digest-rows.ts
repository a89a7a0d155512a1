import { type Outcome, succeed } from "../../contract";
import { hexOf } from "../../hex";
import { rowsFromText } from "../output/rows-text";
import { totalsLine } from "../output/totals";

/**
 * SHA-256 of all answers in the order of the data, as reported by the command, in hex; null on a page without Web Crypto.
 * @param texts rows in journal format
 */
export async function digestRows({ texts }: { texts: readonly string[] }): Promise<Outcome<string | null>> {
  if (!globalThis.crypto?.subtle) return succeed(null);
  const lines = texts.flatMap((text) => rowsFromText(text).map(totalsLine));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("")));
  return succeed(hexOf(new Uint8Array(digest)));
}
