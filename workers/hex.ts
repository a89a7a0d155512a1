const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes in hexadecimal. */
export const hexOf = (bytes: Uint8Array): string => bytes.reduce((text, byte) => text + HEX[byte], "");

/** The SHA-256 of a text, in hex; empty on a page without Web Crypto. */
export async function textHash(text: string): Promise<string> {
  if (!globalThis.crypto?.subtle) return "";
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
