import * as v from "valibot";
import { hexOf } from "../series";

export const ALGORITHMS = ["Ed25519", "ECDSA-P256-SHA256"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** A key that signs: the browser uses it and shows nobody its private half. */
export interface SigningKey {
  algorithm: Algorithm;
  /** SPKI in DER, base64. */
  publicKey: string;
  privateKey: CryptoKey;
}

/** Whether a signature holds, and whose it is: the fingerprint is the SHA-256 of the public key (SPKI), in hex. */
export type SignatureState =
  | { state: "none" }
  | { state: "unreadable" }
  | { state: "holds" | "broken" | "unchecked"; algorithm: Algorithm; fingerprint: string };

const SIGNATURE_FORMAT = "prospect-signature";
const signatureSchema = v.object({
  format: v.literal(SIGNATURE_FORMAT),
  version: v.literal(1),
  algorithm: v.picklist(ALGORITHMS),
  publicKey: v.pipe(v.string(), v.maxLength(1000)),
  fingerprint: v.string(),
  signature: v.pipe(v.string(), v.maxLength(1000)),
});

/** What a key of an algorithm is made of. */
export const keyParameters = (algorithm: Algorithm): AlgorithmIdentifier | EcKeyImportParams =>
  algorithm === "Ed25519" ? { name: "Ed25519" } : { name: "ECDSA", namedCurve: "P-256" };
/** How a key of an algorithm signs. */
export const signParameters = (algorithm: Algorithm): AlgorithmIdentifier | EcdsaParams =>
  algorithm === "Ed25519" ? { name: "Ed25519" } : { name: "ECDSA", hash: "SHA-256" };

export const base64 = (bytes: ArrayBuffer): string => btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** SHA-256 of a public key (SPKI in DER), in hex. */
export async function fingerprintOf(publicKey: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", fromBase64(publicKey))));
}

/**
 * What is signed: the name of the kind of file, a line feed, and the bytes of its content.
 * @param kind "prospect-result 1" or "prospect-report 1", so that a signature of one kind never holds for the other
 */
const signedBytes = (kind: string, content: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = new TextEncoder().encode(`${kind}\n`);
  const bytes = new Uint8Array(head.length + content.length);
  bytes.set(head);
  bytes.set(content, head.length);
  return bytes;
};

/** The signature of a content, as the JSON text that stands beside it. */
export async function sign({ algorithm, publicKey, privateKey }: SigningKey, kind: string, content: Uint8Array): Promise<string> {
  const signature = await crypto.subtle.sign(signParameters(algorithm), privateKey, signedBytes(kind, content));
  const fingerprint = await fingerprintOf(publicKey);
  return JSON.stringify({ format: SIGNATURE_FORMAT, version: 1, algorithm, publicKey, fingerprint, signature: base64(signature) });
}

function readSignature(text: string) {
  try {
    const parsed = v.safeParse(signatureSchema, JSON.parse(text));
    return parsed.success
      ? { ...parsed.output, key: fromBase64(parsed.output.publicKey), bytes: fromBase64(parsed.output.signature) }
      : null;
  } catch {
    return null;
  }
}

/** Whether a signature holds for a content. @param text what `sign` wrote; null where there is none */
export async function verify(text: string | null, kind: string, content: Uint8Array): Promise<SignatureState> {
  if (text === null) return { state: "none" };
  const read = readSignature(text);
  if (!read) return { state: "unreadable" };
  const { algorithm, publicKey } = read;
  if (!globalThis.crypto?.subtle) return { state: "unchecked", algorithm, fingerprint: read.fingerprint };
  // The fingerprint is made of the key, whatever the file says of it.
  const fingerprint = await fingerprintOf(publicKey);
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey("spki", read.key, keyParameters(algorithm), true, ["verify"]);
  } catch (error) {
    const unknown = error instanceof DOMException && error.name === "NotSupportedError";
    return unknown ? { state: "unchecked", algorithm, fingerprint } : { state: "unreadable" };
  }
  const holds = await crypto.subtle.verify(signParameters(algorithm), key, read.bytes, signedBytes(kind, content));
  return { state: holds && fingerprint === read.fingerprint ? "holds" : "broken", algorithm, fingerprint };
}
