import type { PublicKey, SignatureState } from "../../workers/results";
import type { KnownSigner } from "../state/known-signers";
import { nameCaution } from "../state/signer-names";

interface SignatureWords {
  state: "ok" | "caution" | "bad";
  words: string;
  /** The key named in the file, whatever its signature is worth. */
  key: PublicKey | null;
  /** The signature is valid, but the key is unknown here. */
  stranger: boolean;
  /** Known signer whose fingerprint resembles that of an unknown key: readers in a hurry compare only the first or last group of digits. */
  alike: string | null;
  /** Why the name of a known signer may be mistaken for another. */
  doubt: string | null;
}

/** Digits of a fingerprint compared at a glance: two random keys agree in those at one end or the other once in 32,768. */
const GLANCE = 4;
const isAlike = (one: string, other: string): boolean =>
  one.slice(0, GLANCE) === other.slice(0, GLANCE) || one.slice(-GLANCE) === other.slice(-GLANCE);

const THIS_DEVICE = "this device";
/** Shown for a signature by an unknown key: anyone can sign with a key of their own. */
const COMPARE = "The file cannot prove whose key it is: compare the fingerprint with the sender’s";

/**
 * What the signature of a file proves, and no more.
 * @param own fingerprint of this device's key; null without one
 */
export function signatureWords(signature: SignatureState, own: string | null, known: readonly KnownSigner[]): SignatureWords {
  const say = (state: SignatureWords["state"], words: string): SignatureWords => ({
    state,
    words,
    key,
    stranger: false,
    alike: null,
    doubt: null,
  });
  const key = "fingerprint" in signature ? signature : null;
  if (signature.state === "none")
    return say(
      "caution",
      "Not signed: anyone could have written this file, its data and figures together. Recomputing shows only that they agree",
    );
  if (signature.state === "unreadable") return say("bad", "The signature in this file cannot be read");
  if (signature.state === "unchecked")
    return say("caution", "This browser cannot check the signature, which claims to be by the key below");
  const { publicKey, fingerprint } = signature;
  const signer = known.find((one) => one.fingerprint === fingerprint && one.publicKey === publicKey)?.name;
  const holder = own === fingerprint ? THIS_DEVICE : signer;
  if (signature.state === "broken")
    return say("bad", `The signature is invalid: this is not what the key ${holder ? `of ${holder}` : "below"} signed`);
  if (own === fingerprint) return say("ok", "The signature is valid: unchanged since it was signed with the key of this device");
  if (signer !== undefined) {
    const words = `Signed by ${signer} (known key). The signature is valid: unchanged since it was signed`;
    return { ...say("ok", words), doubt: nameCaution(signer) };
  }
  const words = `The signature is valid: unchanged since it was signed with the key below, which is neither this device’s nor a known key. ${COMPARE}`;
  const like = known.find((one) => isAlike(one.fingerprint, fingerprint))?.name ?? (own && isAlike(own, fingerprint) ? THIS_DEVICE : null);
  return { ...say("caution", words), stranger: true, alike: like };
}
