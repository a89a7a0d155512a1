import { fail, type Outcome, succeed } from "../../contract";
import { keyOfCopy } from "../keys";
import { fingerprintOf } from "../signature";
import type { NamedKey } from "./make-key";

/** Far larger than any key. */
const MAX_SIZE = 10_000;

/** The signing key of a copy. */
export async function readKey({ file }: { file: Blob }): Promise<Outcome<NamedKey>> {
  if (!globalThis.crypto?.subtle) return fail("bad-input", "results/noCryptography");
  const key = file.size > MAX_SIZE ? null : await keyOfCopy(await file.text());
  return key ? succeed({ ...key, fingerprint: await fingerprintOf(key.publicKey) }) : fail("bad-input", "results/keyForeign");
}
