import { fail, type Outcome, succeed } from "../../contract";
import { newKey } from "../keys";
import { fingerprintOf, type SigningKey } from "../signature";

/** A key with its fingerprint. */
export interface NamedKey extends SigningKey {
  fingerprint: string;
}

/** A new signing key. @param copied whether an exportable copy, with which anyone can sign, is wanted; null otherwise */
export async function makeKey({ copied }: { copied: boolean }): Promise<Outcome<{ key: NamedKey; copy: string | null }>> {
  if (!globalThis.crypto?.subtle) return fail("bad-input", "results/noCryptography");
  const { key, copy } = await newKey();
  return succeed({ key: { ...key, fingerprint: await fingerprintOf(key.publicKey) }, copy: copied ? copy : null });
}
