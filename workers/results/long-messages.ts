/**
 * Whether a signature of Ed25519 covers a message of more than 65,535 bytes. Where WebKit signs by libgcrypt before June 2026, whose lengths
 * have 16 bits, that library takes the first bytes for the whole, or ends the process: of fours alone, which end a list there, it does the former.
 */
export async function signsLongMessages(): Promise<boolean> {
  const pair = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]).catch(() => null)) as CryptoKeyPair | null;
  if (!pair) return false;
  const message = new Uint8Array(70_000).fill(4);
  const ofItsBegin = await crypto.subtle.sign("Ed25519", pair.privateKey, message.subarray(0, message.length % 65_536));
  // Where the library refuses the length in words, the engine throws.
  return crypto.subtle.verify("Ed25519", pair.publicKey, ofItsBegin, message).then(
    (holds) => !holds,
    () => false,
  );
}
