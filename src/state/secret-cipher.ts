import type { DeviceText } from "../lib/device-text.ts";
import { withDeviceKeys } from "./device-keys";

const NAME = "device";
const MARK = "sealed.v1.";
const IV_BYTES = 12;

/** The non-extractable key of this device: the browser uses it, but no script can read it from the database. */
async function deviceKey(): Promise<CryptoKey> {
  const kept: unknown = await withDeviceKeys("readonly", (keys) => keys.get(NAME));
  if (kept instanceof CryptoKey) return kept;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  await withDeviceKeys("readwrite", (keys) => keys.put(made, NAME));
  return made;
}

/** Encrypts a secret for storage on the device. Throws without cryptography (a page without https) or database. */
async function seal(secret: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await deviceKey(), new TextEncoder().encode(secret));
  return MARK + btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** Decrypts a secret of this device; null if that is no longer possible. */
async function unseal(sealed: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(sealed.slice(MARK.length)), (sign) => sign.charCodeAt(0));
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES) },
      await deviceKey(),
      bytes.subarray(IV_BYTES),
    );
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}

/** Stores a key encrypted on the device; if storage refuses, it is kept until the tab is closed. */
export async function keepSealed(keeper: DeviceText, key: string): Promise<void> {
  keeper.hold(key);
  try {
    const sealed = await seal(key);
    // It may have been replaced or deleted meanwhile.
    if (keeper.text() === key) keeper.keep(sealed);
  } catch {
    // No cryptography or database: the key is only in memory.
  }
}

/** The key itself, for the header of a request. */
export async function secretOf(keeper: DeviceText): Promise<string | null> {
  const text = keeper.text();
  return text?.startsWith(MARK) ? unseal(text) : text;
}
