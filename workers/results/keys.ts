import * as v from "valibot";
import {
  ALGORITHMS,
  type Algorithm,
  base64,
  fromBase64,
  keyParameters,
  plainBytes,
  publicHalf,
  type SigningKey,
  signParameters,
} from "./signature";

const KEY_FORMAT = "prospect-signing-key";
const keySchema = v.object({
  format: v.literal(KEY_FORMAT),
  version: v.literal(1),
  algorithm: v.picklist(ALGORITHMS),
  publicKey: v.pipe(v.string(), v.maxLength(1000)),
  /** PKCS #8 in DER, base64. */
  privateKey: v.pipe(v.string(), v.maxLength(2000)),
});

async function pairOf(algorithm: Algorithm): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey(keyParameters(algorithm), true, ["sign", "verify"])) as CryptoKeyPair;
}

const inLetters = (bytes: Uint8Array<ArrayBuffer>): string =>
  base64(bytes.slice().buffer).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The private key as stored by the browser: it can sign, but not be exported. */
function sealedHalf(algorithm: Algorithm, pkcs8: Uint8Array<ArrayBuffer>, spki: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const parameters = keyParameters(algorithm);
  const plain = plainBytes(algorithm, "pkcs8", pkcs8);
  if (!plain) return crypto.subtle.importKey("pkcs8", pkcs8, parameters, false, ["sign"]);
  const halves = { x: inLetters(spki.subarray(-32)), d: inLetters(plain) };
  return crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", ...halves }, parameters, false, ["sign"]);
}

/** A new key, and its only copy, as text. Ed25519 if the engine supports it, otherwise ECDSA with P-256. */
export async function newKey(): Promise<{ key: SigningKey; copy: string }> {
  let algorithm: Algorithm = "Ed25519";
  const pair = await pairOf(algorithm).catch(() => {
    algorithm = "ECDSA-P256-SHA256";
    return pairOf(algorithm);
  });
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey("spki", pair.publicKey),
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
  ]);
  const publicKey = base64(spki);
  const copy = JSON.stringify({ format: KEY_FORMAT, version: 1, algorithm, publicKey, privateKey: base64(pkcs8) });
  return { key: { algorithm, publicKey, privateKey: await sealedHalf(algorithm, new Uint8Array(pkcs8), new Uint8Array(spki)) }, copy };
}

/** The key of a copy; null if it is not one, or its halves do not match. */
export async function keyOfCopy(copy: string): Promise<SigningKey | null> {
  try {
    const { algorithm, publicKey, privateKey } = v.parse(keySchema, JSON.parse(copy));
    const spki = fromBase64(publicKey);
    const half = await sealedHalf(algorithm, fromBase64(privateKey), spki);
    const other = await publicHalf(algorithm, spki);
    const parameters = signParameters(algorithm);
    const probe = new TextEncoder().encode(KEY_FORMAT);
    const signature = await crypto.subtle.sign(parameters, half, probe);
    const belongs = await crypto.subtle.verify(parameters, other, signature, probe);
    return belongs ? { algorithm, publicKey, privateKey: half } : null;
  } catch {
    return null;
  }
}
