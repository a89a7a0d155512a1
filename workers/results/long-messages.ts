/**
 * Whether Ed25519 signatures cover messages of more than 65,535 bytes. In WebKit with libgcrypt before June 2026, which has 16-bit lengths,
 * the library signs only the first bytes, or crashes the process: for the message used here it does the former.
 */
export async function signsLongMessages(): Promise<boolean> {
  const pair = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]).catch(() => null)) as CryptoKeyPair | null;
  if (!pair) return false;
  const message = new Uint8Array(70_000).fill(4);
  const ofItsBegin = await crypto.subtle.sign("Ed25519", pair.privateKey, message.subarray(0, message.length % 65_536));
  // If the library refuses the length with an error, the engine throws.
  return crypto.subtle.verify("Ed25519", pair.publicKey, ofItsBegin, message).then(
    (holds) => !holds,
    () => false,
  );
}
