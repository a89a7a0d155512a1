import * as v from "valibot";
import { hexOf } from "../hex";
import { signsLongMessages } from "./long-messages";

export const ALGORITHMS = ["Ed25519", "ECDSA-P256-SHA256"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** A signing key: non-extractable, so the private key is never exposed. */
export interface SigningKey {
  algorithm: Algorithm;
  /** SPKI in DER, base64. */
  publicKey: string;
  privateKey: CryptoKey;
}

/** A public key, and its fingerprint. */
export interface PublicKey {
  /** SPKI in DER, base64. */
  publicKey: string;
  /** For an unchecked signature, this is only a claim of the file. */
  fingerprint: string;
}

/** Whether a signature is valid, and whose it is: the fingerprint is the SHA-256 of the public key (SPKI), in hex. */
export type SignatureState =
  | { state: "none" }
  | { state: "unreadable" }
  | ({ state: "holds" | "broken" | "unchecked"; algorithm: Algorithm } & PublicKey);

/** Message size for which every engine supports Ed25519. */
const MAX_SURE = 65_000;
const SIGNATURE_FORMAT = "prospect-signature";
const signatureSchema = v.object({
  format: v.literal(SIGNATURE_FORMAT),
  version: v.picklist([1, 2]),
  algorithm: v.picklist(ALGORITHMS),
  publicKey: v.pipe(v.string(), v.maxLength(1000)),
  fingerprint: v.string(),
  signature: v.pipe(v.string(), v.maxLength(1000)),
});

/** Parameters of a key by algorithm. */
export const keyParameters = (algorithm: Algorithm): AlgorithmIdentifier | EcKeyImportParams =>
  algorithm === "Ed25519" ? { name: "Ed25519" } : { name: "ECDSA", namedCurve: "P-256" };
/** Parameters of signing by algorithm. */
export const signParameters = (algorithm: Algorithm): AlgorithmIdentifier | EcdsaParams =>
  algorithm === "Ed25519" ? { name: "Ed25519" } : { name: "ECDSA", hash: "SHA-256" };

export const base64 = (bytes: ArrayBuffer): string => btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** SHA-256 in hex. */
const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

/** SHA-256 of a public key (SPKI in DER), in hex. */
export const fingerprintOf = (publicKey: string): Promise<string> => digestOf(fromBase64(publicKey));

/** DER prefixes of the 32 bytes of an Ed25519 key, in SPKI and in PKCS #8. */
const ED25519_HEADS = {
  spki: [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00],
  pkcs8: [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20],
};

/**
 * The 32 bytes of an Ed25519 key; null for any other key, or with additional bytes. WebKitGTK refuses the encoded form of a key that begins
 * with a zero (bug 307095), but accepts its raw bytes.
 */
export function plainBytes(algorithm: Algorithm, form: keyof typeof ED25519_HEADS, file: Uint8Array<ArrayBuffer>) {
  const head = ED25519_HEADS[form];
  const isPlain = algorithm === "Ed25519" && file.length === head.length + 32 && head.every((byte, i) => file[i] === byte);
  return isPlain ? file.subarray(head.length) : null;
}

/** The public half of a key. */
export function publicHalf(algorithm: Algorithm, spki: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const plain = plainBytes(algorithm, "spki", spki);
  return crypto.subtle.importKey(plain ? "raw" : "spki", plain ?? spki, keyParameters(algorithm), true, ["verify"]);
}

/**
 * The signed message: kind of file and version of the signature scheme on one line, and the SHA-256 of the content in hex. Version 1 signed
 * the content itself, which not every engine covers to its end.
 * @param kind "prospect-result" or "prospect-report", so that a signature of one kind is never valid for the other
 */
async function signedBytes(kind: string, version: 1 | 2, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const head = new TextEncoder().encode(`${kind} ${version}\n${version === 1 ? "" : await digestOf(content)}`);
  if (version !== 1) return head;
  const bytes = new Uint8Array(head.length + content.length);
  bytes.set(head);
  bytes.set(content, head.length);
  return bytes;
}

/** The signature of a content, as the JSON text stored beside it. */
export async function sign(
  { algorithm, publicKey, privateKey }: SigningKey,
  kind: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const signature = await crypto.subtle.sign(signParameters(algorithm), privateKey, await signedBytes(kind, 2, content));
  const fingerprint = await fingerprintOf(publicKey);
  return JSON.stringify({ format: SIGNATURE_FORMAT, version: 2, algorithm, publicKey, fingerprint, signature: base64(signature) });
}

function readSignature(text: string) {
  try {
    const parsed = v.safeParse(signatureSchema, JSON.parse(text));
    // A signature does not cover its own text: anything else in it could have been written by others.
    return parsed.success && JSON.stringify(parsed.output) === text
      ? { ...parsed.output, key: fromBase64(parsed.output.publicKey), bytes: fromBase64(parsed.output.signature) }
      : null;
  } catch {
    return null;
  }
}

/** Whether a signature is valid for the content. @param text written by `sign`; null if there is none */
export async function verify(text: string | null, kind: string, content: Uint8Array<ArrayBuffer>): Promise<SignatureState> {
  if (text === null) return { state: "none" };
  const read = readSignature(text);
  if (!read) return { state: "unreadable" };
  const { algorithm, version } = read;
  const named = { algorithm, publicKey: base64(read.key.buffer), fingerprint: read.fingerprint };
  if (!globalThis.crypto?.subtle) return { state: "unchecked", ...named };
  // The fingerprint is computed from the key, whatever the file claims.
  if ((await fingerprintOf(named.publicKey)) !== read.fingerprint) return { state: "unreadable" };
  let key: CryptoKey;
  try {
    key = await publicHalf(algorithm, read.key);
  } catch (error) {
    const unknown = error instanceof DOMException && error.name === "NotSupportedError";
    return unknown ? { state: "unchecked", ...named } : { state: "unreadable" };
  }
  const signed = await signedBytes(kind, version, content);
  if (algorithm === "Ed25519" && signed.length > MAX_SURE && !(await signsLongMessages())) return { state: "unchecked", ...named };
  const holds = await crypto.subtle.verify(signParameters(algorithm), key, read.bytes, signed);
  return { state: holds ? "holds" : "broken", ...named };
}
