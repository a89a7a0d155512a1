const BLOCK = 1 << 19;

const hex = (digest: ArrayBuffer) => [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * SHA-256, in hex, of the SHA-256 digests of the columns' blocks of half a million values (a digest wants unshared memory
 * in one piece, and ten million values at once would double the memory).
 */
export async function hashColumns(columns: Float64Array[]): Promise<string> {
  const digests: Uint8Array[] = [];
  for (const column of columns) {
    digests.push(new Uint8Array(Float64Array.of(column.length).buffer));
    for (let from = 0; from < column.length; from += BLOCK) {
      const block = new Float64Array(column.subarray(from, from + BLOCK));
      digests.push(new Uint8Array(await crypto.subtle.digest("SHA-256", block)));
    }
  }
  const all = new Uint8Array(digests.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const digest of digests) {
    all.set(digest, at);
    at += digest.length;
  }
  return hex(await crypto.subtle.digest("SHA-256", all));
}
