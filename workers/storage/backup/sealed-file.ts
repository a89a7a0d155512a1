import { bytesOf, crc32 } from "../../archive";
import { fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";

/*
 * Layout of a sealed file: mark, version, salt, iterations, nonce, a tag that proves the key, CRC-32 of all these; then pieces encrypted
 * with AES-GCM, which authenticates each piece's number and whether it is the last, so that none can be omitted, changed, moved or added.
 */
const MARK = "prospect-sealed";
export type SealedMark = typeof MARK;
const VERSION = 1;
const SALT = 16;
/** Bytes of a nonce: the first eight belong to the file, the last four are the number of the piece. */
const NONCE = 8;
const IV = 12;
const TAG = 16;
const SALT_AT = MARK.length + 1;
const ITERATIONS_AT = SALT_AT + SALT;
const NONCE_AT = ITERATIONS_AT + 4;
const HEADER = NONCE_AT + NONCE;
/** Header, tag and checksum. */
const CONTENT_AT = HEADER + TAG + 4;
const PIECE = 1 << 20;
/** OWASP's recommendation for PBKDF2 with HMAC-SHA-256. */
const ITERATIONS = 600_000;
const MAX_ITERATIONS = 10_000_000;
/** Piece number of the tag that proves the key: no real piece has it. */
const PROOF = 0xffff_ffff;

const ivOf = (nonce: Uint8Array, place: number): Uint8Array<ArrayBuffer> => {
  const iv = new Uint8Array(IV);
  iv.set(nonce);
  new DataView(iv.buffer).setUint32(NONCE, place, true);
  return iv;
};

/** Additional authenticated data: whether a piece is the last. */
const LAST = Uint8Array.of(1);
const NOT_LAST = Uint8Array.of(0);

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // Another system may encode the same characters differently.
  const typed = new TextEncoder().encode(passphrase.normalize("NFKC"));
  const material = await crypto.subtle.importKey("raw", typed, "PBKDF2", false, ["deriveKey"]);
  const derivation = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return crypto.subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

const insecure = () => fail("bad-input", "storage/sealInsecure");
const damaged = () => fail("bad-input", "storage/sealedDamaged");

/** Encrypts a file with a key derived from a passphrase (PBKDF2, AES-GCM), piece by piece. */
export async function sealFile(file: Blob, passphrase: string, context: JobContext): Promise<Outcome<Blob>> {
  if (!globalThis.crypto?.subtle) return insecure();
  const head = new Uint8Array(CONTENT_AT);
  const view = new DataView(head.buffer);
  const salt = crypto.getRandomValues(new Uint8Array(SALT));
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  head.set(new TextEncoder().encode(MARK));
  head[MARK.length] = VERSION;
  head.set(salt, SALT_AT);
  view.setUint32(ITERATIONS_AT, ITERATIONS, true);
  head.set(nonce, NONCE_AT);
  const key = await keyOf(passphrase, salt, ITERATIONS);
  const seal = (place: number, data: BufferSource, additionalData: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.encrypt({ name: "AES-GCM", iv: ivOf(nonce, place), additionalData }, key, data);
  head.set(new Uint8Array(await seal(PROOF, new Uint8Array(0), head.slice(0, HEADER))), HEADER);
  view.setUint32(CONTENT_AT - 4, crc32(head.subarray(0, CONTENT_AT - 4)), true);
  const parts: BlobPart[] = [head];
  const pieces = Math.max(1, Math.ceil(file.size / PIECE));
  for (let place = 0; place < pieces; place++) {
    context.checkpoint();
    context.progress(place / pieces, "Encrypting");
    const data = await bytesOf(file.slice(place * PIECE, (place + 1) * PIECE));
    // A Blob may be kept on disk: the file is never in memory as a whole.
    parts.push(new Blob([await seal(place, data, place === pieces - 1 ? LAST : NOT_LAST)]));
  }
  return succeed(new Blob(parts, { type: "application/octet-stream" }));
}

/** Opens a sealed file. A wrong passphrase is distinguished from a damaged file. */
export async function openSealed(file: Blob, passphrase: string, context: JobContext): Promise<Outcome<Blob>> {
  if (!globalThis.crypto?.subtle) return insecure();
  const head = new Uint8Array(await bytesOf(file.slice(0, CONTENT_AT)));
  const view = new DataView(head.buffer);
  if (head.length < CONTENT_AT || new TextDecoder().decode(head.subarray(0, MARK.length)) !== MARK) return damaged();
  if (view.getUint32(CONTENT_AT - 4, true) !== crc32(head.subarray(0, CONTENT_AT - 4))) return damaged();
  if (head[MARK.length] > VERSION) return fail("bad-input", "storage/backupNewer");
  const salt = head.slice(SALT_AT, ITERATIONS_AT);
  const iterations = view.getUint32(ITERATIONS_AT, true);
  if (iterations === 0 || iterations > MAX_ITERATIONS) return damaged();
  const nonce = head.slice(NONCE_AT, HEADER);
  const key = await keyOf(passphrase, salt, iterations);
  /** Null if the data were not sealed with this key and position. */
  const unseal = (place: number, data: BufferSource, additionalData: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | null> =>
    crypto.subtle.decrypt({ name: "AES-GCM", iv: ivOf(nonce, place), additionalData }, key, data).catch(() => null);
  if (!(await unseal(PROOF, head.slice(HEADER, HEADER + TAG), head.slice(0, HEADER)))) return fail("bad-input", "storage/wrongPassphrase");
  const content = file.slice(CONTENT_AT);
  const pieces = Math.ceil(content.size / (PIECE + TAG));
  const parts: Blob[] = [];
  for (let place = 0; place < pieces; place++) {
    context.checkpoint();
    context.progress(place / pieces, "Decrypting");
    const data = await bytesOf(content.slice(place * (PIECE + TAG), (place + 1) * (PIECE + TAG)));
    const opened = await unseal(place, data, place === pieces - 1 ? LAST : NOT_LAST);
    if (!opened) return damaged();
    parts.push(new Blob([opened]));
  }
  return pieces === 0 ? damaged() : succeed(new Blob(parts));
}
